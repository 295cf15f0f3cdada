"""The shape of a kind of personal data, and the form of a text in which shapes are looked for."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from performer.guard.normalise.readings import NormalizedText

Span = tuple[int, int]
"""Begin and end (exclusive)."""


@dataclass(frozen=True, kw_only=True)
class DataShape:
    """A kind of personal data, which is looked for in a text of `restore_case`."""

    rule: str
    """The name in the log."""
    sign: Callable[[str], object]
    """A quick check, whose result is falsy for a text that surely holds none, as most do."""
    spans: Callable[[str], Iterator[Span]]
    """Finds the data in a text, in any order, in a time that is linear in the text's length."""


def find_matches(text: str, *patterns: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Find the matches of all patterns, one pattern after the other."""
    return chain.from_iterable(pattern.finditer(text) for pattern in patterns)


_ODD: Final = re.compile(r"[^\x21-\x7e]")


def restore_case(reading: NormalizedText) -> str:
    """Return a reading's text with the written capitals, underscores and decimal digits; the places stay the same."""
    written = reading.written
    if len(reading.text) == len(written) and written.isascii():
        return written
    if len(reading.text) == len(written) and reading.origins[-1] == len(written) - 1:
        return _ODD.sub(lambda odd: _restore_character(reading.text[odd.start()], odd.start(), written), written)
    return "".join(_restore_character(*each, written) for each in zip(reading.text, reading.origins, strict=True))


def _restore_character(plain: str, origin: int, written: str) -> str:
    if plain.isascii():
        if plain == " ":
            return "_" if written[origin] in "_＿" else " "
        return plain.upper() if written[origin].isupper() else plain
    return str(unicodedata.decimal(plain)) if plain.isdecimal() else plain
