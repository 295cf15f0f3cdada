"""Recipes: what a sprite is made by. The same recipe makes the same sprite, whenever and wherever it is drawn."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Final, Literal

from performer.sprites.bodies.body import STANDS, Body, Pace
from performer.sprites.bodies.traits import Traits, any_traits, some_traits
from performer.sprites.figures import CREATURES, FIGURES, ITEMS, STRANGE, Figure
from performer.sprites.palette import HUES, Palette, palette
from performer.sprites.parts import PARTS, Dyed, Part, listed
from performer.sprites.words import traits_of, understood

Wish = Literal["any", "creature", "item"]
Pixels = Literal[16, 24, 32]
MOST_SEED: Final = 2**32 - 1
_MOST_TOLD: Final = 4
"""Parts that its name tells of."""


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """What one sprite is made by; small enough to be kept as JSON."""

    seed: int = 0
    thing: str = ""
    """The name of a figure; empty: something that nobody knows."""
    kind: Wish = "any"
    colours: tuple[str, ...] = ()
    """Of its body, then of its trim; what is left out is its nature's."""
    looks: tuple[str, ...] = ()
    """Words that say how it looks; the last of them wins."""
    dyes: Mapping[Dyed, str] = field(default_factory=dict)
    """Colours of its parts."""
    pixels: Pixels = 32

    @classmethod
    def of(cls, description: str, *, kind: Wish = "any", seed: int = 0, pixels: Pixels = 32) -> "Recipe":
        """Make one by a description: its words choose what they name, and all of it the chance.

        Args:
            description: In anybody's words.
            kind: What it is to be, where no word of it says so.
            seed: Another one gives another of its sort.
            pixels: Of each side.
        """
        said = understood(description)
        whole = f"{' '.join(description.lower().split())} {seed}"
        number = zlib.crc32(whole.encode())
        thing = said.thing or _any_thing(kind, Random(number))
        return cls(
            seed=number,
            thing=thing,
            kind=kind,
            colours=said.colours[:2],
            looks=said.looks,
            dyes=said.dyes,
            pixels=pixels,
        )

    def changed(self, description: str) -> "Recipe":
        """Make the same sprite in other colours, with other looks, or as another thing: what the words name."""
        said = understood(description, of=self.thing or "creature")
        return replace(
            self,
            thing=said.thing or self.thing,
            colours=said.colours[:2] or self.colours,
            looks=tuple(dict.fromkeys((*self.looks, *said.looks))),
            dyes={**self.dyes, **said.dyes},
        )

    @property
    def name(self) -> str:
        """Tell what it is and has in a few words, all of them ours."""
        seen = self.palette.bone if self.thing in _BY_BLADE and self.colours else self.palette.body
        parts = [part.name for part in self.parts[:_MOST_TOLD]]
        return f"{seen} {self.thing or 'creature'}{' with ' * bool(parts)}{listed(parts)}"

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """What of the parts that were named can be seen on it; a thing has none."""
        named = {part.name: part for word in self.looks if (part := PARTS.get(word))}
        return tuple(part for part in named.values() if self._shows(part))

    def _shows(self, part: Part) -> bool:
        """Tell whether it would be another one without the part, or has it whatever is asked for."""
        if part.name in self.figure.has:
            return True
        bare = {name: getattr(Traits, name) for name in part.traits}
        traits = self._traits(Random(self.seed))
        with_, without = (
            self.figure.plan(replace(traits, **each), Random(self.seed), STANDS) for each in (part.traits, bare)
        )
        return with_ != without and traits == replace(traits, **part.traits)

    @cached_property
    def figure(self) -> Figure:
        """What sort of creature or thing it is."""
        return FIGURES.get(self.thing) or Figure(plan=Random(self.seed).choice(STRANGE))

    @cached_property
    def palette(self) -> Palette:
        """Its colours."""
        chance = Random(self.seed)
        nature = chance.choice(self.figure.body or ("",))
        body, trim = (*(each for each in self.colours if each in HUES), "", "")[:2]
        dyes = {paint: hue for paint, hue in self.dyes.items() if hue in HUES}
        parts = sorted((PARTS[word] for word in self.looks if word in PARTS), key=lambda part: part.dyed != "metal")
        metal = dyes.get("metal") or next((part.metal for part in parts if part.metal), "silver")
        if self.figure.kind == "item" and self.thing in _BY_BLADE and body:
            return palette(chance, body=trim or nature, trim=self.figure.trim, bone=body)
        return palette(
            chance,
            body=body or nature,
            trim=dyes.get("trim") or trim or self.figure.trim,
            bone=dyes.get("bone") or self.figure.bone,
            cloth=dyes.get("cloth", ""),
            metal=metal,
        )

    def body(self, pace: Pace = STANDS) -> Body:
        """Make its body, as far into its walk as it is, as large as there is room for."""
        return self._made(pace).sized(self._size)

    @cached_property
    def _size(self) -> float:
        """How much smaller than planned it is: the same at every step."""
        steps = (STANDS, *(Pace(phase=share, walks=True) for share in (0.04, 0.25, 0.5, 0.75)))
        return min(self._made(step).fit() for step in steps)

    def _made(self, pace: Pace) -> Body:
        chance = Random(self.seed)
        return self.figure.plan(self._traits(chance), chance, pace)

    def _traits(self, chance: Random) -> Traits:
        by_chance = some_traits(chance) if self.thing in FIGURES else any_traits(chance)
        return replace(by_chance, **{**self.figure.traits, **traits_of(self.looks)})


_BY_BLADE: Final = frozenset({"sword", "axe", "hammer"})
"""What is known by the colour of its blade."""


def _any_thing(kind: Wish, chance: Random) -> str:
    match kind:
        case "item":
            return chance.choice(sorted(ITEMS))
        case "creature" if chance.random() < 0.5:
            return chance.choice(sorted(CREATURES))
        case _:
            return ""
