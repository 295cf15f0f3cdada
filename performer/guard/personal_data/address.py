"""Postal addresses: a street with a number, as ten languages write it, and the postcode and town behind it."""

import re
from collections.abc import Iterator
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, Span, find_matches

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_LEVEL_LENGTH: Final = 12
_LIVES_WITHIN: Final = 40
"""Characters before a street that are searched for these words."""


def _find_addresses(text: str) -> Iterator[Span]:
    for patterns, is_address in _RULES:
        for match in find_matches(text, *patterns):
            if not _PATTERN["famous"].match(text, match.start()) and is_address(text, match):
                yield match.start(), _find_town_end(text, match.end())


def _find_town_end(text: str, end: int) -> int:
    """Return the end of the postcode and town behind a place; the place itself when there are none."""
    behind = _PATTERN["behind"].match(text, end)
    return behind.end() if behind else end


def _is_no_level(text: str, match: re.Match[str]) -> bool:
    start = match.start()
    return _PATTERN["level"].search(text, max(0, start - _LEVEL_LENGTH), start) is None


def _is_finished(text: str, match: re.Match[str]) -> bool:
    return (_PATTERN["ends"].match(text, match.end()) is not None and _is_no_level(text, match)) or _is_home(
        text, match
    )


def _is_home(text: str, match: re.Match[str]) -> bool:
    """Whether a town stands behind a street, or words before it say that somebody lives there."""
    start = match.start()
    before = max(0, start - _LIVES_WITHIN)
    is_lived_in = _PATTERN["lives"].search(text, before, start) or _PATTERN["town"].search(text, before, start)
    return is_lived_in is not None or _find_town_end(text, match.end()) > match.end()


_RULES: Final = tuple(
    (_FILE.groups[name], is_address)
    for name, is_address in (("number_first", _is_no_level), ("at_the_end", _is_finished), ("with_a_sign", _is_home))
)


def _has_sign(text: str) -> bool:
    return _PATTERN["digit"].search(text) is not None and _PATTERN["kinds"].search(text) is not None


ADDRESS: Final = DataShape(rule="postal address", sign=_has_sign, spans=_find_addresses)
