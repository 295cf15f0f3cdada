"""Names compared: without regard to how they are dressed, word by word, and by the slips that are clear."""

import re
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import DamerauLevenshtein

LONGEST_NAME: Final = 80
"""Letters; a longer one is none of ours, and is not worth comparing."""
_DRESS = re.compile(r"[\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WORD = re.compile(r"[^\W_]+")
_SHORTEST_WORD: Final = 4
"""Letters below which one letter makes another word: `get`, `set`."""
_LONG_WORD: Final = 6
"""Letters from which even a wrong letter leaves the word what it was; below, `move` is no slip for `mode`."""


@lru_cache(maxsize=2048)
def fold(name: str) -> str:
    """Return what models do not get wrong of a name: its letters and digits, in one case."""
    return _DRESS.sub("", name.casefold())


@lru_cache(maxsize=2048)
def split_name(name: str) -> tuple[str, ...]:
    """Split a name at blanks, signs and humps: `playSfx`, `play-sfx` and `Play sfx` are all `play`, `sfx`."""
    return tuple(_WORD.findall(_HUMP.sub(" ", name).casefold()))


def count_slips(printed: str, right: str, *, most: int = 1) -> int | None:
    """Count the letters that are wrong in a name which is clearly another one, slightly misspelt.

    0 for the same name, differently dressed; None when it is more likely another name: a word of its own in place of
    one of ours, another first letter (`mute`, `unmute`), another number, or more slips than `most`.
    """
    if fold(printed) == fold(right):
        return 0
    pairs = list(zip(split_name(printed), split_name(right), strict=False))
    if len(split_name(printed)) != len(split_name(right)):
        pairs = [(fold(printed), fold(right))]
    counted = [_count_in_word(one, other) for one, other in pairs]
    total = sum(each for each in counted if each is not None)
    return None if None in counted or total > most else total


def _count_in_word(printed: str, right: str) -> int | None:
    if printed == right:
        return 0
    if min(len(printed), len(right)) < _SHORTEST_WORD or printed[0] != right[0] or _digits(printed) != _digits(right):
        return None
    if DamerauLevenshtein.distance(printed, right, score_cutoff=1) > 1:
        return None
    is_other_letter = len(printed) == len(right) and sorted(printed) != sorted(right)
    return None if is_other_letter and len(right) < _LONG_WORD else 1


def _digits(word: str) -> str:
    return "".join(each for each in word if each.isdigit())
