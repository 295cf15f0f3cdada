"""Everyday words: short ones, and those that people glue to another one in a nickname, a hashtag or a web address."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

_EVERYDAY_FILE: Final = Path(__file__).with_name("everyday.txt")
_JOINING_FILE: Final = Path(__file__).with_name("joining.txt")
_APOSTROPHE: Final = re.compile("['’`´]")
_ELIDED: Final = frozenset(
    "qu jusqu lorsqu puisqu quoiqu presqu quelqu aujourd dell all dall nell sull coll un quest bell ol ma da".split()
)
"""What stands before an apostrophe in everyday writing, besides a single letter."""
_CONTRACTED: Final = frozenset("ll re ve em er ers ed in is am til ne nen nem ner ns de da ye nin in".split())
_HYPHEN: Final = re.compile(r"-\s+")
_FEWEST_LINES: Final = 3
_SHORTEST: Final = 2
_LONGEST: Final = 20


def is_everyday(word: str) -> bool:
    """Whether a word is a short everyday one of some language."""
    return word in _load_everyday_words()


def list_glued_words() -> frozenset[str]:
    """Return all short everyday words, and all words that are glued to others."""
    first, last = _load_joining_words()
    return _load_everyday_words() | first | last


def is_parted(pieces: Sequence[str], gaps: Sequence[str]) -> bool:
    """Whether everyday words are parts of one that an odd apostrophe parts, a hyphen, or line after line."""
    if len(gaps) > 1:
        return len(pieces) >= _FEWEST_LINES and all("\n" in gap for gap in gaps)
    if _APOSTROPHE.fullmatch(gaps[0]) is None:
        return _HYPHEN.fullmatch(gaps[0]) is not None
    before, behind = pieces
    return min(len(before), len(behind)) >= _SHORTEST and before not in _ELIDED and behind not in _CONTRACTED


@lru_cache(maxsize=4096)
def is_joining(before: str, behind: str) -> bool:
    """Whether what stands before a word and behind it are joining words, or nothing; up to two before it."""
    first, last = _load_joining_words()
    if max(len(before), len(behind)) > _LONGEST or (behind and behind not in last):
        return False
    return not before or before in first or any(_split(before, first))


def holds_joined(longer: str, word: str) -> bool:
    """Whether a longer word is this one between joining words."""
    begin = longer.find(word)
    while begin >= 0:
        if len(longer) > len(word) and is_joining(longer[:begin], longer[begin + len(word) :]):
            return True
        begin = longer.find(word, begin + 1)
    return False


def _split(letters: str, words: frozenset[str]) -> list[bool]:
    """Return for each place at which letters can be cut whether both parts are words."""
    cuts = range(_SHORTEST, len(letters) - _SHORTEST + 1)
    return [letters[:cut] in words and letters[cut:] in words for cut in cuts]


@cache
def _load_everyday_words() -> frozenset[str]:
    return frozenset(_EVERYDAY_FILE.read_text(encoding="utf-8").split())


@cache
def _load_joining_words() -> tuple[frozenset[str], frozenset[str]]:
    """Return the words that stand before another one, and those that stand behind."""
    before, behind = _JOINING_FILE.read_text(encoding="utf-8").split("\n-\n")
    return frozenset(before.split()), frozenset(behind.split())
