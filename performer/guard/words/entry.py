"""Entries: what stands on a list, as it is looked for."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from performer.guard.alphabets import LEET
from performer.guard.category import Category
from performer.guard.words.likeness import hides, is_like
from performer.guard.words.unspaced import as_spelled

_LONG_RUN: Final = re.compile(r"(.)\1\1+")
_LEET_FIRST: Final = str.maketrans({sign: letters[:1] for sign, letters in LEET.items()})


@dataclass(frozen=True, kw_only=True)
class WordList:
    """Words and phrases of one category.

    In a word `*` is for any letters or none, `?` between two letters for one: `plonk*`, `*onk*`, `pl*nk`,
    `grumble b?e`.
    """

    words: Iterable[str]
    category: Category
    rule: str
    """For the log."""
    bent: bool = False
    """Whether simple endings of English are taken for it too (plonks, plonked, plonker), and slips of the keys: two
    letters exchanged, a vowel left out of a long word (polnk, grmble)."""


class Entry(NamedTuple):
    """A word that is looked for: a tuple, for a start makes twenty thousand of them."""

    word: str
    """Plain, without blanks."""
    category: Category
    rule: str
    backwards: bool = False
    parts: tuple[str, ...] = ()
    """The words of a phrase."""
    patterns: tuple[re.Pattern[str] | None, ...] = ()
    """For each word of a phrase with wildcards what it must look like, for those that have some."""
    exact: str = ""
    """As it must be spelled, where marks tell words apart that read the same."""

    def has_part(self, place: int, token: str) -> bool:
        """Tell whether a token is this phrase's word at a place, or a disguise of it."""
        pattern = self.patterns[place] if self.patterns else None
        if pattern:
            return pattern.fullmatch(simplified(token)) is not None
        return is_like(token, self.parts[place]) or hides(token, self.parts[place])

    def is_spelled_in(self, written: str) -> bool:
        """Tell whether it stands in the written text where it was found, with its marks."""
        return not self.exact or self.exact in as_spelled(written)


class Spelling(NamedTuple):
    """A way to write an entry; of most no text ever has need."""

    word: str
    of: Entry
    backwards: bool = False

    def entry(self) -> Entry:
        """Make an entry of it."""
        if self.word == self.of.word:
            return self.of
        return Entry(self.word, self.of.category, self.of.rule, self.backwards)


def simplified(token: str) -> str:
    """Give a token as a wildcard is compared with it: signs and digits as letters, long runs as one letter."""
    return _LONG_RUN.sub(r"\1", token if token.isdigit() else token.translate(_LEET_FIRST))
