"""Postal addresses: a street with a number, as the languages of the larger countries write it, and the town behind it.

A street is looked for around the words that make one, so that the cost grows with these only.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, SearchedLine, Span
from performer.guard.personal_data.town import is_lived_in

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_GROUPS: Final = _FILE.groups
_UNSPACED: Final = {name: frozenset(signs) for name, signs in _FILE.tree["unspaced"].items()}
"""The patterns of streets in languages without blanks, with the signs of which each needs one."""
_BOX_SIGNS: Final = ("box", "post", "apartado")
"""Texts of which the words for a box of letters hold one."""
_LEVEL_LENGTH: Final = 12
_TOWN_WITHIN: Final = 40
"""Characters before a street that are searched for its town."""
_REACH: Final = 64
"""The most characters between a street's word and its number."""
_UNIT_WITHIN: Final = 24
"""Characters before a street that are searched for its flat."""
_MOST_UNITS: Final = 3
_LONGEST_NUMBER: Final = 5
_SHORTEST_SUFFIXED: Final = 6
_LONGEST_KOREAN: Final = 32
_MOST_DISTRICTS: Final = 3
_KOREAN_WAYS: Final = frozenset("로길")
_DISTRICT_ENDS: Final = frozenset("시도군구읍면동")


def _find_addresses(line: SearchedLine) -> Iterator[Span]:
    if any(each in line.small for each in _BOX_SIGNS):
        yield from (match.span() for match in _PATTERN["po_box"].finditer(line.text))
    for start, end in _find_streets(line):
        yield _find_unit_begin(line.text, start), _find_town_end(line.text, _find_unit_end(line.text, end))
    if not line.is_ascii:
        for name, signs in _UNSPACED.items():
            if not signs.isdisjoint(line.signs):
                yield from (match.span() for match in _PATTERN[name].finditer(line.text))
        if not _KOREAN_WAYS.isdisjoint(line.signs):
            yield from _find_korean_streets(line)


def _find_streets(line: SearchedLine) -> Iterator[Span]:
    anchors = list(_find_anchors(line)) if line.numbers else []
    roads = [start for start, _, kind in anchors if kind in _NUMBER_FIRST]
    for start, end in line.numbers if roads else ():
        if end - start <= _LONGEST_NUMBER and _has_between(roads, end, end + _REACH):
            yield from _match_rules(line, start, "road")
    for start, before, kind in anchors:
        if kind != "road" and line.has_number(start, start + _REACH):
            yield from _match_rules(line, start, kind)
            if before >= 0:
                yield from _match_rules(line, before, f"before_{kind}")


def _match_rules(line: SearchedLine, start: int, kind: str) -> Iterator[Span]:
    for pattern, is_small, is_address in _list_rules(kind):
        match = pattern.match(line.small if is_small else line.text, start)
        if match and not _is_in_stories(line, match) and is_address(line, match):
            yield match.span()
            return


def _is_in_stories(line: SearchedLine, match: re.Match[str]) -> bool:
    """Whether a street is in a well-known story, with no postcode behind it, or is one with a chapter's number."""
    if _PATTERN["story_number"].search(line.small, *match.span()):
        return True
    is_famous = _PATTERN["famous"].match(line.small, match.start()) is not None
    return is_famous and _find_town_end(line.text, match.end()) == match.end()


def _find_korean_streets(line: SearchedLine) -> Iterator[Span]:
    """Find streets behind the names of their town or district, or where words say that somebody lives there."""
    for match in _PATTERN["korean"].finditer(line.text):
        start = match.start()
        begin = line.text.rfind(" ", max(0, start - _LONGEST_KOREAN), start) + 1
        if begin == start:
            continue
        begin = begin or max(0, start - _LONGEST_KOREAN)
        first = _find_first_district(line.text, begin)
        if first < begin or match["lot"] or match["lane"] or is_lived_in(line, begin, match.end()):
            yield first, match.end()


def _find_first_district(text: str, begin: int) -> int:
    """Return where the districts begin that stand before a street."""
    for _ in range(_MOST_DISTRICTS):
        if text[begin - 2 : begin - 1] not in _DISTRICT_ENDS:
            break
        start = text.rfind(" ", max(0, begin - _LONGEST_KOREAN), begin - 1) + 1
        if not _PATTERN["korean_district"].fullmatch(text, start, begin - 1):
            break
        begin = start
    return begin


def _has_between(places: Sequence[int], start: int, end: int) -> bool:
    at = bisect_left(places, start)
    return at < len(places) and places[at] < end


def _find_anchors(line: SearchedLine) -> Iterator[tuple[int, int, str]]:
    """Find the words that make a street: their begin, that of the word before (-1: none), and their kinds."""
    if not any(map(_find_kinds, {*_PATTERN["word"].findall(" ".join(line.words))})):
        return
    before = -1
    for match in _PATTERN["word"].finditer(line.small):
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


def _find_unit_begin(text: str, start: int) -> int:
    """Return the begin of the flat before a street; the street's when there is none."""
    before = _PATTERN["unit_before"].search(text, max(0, start - _UNIT_WITHIN), start)
    return before.start() if before else start


def _find_unit_end(text: str, end: int) -> int:
    """Return the end of the block, floor and flat behind a street; the place itself when there are none."""
    for _ in range(_MOST_UNITS):
        unit = _PATTERN["unit"].match(text, end)
        end = unit.end() if unit else end
    return end


def _find_town_end(text: str, end: int) -> int:
    """Return the end of the postcode and town behind a place; the place itself when there are none."""
    behind = _PATTERN["behind"].match(text, end)
    return behind.end() if behind else end


def _is_no_level(line: SearchedLine, match: re.Match[str]) -> bool:
    start = match.start()
    return _PATTERN["level"].search(line.small, max(0, start - _LEVEL_LENGTH), start) is None


def _is_finished(line: SearchedLine, match: re.Match[str]) -> bool:
    is_end = _PATTERN["ends"].match(line.small, match.end()) is not None
    return (is_end and _is_no_level(line, match)) or _is_home(line, match)


def _is_at_a_town(line: SearchedLine, match: re.Match[str]) -> bool:
    """Whether a street is at home, or a name behind a comma ends what it begins."""
    text, end = line.text, match.end()
    is_town = text.startswith(",", end) and _PATTERN["comma_town"].match(text, end) is not None
    return (is_town and _is_no_level(line, match)) or _is_home(line, match)


def _is_home(line: SearchedLine, match: re.Match[str]) -> bool:
    """Whether a town stands behind a street, or words before it say that somebody lives there."""
    start = match.start()
    is_behind_town = _PATTERN["town"].search(line.text, max(0, start - _TOWN_WITHIN), start) is not None
    end = _find_unit_end(line.text, match.end())
    return is_behind_town or _find_town_end(line.text, end) > end or is_lived_in(line, *match.span())


_Rule = tuple[re.Pattern[str], bool, Callable[[SearchedLine, re.Match[str]], bool]]
_CHECKS: Final = {"at_once": _is_no_level, "at_the_end": _is_finished, "at_a_town": _is_at_a_town, "at_home": _is_home}


@cache
def _list_rules(kind: str) -> tuple[_Rule, ...]:
    """Return the patterns of a kind of street, whether they are in lower case, and the check that each needs."""
    return tuple(
        (pattern, case == "small", check)
        for name, check in _CHECKS.items()
        for case in ("small", "cased")
        if f"{case}_{kind}_{name}" in _GROUPS.names
        for pattern in _GROUPS[f"{case}_{kind}_{name}"]
    )


def _has_sign(line: SearchedLine) -> bool:
    return bool(line.numbers) or (not line.is_ascii and _PATTERN["unspaced_sign"].search(line.text) is not None)


ADDRESS: Final = DataShape(rule="postal address", file=_FILE, sign=_has_sign, spans=_find_addresses)
