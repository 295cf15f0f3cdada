"""Postal addresses: a street with a number, as the languages of the larger countries write it, and the town behind it.

A street is looked for around the words that make one, so that the cost grows with these only.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, SearchedLine, Span

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_GROUPS: Final = _FILE.groups
_LEVEL_LENGTH: Final = 12
_LIVES_WITHIN: Final = 40
"""Characters before a street that are searched for words such as "lives"."""
_REACH: Final = 64
"""The most characters between a street's word and its number."""
_LONGEST_NUMBER: Final = 5
_SHORTEST_SUFFIXED: Final = 6


def _find_addresses(line: SearchedLine) -> Iterator[Span]:
    for match in _PATTERN["po_box"].finditer(line.text):
        yield match.span()
    for match in _find_streets(line):
        yield match.start(), _find_town_end(line.text, match.end())
    if not line.is_ascii:
        for pattern in _GROUPS["unspaced"]:
            yield from (match.span() for match in pattern.finditer(line.text))
        for match in _PATTERN["korean"].finditer(line.text):
            if match["sure"] or _is_home(line.text, match):
                yield match.span()


def _find_streets(line: SearchedLine) -> Iterator[re.Match[str]]:
    anchors = list(_find_anchors(line.small)) if line.numbers else []
    roads = [start for start, _, kind in anchors if kind in _NUMBER_FIRST]
    for start, end in line.numbers if roads else ():
        if end - start <= _LONGEST_NUMBER and _has_between(roads, end, end + _REACH):
            yield from _match_rules(line.text, start, "road")
    for start, before, kind in anchors:
        if kind != "road" and line.has_number(start, start + _REACH):
            yield from _match_rules(line.text, start, kind)
            if before >= 0:
                yield from _match_rules(line.text, before, f"before_{kind}")


def _match_rules(text: str, start: int, kind: str) -> Iterator[re.Match[str]]:
    for pattern, is_address in _RULES.get(kind, ()):
        match = pattern.match(text, start)
        if match and not _PATTERN["famous"].match(text, start) and is_address(text, match):
            yield match
            return


def _has_between(places: Sequence[int], start: int, end: int) -> bool:
    at = bisect_left(places, start)
    return at < len(places) and places[at] < end


def _find_anchors(text: str) -> Iterator[tuple[int, int, str]]:
    """Find the words that make a street: their begin, that of the word before (-1: none), and their kinds."""
    before = -1
    for match in _PATTERN["word"].finditer(text):
        for kind in _find_kinds(match[0]):
            yield match.start(), before, kind
        before = match.start()


_ANCHORS: Final = {kind: frozenset(words.split()) for kind, words in _FILE.tree["anchors"].items()}
_KINDS_OF: Final = {
    word: tuple(kind for kind, words in _ANCHORS.items() if word in words)
    for word in frozenset().union(*_ANCHORS.values())
}
_NUMBER_FIRST: Final = frozenset({"road", "rue"})
_SUFFIXES: Final = tuple(_FILE.tree["suffixes"]["words"].split())


def _find_kinds(word: str) -> tuple[str, ...]:
    kinds = _KINDS_OF.get(word, ())
    is_suffixed = not kinds and len(word) >= _SHORTEST_SUFFIXED and word.endswith(_SUFFIXES)
    return ("suffix",) if is_suffixed else kinds


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


_Rule = tuple[re.Pattern[str], Callable[[str, re.Match[str]], bool]]
_CHECKS: Final = {"at_once": _is_no_level, "at_the_end": _is_finished, "at_home": _is_home}


def _list_rules(kind: str) -> tuple[_Rule, ...]:
    """Return the patterns of a kind of street, with the check that each of its groups needs."""
    return tuple((pattern, check) for name, check in _CHECKS.items() for pattern in _GROUPS.get(f"{kind}_{name}", ()))


_RULES: Final = {kind: _list_rules(kind) for kind in chain(_ANCHORS, (f"before_{kind}" for kind in _ANCHORS))}


def _has_sign(line: SearchedLine) -> bool:
    return bool(line.numbers) or (not line.is_ascii and _PATTERN["unspaced_sign"].search(line.text) is not None)


ADDRESS: Final = DataShape(rule="postal address", sign=_has_sign, spans=_find_addresses)
