"""Places on the earth: pairs of degrees, map links and plus codes; a place in a game's world is nobody's."""

import re
from collections.abc import Iterator
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, SearchedLine, Span

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_SIGNS: Final = tuple(_FILE.tree["signs"]["words"].split())
_LABEL_LENGTH: Final = 16
_MOST_LATITUDE: Final = 90
_MOST_LONGITUDE: Final = 180
_FEWEST_DEGREES: Final = 4
"""Nearer to the middle of the map lies the sea, and so do shares, directions and constants."""


def _find_places(line: SearchedLine) -> Iterator[Span]:
    text = line.text
    for match in _PATTERN["pair"].finditer(text):
        if _is_on_earth(match) and not _PATTERN["label"].search(
            text, max(0, match.start() - _LABEL_LENGTH), match.start()
        ):
            yield match.span()
    if _PATTERN["sign_of_sided"].search(line.small):
        yield from (match.span() for match in _PATTERN["sided"].finditer(text) if _is_exact(match[0]))
    for name, sign in _OTHERS:
        if _PATTERN[sign].search(line.small):
            yield from (match.span(match.lastgroup or 0) for match in _PATTERN[name].finditer(text))


_OTHERS: Final = tuple(
    (name, f"sign_of_{name}")
    for name in ("minutes", "named", "located", "link", "plus_code", "three_words", "sixtieths", "square", "short_code")
)
"""Further shapes, and the signs without which they need not be looked for."""


def _is_on_earth(match: re.Match[str]) -> bool:
    """Whether two numbers are degrees."""
    first, second = (abs(float(match[name].replace(",", "."))) for name in ("first", "second"))
    return first <= _MOST_LATITUDE and second <= _MOST_LONGITUDE and max(first, second) >= _FEWEST_DEGREES


def _is_exact(written: str) -> bool:
    """Whether two numbers with sides of the sky are degrees: with a sign for them, or with decimals in both."""
    return _PATTERN["degree"].search(written) is not None or len(_PATTERN["decimals"].findall(written)) > 1


def _has_sign(line: SearchedLine) -> bool:
    if not line.numbers:
        return "///" in line.text
    return _PATTERN["sign"].search(line.text) is not None or any(each in line.small for each in _SIGNS)


PLACE: Final = DataShape(rule="place on the map", file=_FILE, sign=_has_sign, spans=_find_places)
