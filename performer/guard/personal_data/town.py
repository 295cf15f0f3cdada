"""Towns beside their postcodes, and the words that say that somebody lives somewhere.

Most numbers beside a town are none: only those count that begin as the town's postcodes do.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import SearchedLine, Span

TOWN_FILE: Final = PatternFile(__file__)
_PATTERN: Final = TOWN_FILE.patterns
_LENGTHS: Final = {"germany": 5, "france": 5, "spain": 5, "italy": 5, "america": 5, "central_europe": 4} | {
    "parted": 7,
    "brazil": 8,
    "russia": 6,
    "india": 6,
    "lettered": 0,
}
_BEFORE: Final = 24
"""Characters before a town that are searched for its postcode."""
_LIVES_BEFORE: Final = 40
_LIVES_BEHIND: Final = 30
"""Characters before and behind an address that are searched for words such as "lives"."""
_YEARS: Final = ("19", "201", "202")
"""What a number of four digits begins with that is rather a year."""
_PARTED: Final = 7
_CHINESE: Final = 6
_KOREAN: Final = 5

_Codes = tuple[str, int, tuple[str, ...]]
"""The rest of a town's name behind its first word, the number of digits of its postcodes, and their beginnings."""


def find_town_codes(line: SearchedLine) -> Iterator[Span]:
    """Find postcodes beside the town that they belong to; each goes from the number to the town, or back."""
    towns = _index_towns()
    if not towns.keys().isdisjoint(line.words):
        for word in _PATTERN["word"].finditer(line.small):
            for town in towns.get(word[0], ()):
                yield from _find_beside(line.small, word, town)
    if not line.is_ascii:
        if "г." in line.small or "город" in line.small:
            yield from (match.span() for match in _PATTERN["russian"].finditer(line.small))
        names = ("asian_before", "asian_behind") if line.longest_number >= _KOREAN else ()
        for name in names:
            yield from (match.span() for match in _PATTERN[name].finditer(line.text) if _is_asian_code(match))


def is_lived_in(line: SearchedLine, start: int, end: int) -> bool:
    """Whether words before or behind a part of a line say that somebody lives there."""
    return line.is_near(_PATTERN["lives"], start - _LIVES_BEFORE, end + _LIVES_BEHIND)


def _find_beside(small: str, word: re.Match[str], town: _Codes) -> Iterator[Span]:
    rest, length, beginnings = town
    end = word.end() + len(rest)
    if not small.startswith(rest, word.end()):
        return
    before = _PATTERN["code_before"].search(small, max(0, word.start() - _BEFORE), word.start())
    if before and _fits(before["code"], length, beginnings):
        yield before.start(), end
    behind = _PATTERN["code_behind"].match(small, end)
    if behind and _fits(behind["code"], length, beginnings) and (length != _SHORT or behind["gap"].strip()):
        yield word.start(), behind.end()


_SHORT: Final = 4
"""The length of codes that may also count something when they stand behind a town."""


def _fits(code: str, length: int, beginnings: tuple[str, ...]) -> bool:
    """Whether a code is one of a town, whose country writes it with letters if it has no length."""
    if not length:
        return _PATTERN["lettered"].fullmatch(code) is not None and _PATTERN["ordinal"].search(code) is None
    digits = code.replace(" ", "").replace("-", "")
    if len(digits) != length or not digits.isdecimal() or not digits.startswith(beginnings):
        return False
    return "-" in code if length == _PARTED else length != _SHORT or not digits.startswith(_YEARS)


def _is_asian_code(match: re.Match[str]) -> bool:
    code, town = match["code"], match["town"]
    length = _KOREAN if town >= "가" else _CHINESE
    return len(code) == length and code.startswith(_UNSPACED[town])


@cache
def _index_towns() -> Mapping[str, Sequence[_Codes]]:
    """Return the towns by their first words."""
    by_word: dict[str, list[_Codes]] = {}
    for word, town in _list_towns():
        by_word.setdefault(word, []).append(town)
    return by_word


def _list_towns() -> Iterator[tuple[str, _Codes]]:
    for country, towns in TOWN_FILE.tree["towns"].items():
        for town in towns.split():
            name, _, beginnings = town.replace("~", " ").partition("=")
            first = _FIRST_WORD.match(name)
            if first:
                yield first[0], (name[first.end() :], _LENGTHS[country], tuple(beginnings.split(",")))


_FIRST_WORD: Final = re.compile(r"[^\W\d_]+")
_UNSPACED: Final = {
    name: tuple(beginnings.split(","))
    for beginnings, names in TOWN_FILE.tree["unspaced"].items()
    for name in names.split()
}
