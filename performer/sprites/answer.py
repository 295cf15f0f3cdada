"""Answers: what the model is told of a sprite: what was drawn, what of its words was understood, what can be asked for.

All of it in words of ours: a word that is not known is counted and never repeated.
"""

from typing import Final

from performer.sprites.figures import CREATURES, ITEMS
from performer.sprites.parts import NAMES, PARTS, listed
from performer.sprites.recipe import Recipe
from performer.sprites.words import Said

_PARTS: Final = f"A creature can have {listed(NAMES)}."
_KINDS: Final = f"Creatures are {listed(tuple(CREATURES))}; things are {listed(tuple(ITEMS))}."


def answer(recipe: Recipe, said: Said, seen: str) -> str:
    """Tell what was drawn and what was not.

    Args:
        recipe: What it was drawn by.
        said: What was understood of the description.
        seen: From where, in words that follow its name.
    """
    named = tuple(dict.fromkeys(PARTS[word] for word in said.looks if word in PARTS))
    lacks = tuple(part.name for part in named if part not in recipe.parts)
    told = [f"Drawn: {recipe.name}{seen}."]
    if found := _understood(recipe, said):
        told.append(f"Understood: {', '.join(found)}.")
    if lacks:
        told.append(f"Left out, for it can have none: {listed(lacks)}.")
    if said.others:
        told.append(f"Words not understood, and not drawn: {said.others}. {_PARTS}")
    if said.others and not said.thing:
        told.append(_KINDS)
    return " ".join(told)


def _understood(recipe: Recipe, said: Said) -> list[str]:
    """Tell it word by word, as we call what they mean."""
    dyes = (f"{hue} for its {paint}" for paint, hue in said.dyes.items())
    looks = (word for word in said.looks if word not in PARTS) if recipe.figure.kind == "creature" else ()
    parts = (PARTS[word] for word in said.looks if word in PARTS)
    names = (part.name for part in parts if part in recipe.parts)
    return list(dict.fromkeys(each for each in (said.thing, *said.colours[:2], *looks, *names, *dyes) if each))
