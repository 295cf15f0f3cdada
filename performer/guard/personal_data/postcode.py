"""Postcodes that stand without a street: by their shape, by the word before them, or by the town behind them."""

from collections.abc import Iterator
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, SearchedLine, Span, find_matches

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_FEWEST: Final = 2
_TOWNS: Final = frozenset(
    " ".join(words for name, words in _FILE.tree["words"].items() if "towns" in name or name == "others")
    .replace("~", " ")
    .lower()
    .split()
)


def _find_postcodes(line: SearchedLine) -> Iterator[Span]:
    patterns = [_PATTERN["letters_first"], _PATTERN["leading_zero"]]
    if _PATTERN["state_sign"].search(line.text):
        patterns.append(_PATTERN["states"])
    if not _TOWNS.isdisjoint(line.words):
        patterns.append(_PATTERN["towns"])
    yield from (match.span() for match in find_matches(line.text, *patterns))
    yield from (match.span("code") for match in _PATTERN["called"].finditer(line.small))
    yield from (match.span("code") for match in _PATTERN["abbreviated"].finditer(line.text))


def _has_sign(line: SearchedLine) -> bool:
    return line.digit_count > _FEWEST or (bool(line.numbers) and _PATTERN["sign"].search(line.text) is not None)


POSTCODE: Final = DataShape(rule="postcode", file=_FILE, sign=_has_sign, spans=_find_postcodes)
