"""Postcodes that stand without a street: by their shape, by the word before them, or by the town behind them."""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, SearchedLine, Span, find_begun, find_matches
from performer.guard.personal_data.town import find_town_codes, is_lived_in

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_UNSPACED: Final = frozenset("우市区町村")
"""Signs of which one stands beside a postcode of Korea or Japan."""
_FEWEST: Final = 2
_NAMES: Final = tuple("zip plz post cp cep npa cap c.p. cod pin индекс 郵便 邮编 邮政 邮递 郵遞 郵政 우편".split())
"""Texts of which the words for a postcode hold one."""


def _find_postcodes(line: SearchedLine) -> Iterator[Span]:
    patterns = [_PATTERN["leading_zero"]] if "0" in line.signs else []
    if _PATTERN["state_end"].search(line.text) and _PATTERN["state_sign"].search(line.text):
        patterns.append(_PATTERN["states"])
    if not _UNSPACED.isdisjoint(line.signs):
        patterns.append(_PATTERN["unspaced"])
    lettered = find_begun(line.text, _PATTERN["letters_begin"], _PATTERN["letters_first"])
    yield from (match.span() for match in chain(lettered, find_matches(line.text, *patterns)))
    yield from find_town_codes(line)
    for match in find_begun(line.text, _PATTERN["place_begin"], _PATTERN["place"]):
        if is_lived_in(line, *match.span()):
            yield match.span()
    if any(each in line.small for each in _NAMES):
        for match in find_matches(line.small, _PATTERN["called"], _PATTERN["called_short"]):
            yield match.span("code")
        yield from (match.span("code") for match in _PATTERN["abbreviated"].finditer(line.text))


def _has_sign(line: SearchedLine) -> bool:
    return line.digit_count > _FEWEST or (bool(line.numbers) and _PATTERN["sign"].search(line.text) is not None)


POSTCODE: Final = DataShape(rule="postcode", file=_FILE, needs_digits=True, sign=_has_sign, spans=_find_postcodes)
