"""Recipes: what a sprite is made by. The same recipe makes the same sprite, whenever and wherever it is drawn."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from random import Random
from typing import Final, Literal

from performer.tools.pixel_art import atlas
from performer.tools.pixel_art.atlas import Icon, Part
from performer.tools.pixel_art.description import Looks, Said, understand

Wish = Literal["any", "creature", "item"]
Pixels = Literal[16, 24, 32, 48]
MOST_SEED: Final = 2**32 - 1
_MOST_TOLD: Final = 4
"""Parts that its name tells of."""


@dataclass(frozen=True, kw_only=True)
class Recipe(Looks):
    """The recipe of one sprite; small enough to be kept as JSON."""

    seed: int = 0
    thing: str = ""
    """The name of an icon; empty: one by chance."""
    kind: Wish = "any"
    pixels: Pixels = 48

    @classmethod
    def of(cls, description: str, *, kind: Wish = "any", seed: int = 0, pixels: Pixels = 48) -> "Recipe | None":
        """Return the recipe of a description; None if it asks for something that there is no icon of.

        `kind` counts where no word says what it is to be, or a word means both; another seed gives another of its sort.
        """
        said = understand(description)
        if not said.choices and not said.is_open:
            return None
        number = zlib.crc32(f"{atlas.fold(description)} {seed}".encode())
        thing = _choose(said, kind, seed) if said.choices else _choose_surprise(kind, number)
        looks = {each.name: getattr(said, each.name) for each in fields(Looks)}
        return cls(seed=seed, thing=thing, kind=kind, pixels=pixels, **looks)

    def changed(self, description: str) -> "Recipe":
        """Return the same sprite in other colours, with other looks, or as another thing: what the words name."""
        said = understand(description, is_known=True)
        return replace(
            self,
            thing=_choose(said, self.kind, 0) if said.choices else self.thing,
            colours=said.colours or self.colours,
            looks=tuple(dict.fromkeys((*self.looks, *said.looks))),
            dyes={**self.dyes, **said.dyes},
            held=tuple(dict.fromkeys((*self.held, *said.held)))[-2:],
        )

    @property
    def name(self) -> str:
        """The name and the parts of the sprite in a few words, all of them ours."""
        has = (*(part.name for part in self.parts[:_MOST_TOLD]), *(f"a {each.name}" for each in self.things))
        return " ".join((*self.hues[:1], self.icon.name, *(("with", join_names(has)) if has else ())))

    @cached_property
    def icon(self) -> Icon:
        """The icon that is drawn; one that was kept by another version under another name is found by its word."""
        meant = atlas.look_up(atlas.fold(self.thing))
        found = atlas.find_icon(self.thing) or next((atlas.get_icon(match.number) for match in meant), None)
        return found or atlas.find_icon(_choose_surprise(self.kind, self.seed)) or atlas.get_icon(0)

    @cached_property
    def hues(self) -> tuple[str, ...]:
        """The colours that are named and known."""
        return tuple(each for each in self.colours if each in atlas.load_vocabulary()["hues"])

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts that the sprite wears: on one place, the last that was named."""
        worn = [atlas.load_parts()[name] for word in self.looks if (name := atlas.load_meanings("parts").get(word))]
        return tuple({part.place: part for part in worn}.values())

    @cached_property
    def moods(self) -> tuple[str, ...]:
        """The looks of the sprite, by their names."""
        return tuple(dict.fromkeys(name for word in self.looks if (name := atlas.load_meanings("looks").get(word))))

    @cached_property
    def things(self) -> tuple[Icon, ...]:
        """The icons that the sprite has with it."""
        return tuple(each for name in self.held if (each := atlas.find_icon(name)))

    def hue_of(self, part: Part) -> str:
        """Return the colour that is named for a part; empty if none is."""
        hue = self.dyes.get(part.dyed, "") if part.dyed else ""
        return hue if hue in atlas.load_vocabulary()["hues"] else ""


def join_names(names: Sequence[str]) -> str:
    """Return names one after the other: a crown, wings and a sword."""
    return " and ".join(each for each in (", ".join(names[:-1]), *names[-1:]) if each)


def _choose(said: Said, kind: Wish, seed: int) -> str:
    """Return one of those that are meant: the surest of its kind, or another one by the seed."""
    icons = [each for key in said.choices if (each := atlas.find_icon(key))]
    fitting = [each for each in icons if kind == "any" or each.is_creature == (kind == "creature")] or icons
    return fitting[seed % len(fitting)].key


def _choose_surprise(kind: Wish, seed: int) -> str:
    kinds = atlas.load_vocabulary()["surprises"]
    return Random(seed).choice(",".join(kinds.get(kind, kinds[each]) for each in ("creature", "item")).split(","))
