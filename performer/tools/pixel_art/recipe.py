"""Recipes: what a sprite is made by. The same recipe makes the same sprite, whenever and wherever it is drawn."""

import zlib
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import Literal

from performer.core.values import dataclass
from performer.tools.pixel_art import atlas
from performer.tools.pixel_art.atlas import Icon, Part
from performer.tools.pixel_art.description import Looks, Said, understand

Wish = Literal["any", "creature", "item"]
Pixels = Literal[16, 24, 32, 48]


@dataclass(frozen=True, kw_only=True)
class Recipe(Looks):
    """The recipe of one sprite; small enough to be kept as JSON."""

    seed: int = 0
    thing: str = ""
    """The name of an icon; empty: one by chance."""
    kind: Wish = "any"
    pixels: Pixels = 48

    def __post_init__(self) -> None:
        """Leave out the colours that only another version knew."""
        known = atlas.load_vocabulary()["hues"]
        object.__setattr__(self, "colours", tuple(each for each in self.colours if each in known))
        object.__setattr__(self, "dyes", {paint: hue for paint, hue in self.dyes.items() if hue in known})

    @classmethod
    def of(cls, description: str, kind: Wish = "any", seed: int = 0, pixels: Pixels = 48) -> "Recipe | None":
        """Return the recipe of a description; None if it asks for something that there is no icon of.

        `kind` counts where no word says what it is to be, or a word means both; another seed gives another of its sort.
        """
        said = understand(description)
        if not said.choices and not said.is_open:
            return None
        thing = _choose_surprise(kind, zlib.crc32(f"{atlas.fold(description)} {seed}".encode()))
        return _change(cls(seed=seed, thing=thing, kind=kind, pixels=pixels), said, seed)

    def changed(self, description: str) -> "Recipe":
        """Return the same sprite in other colours, with other looks, or as another thing: what the words name."""
        return _change(self, understand(description, is_known=True), 0)

    @property
    def name(self) -> str:
        """The name of the sprite, up to four parts and its things in a few words, all of them ours."""
        has = [part.name for part in (*self.parts[:4], *self.things)]
        return " ".join((*self.colours[:1], self.icon.name, *(("with", join_names(has)) if has else ())))

    @cached_property
    def icon(self) -> Icon:
        """The icon that is drawn; one that was kept by another version under another name is found by its word."""
        meant = atlas.look_up(atlas.fold(self.thing))
        found = atlas.find_icon(self.thing) or next((atlas.get_icon(match.number) for match in meant), None)
        return found or atlas.find_icon(_choose_surprise(self.kind, self.seed)) or atlas.get_icon(0)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts that the sprite wears, in their colours: on one place, the last that was named."""
        worn = [atlas.load_parts()[name] for word in self.looks if (name := atlas.load_meanings("parts").get(word))]
        return tuple({each.place: each._replace(hue=self.dyes.get(each.dyed, each.hue)) for each in worn}.values())

    @cached_property
    def moods(self) -> tuple[str, ...]:
        """The looks of the sprite, by their names."""
        return tuple(dict.fromkeys(name for word in self.looks if (name := atlas.load_meanings("looks").get(word))))

    @cached_property
    def things(self) -> tuple[Part, ...]:
        """The things that stand with the sprite."""
        icons = [each for name in self.held if (each := atlas.find_icon(name))]
        places = ("right foot", "left foot")
        return tuple(Part(f"a {each.name}", each.key, place) for each, place in zip(icons, places, strict=False))


def join_names(names: Sequence[str]) -> str:
    """Return names one after the other: a crown, wings and a sword."""
    return " and ".join(each for each in (", ".join(names[:-1]), *names[-1:]) if each)


def _change(recipe: Recipe, said: Said, seed: int) -> Recipe:
    """Return a recipe with what was said; its thing is the surest of its kind, or another one by the seed."""
    icons = [each for key in said.choices if (each := atlas.find_icon(key))]
    fitting = (
        [each for each in icons if each.is_creature == (recipe.kind == "creature")] if recipe.kind != "any" else []
    )
    keys = [each.key for each in fitting or icons] or [recipe.thing]
    return replace(
        recipe,
        thing=keys[seed % len(keys)],
        colours=said.colours or recipe.colours,
        looks=tuple(dict.fromkeys((*recipe.looks, *said.looks))),
        dyes={**recipe.dyes, **said.dyes},
        held=tuple(dict.fromkeys((*recipe.held, *said.held)))[-2:],
    )


def _choose_surprise(kind: Wish, seed: int) -> str:
    kinds: dict[str, list[str]] = atlas.load_vocabulary()["surprises"]
    return Random(seed).choice(kinds.get(kind) or [*kinds["creature"], *kinds["item"]])
