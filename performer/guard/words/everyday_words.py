"""Everyday words: short ones, and those that people glue to another one in a nickname, a hashtag or a web address."""

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

_EVERYDAY_FILE: Final = Path(__file__).with_name("everyday.txt")
_JOINING_FILE: Final = Path(__file__).with_name("joining.txt")
_SHORTEST: Final = 2
_LONGEST: Final = 20


def is_everyday(word: str) -> bool:
    """Whether a word is a short everyday one of some language."""
    return word in _load_everyday_words()


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
