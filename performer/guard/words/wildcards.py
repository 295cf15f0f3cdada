"""Wildcards of an entry: `*` for any letters or none, `?` between two letters for one."""

import re
from typing import Final

_WORD: Final = re.compile(r"(?:[^\W_]|\*|(?<=[^\W_])\?(?=[^\W_]))+")
_FOR: Final = {"*": r"[^\W_]*", "?": r"[^\W_]"}


def words_of(plain: str) -> list[str]:
    """Cut an entry in plain spelling into its words, with their wildcards; a * by itself is none."""
    return [word for word in _WORD.findall(plain) if word.strip("*")]


def spelling_of(word: str) -> str:
    """Give the pattern of a word that may have wildcards, to be put into a longer one."""
    return "".join(_FOR.get(each) or re.escape(each) for each in word)


def pattern_of(word: str) -> re.Pattern[str]:
    """Give the pattern of all that a word with wildcards can be."""
    return re.compile(spelling_of(word))
