"""Figures: times such as 40m21s, versions such as 1.0.25b6 and keys such as V + S, which are no letters of a word."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from performer.core.values import dataclass

_NUMBER: Final = r"\d{1,4}(?:[.,]\d{1,3})? ?"
_UNITS: Final = ("d|days?", "h|hrs?", "m|mins?", "s|secs?", "ms")
"""The units of a time, the largest first."""
_PARTED: Final = r"[ ,:]{0,2}"
_COMPOUND: Final = 2
"""The units of a time that is one beyond doubt."""
_LAST: Final = r"\d{0,3}"
_TIME: Final = re.compile(
    rf"(?<![^\W_])(?=\d){_PARTED.join(f'({_NUMBER}(?:{unit}))?' for unit in _UNITS)}{_LAST}(?![^\W_])",
    re.IGNORECASE,
)
_MINUTES: Final = re.compile(r"(?<![^\W_])(?![25]h17)\d{1,3}[hm][0-5]\d(?![^\W_])", re.IGNORECASE)
"""A time without its last unit, as in French; not the digits of one word."""
_VERSION: Final = re.compile(
    r"(?<![^\W_])v?\d{1,5}(?:\.\d{1,5})+(?:[-._]?(?:rc|alpha|beta|pre|dev|post)[.-]?\d{1,4}|-?[abcfp]\d{1,3})+(?![^\W_])"
    r"|(?<![^\W_])\d{1,3}[-.]rc\d{1,2}(?![^\W_])"
    r"|(?<![^\W_])\d{2,3}[abfp]\d{1,2}(?![^\W_])",
    re.IGNORECASE,
)
_KEYS: Final = re.compile(
    r"\b(?i:press(?:ed|ing)?|hold(?:ing)?|hit|tap|push|mash|keys?|combo|binds?|hotkeys?|shortcut|dr[üu]ck\w{0,2}|tasten?"
    r"|appui\w{0,3}|touches?|pulsa|presiona|teclas?|aperta|aperte|нажми\w{0,2}|клавиш\w)(?i::|,? the keys?)? ?"
    r"(?P<keys>[BCDFGHJ-NP-TV-XZ](?: ?[+-] ?[BCDFGHJ-NP-TV-XZ]){2,7})(?![\w+-])"
)
"""Consonants that are keys to be pressed."""
_WORD_BEHIND: Final = re.compile(r"\s[^\W\d_]{1,3}")
"""A short word behind a time."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A time, a version or keys in a text, from start to end (exclusive)."""

    start: int
    end: int
    is_sure: bool
    """Whether it can be nothing else, however a word may be spelled around it: not a single number with its unit."""

    def explains(self, text: str, begin: int, end: int) -> bool:
        """Whether a part of the text looks like a word only because of the figure."""
        if end <= self.start or begin >= self.end:
            return False
        if self.is_sure or (self.start <= begin and end <= self.end):
            return True
        return begin >= self.start and _WORD_BEHIND.fullmatch(text, self.end, end) is not None


def is_figure(text: str, begin: int, end: int) -> bool:
    """Whether a part of a text looks like a word only because of a time, a version or keys."""
    return any(figure.explains(text, begin, end) for figure in _list_figures(text))


@lru_cache(maxsize=4)
def _list_figures(text: str) -> tuple[Figure, ...]:
    return tuple(_find_figures(text))


def _find_figures(text: str) -> Iterator[Figure]:
    for match in _TIME.finditer(text):
        units = sum(group is not None for group in match.groups())
        is_compound = units >= _COMPOUND
        if is_compound or (units and " " not in match[0] and match[0][-1].isalpha()):
            yield Figure(*match.span(), is_sure=is_compound)
    for pattern in (_MINUTES, _VERSION):
        for match in pattern.finditer(text):
            yield Figure(*match.span(), is_sure=True)
    for match in _KEYS.finditer(text):
        yield Figure(*match.span("keys"), is_sure=True)
