"""What is seen of a text: its plain reading with the capitals, underscores and digits that private data is told by.

A shape: how one kind of private data looks.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from performer.guard.normalise.readings import NormalizedText

Span = tuple[int, int]
"""Begin and end (exclusive)."""


@dataclass(frozen=True, kw_only=True)
class DataShape:
    """Finds one kind of private data in a text of `seen.py`: no accents, no fancy letters, case as it was written."""

    rule: str
    """What it is called in the log."""
    sign: Callable[[str], object]
    """A quick look: gives nothing for a text that surely holds none, as most do."""
    spans: Callable[[str], Iterator[Span]]
    """Tells where it is, in any order. Linear in the text's length."""


def make_alternation(words: str) -> str:
    """Write a list of words as the part of a pattern that takes any of them; a blank in one is written ~."""
    return "|".join(words.split()).replace("~", " ")


def combine_patterns(*patterns: re.Pattern[str]) -> Callable[[str], Iterator[Span]]:
    """Take for private all that one of some patterns matches."""

    def spans(text: str) -> Iterator[Span]:
        for pattern in patterns:
            for match in pattern.finditer(text):
                yield match.span()

    return spans


_ODD: Final = re.compile(r"[^\x21-\x7e]")


def restore_case(reading: NormalizedText) -> str:
    """Give the reading's text in the written case; each character stands where the reading has it."""
    written = reading.written
    if len(reading.text) == len(written) and written.isascii():
        return written
    if len(reading.text) == len(written) and reading.origins[-1] == len(written) - 1:
        return _ODD.sub(lambda odd: _as_written(reading.text[odd.start()], odd.start(), written), written)
    return "".join(_as_written(*each, written) for each in zip(reading.text, reading.origins, strict=True))


def _as_written(plain: str, origin: int, written: str) -> str:
    if plain.isascii():
        if plain == " ":
            return "_" if written[origin] in "_＿" else " "
        return plain.upper() if written[origin].isupper() else plain
    return str(unicodedata.decimal(plain)) if plain.isdecimal() else plain
