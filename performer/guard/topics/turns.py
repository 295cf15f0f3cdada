"""Turns of phrase: patterns that are written nearly as they are said, for a `Line`.

In a pattern, letters are plain (no accents, small); an apostrophe counts for nothing. A blank is whatever parts two
words of a sentence; `…` stands for up to forty characters of the same sentence, `~` for any ending. Groups, `|`, `?`
and the rest of `re` mean what they mean there; no group captures. A pattern begins and ends with a word.

Gaps are bounded, and nothing that repeats holds something that repeats without bounds: the time it takes grows with the
text's length.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from performer.guard.topics.line import Line

ALONE: Final = "(?<![^,.])"
"""What comes now begins a clause: an order has no subject before it."""
PAUSE: Final = "(?=[,.]|$)"
"""Here a clause ends."""
STOP: Final = r"(?=\.|$)"
"""Here a sentence ends."""
_BLANK: Final = "[ ,]"
_GAP: Final = r"\b[^.]{0,40}?\b"
_ENDING: Final = r"\w{0,15}"
_GROUP: Final = re.compile(r"\((?!\?)")


@cache
def spoken(pattern: str) -> re.Pattern[str]:
    """Compile a pattern; 3 ms for a thousand characters, so that none is compiled before it is needed."""
    plain = _GROUP.sub("(?:", pattern).replace("'", "").replace(" … ", _GAP).replace("~", _ENDING)
    return re.compile(rf"\b(?:{_blanks(plain)})(?!\w)")


def any_of(*patterns: str) -> str:
    """Make one pattern of several."""
    return f"({'|'.join(patterns)})"


@dataclass(frozen=True)
class Turns:
    """Turns of phrase of one language, or some that are alike."""

    cues: str
    """The first four letters of words, parted by blanks: where no word begins so there is none of the turns."""
    patterns: tuple[str, ...]
    unless: str
    """What else in the same sentence makes them harmless; empty for nothing."""

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """The cues, one by one."""
        return frozenset(self.cues.split())

    def spans(self, line: Line) -> Iterator[tuple[int, int]]:
        """Find them; spans count in the line."""
        for pattern in self.patterns:
            for match in spoken(pattern).finditer(line.text):
                if not self.unless or not spoken(self.unless).search(line.sentence(*match.span())):
                    yield match.span()


def turns(cues: str, *patterns: str, unless: str = "") -> Turns:
    """Make turns of phrase of their patterns."""
    return Turns(cues, patterns, unless)


def _blanks(pattern: str) -> str:
    """Put the signs that may part two words for blanks, but for those in a set of letters."""
    pieces = re.split(r"(\[[^\]]*\])", pattern)
    return "".join(piece if piece.startswith("[") else piece.replace(" ", _BLANK) for piece in pieces)
