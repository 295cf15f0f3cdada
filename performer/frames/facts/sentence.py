"""The sentence: the few things worth telling of a picture, in one line of nouns and figures."""

from collections.abc import Iterable
from typing import Final

from performer.frames.facts.part import Part

MOST_WORDS: Final = 25
_MOST_PARTS: Final = 4
NEWS: Final = 5.0
"""Weight from which a part is news."""
_FILLER: Final = 1.0
"""Weight under which a part is told only when there is nothing else."""
_BESIDE_NEWS: Final = 2.5
"""Weight that a part needs beside news."""


def sentence(parts: Iterable[Part]) -> str:
    """Tell the weightiest parts, parted by semicolons: at most 25 words; empty when there are none."""
    ordered = sorted(parts, key=lambda part: -part.weight)
    least = _BESIDE_NEWS if ordered and ordered[0].weight >= NEWS else _FILLER
    told: list[str] = []
    room = MOST_WORDS
    for part in ordered:
        words = len(part.words.split())
        if told and (part.weight < least or words > room or len(told) >= _MOST_PARTS):
            continue
        told.append(part.words)
        room -= words
    return "; ".join(told)
