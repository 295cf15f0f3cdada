"""A shape: how one kind of private data looks."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Span = tuple[int, int]
"""Begin and end (exclusive)."""


@dataclass(frozen=True, kw_only=True)
class Shape:
    """Finds one kind of private data in a text of `seen.py`: no accents, no fancy letters, case as it was written."""

    rule: str
    """What it is called in the log."""
    sign: Callable[[str], object]
    """A quick look: gives nothing for a text that surely holds none, as most do."""
    spans: Callable[[str], Iterator[Span]]
    """Tells where it is, in any order. Linear in the text's length."""


def any_of(words: str) -> str:
    """Write a list of words as the part of a pattern that takes any of them; a blank in one is written ~."""
    return "|".join(words.split()).replace("~", " ")


def all_of(*patterns: re.Pattern[str]) -> Callable[[str], Iterator[Span]]:
    """Take for private all that one of some patterns matches."""

    def spans(text: str) -> Iterator[Span]:
        for pattern in patterns:
            for match in pattern.finditer(text):
                yield match.span()

    return spans
