"""Bent spellings of a word: with endings, mistyped, written as they sound."""

import re
from collections.abc import Iterator
from typing import Final

SHORTEST_BENT: Final = 3
_SHORTEST_INFLECTED: Final = 4
_SHORTEST_ADORNED: Final = 5
_SHORTEST_MISTYPED: Final = 5
_SHORTEST_SOUNDED: Final = 6
_PLURALS: Final = ("s", "z")
_ENDINGS: Final = (*_PLURALS, "es", "ed", "ing", "in", "er", "ers")
_ADORNED: Final = ("y", "ish", "chen", "ito", "ita")
"""Endings that make a name smaller, or no more than alike; some honest word ends so where the stem is short."""
_SOUNDS: Final = (("oo", "u"), ("ee", "ea"), ("ee", "i"), ("qu", "kw"), ("er$", "a"), ("er$", "ah"))
"""How parts of a word are written that sound the same."""


def inflected(word: str) -> list[str]:
    """Give a word with simple endings of English, a long one as a smaller thing too; a short one in the plural."""
    if len(word) < _SHORTEST_INFLECTED:
        return [word + ending for ending in _PLURALS]
    stem = word.removesuffix("e")
    endings = _ENDINGS if len(word) < _SHORTEST_ADORNED else _ENDINGS + _ADORNED
    return [stem + ending if ending[0] in "eiy" else word + ending for ending in endings]


def mistyped(word: str) -> Iterator[str]:
    """Exchange neighbours behind the first letter; leave out one vowel. Of short words there is none."""
    if len(word) >= _SHORTEST_MISTYPED:
        for place in range(1, len(word) - 1):
            yield word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    if len(word) > _SHORTEST_MISTYPED:
        yield from (word[:place] + word[place + 1 :] for place, each in enumerate(word) if place and each in "aeiou")


def as_it_sounds(word: str) -> Iterator[str]:
    """Spell a long word by its sound: what honest word is near a short one's sound, nobody can tell."""
    if len(word) >= _SHORTEST_SOUNDED:
        for part, sound in _SOUNDS:
            spelled = re.sub(part, sound, word)
            if spelled != word:
                yield spelled
