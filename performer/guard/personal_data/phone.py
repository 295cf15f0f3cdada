"""Phone numbers: international ones, national ones by a country's groups, and those that are called one."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, SearchedLine, Span, find_begun

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_FEWEST: Final = 7
_FEWEST_BESIDE_LETTERS: Final = 5
"""The fewest digits of a number some of whose digits are letters that look like them."""
_BEHIND: Final = tuple(
    "num núm cel phone mobile handy телефон номер movil tel portable fixe zap whats call text ring ruf appelle"
    " llam llám liga звони это 電話 連絡 携帯 番号 打给我 手机 电话 号码 微信 전화 번호".split()
)
"""Texts of which the words for a number before them hold one."""
_LABEL_LENGTH: Final = 16
_BEFORE: Final = 40
"""The most characters of a number that stands before the words which name it."""
_ROUND: Final = "00000"
_DRAWN: Final = 50
"""The highest number of a lottery."""


def _find_phone_numbers(line: SearchedLine) -> Iterator[Span]:
    yield from _find_in_digits(line)
    if _may_be_lettered(line):
        text = _PATTERN["lettered_digits"].sub(lambda group: group[0].translate(_DIGITS), line.text)
        if text != line.text:
            yield from _find_in_digits(replace(line, text=text))


_DIGITS: Final = str.maketrans("OoIl", "0011")


def _may_be_lettered(line: SearchedLine) -> bool:
    """Whether letters that are drawn like digits may stand in a number."""
    return not _LETTERS.isdisjoint(line.signs) and _PATTERN["lettered_digits"].search(line.text) is not None


_LETTERS: Final = frozenset("OoIl")


def _find_in_digits(line: SearchedLine) -> Iterator[Span]:
    for match in _PATTERN["international"].finditer(line.text):
        if _is_international(match) and not _is_labelled(line, match.start()):
            yield match.span()
    for match in find_begun(line.text, _PATTERN["grouped_begin"], _PATTERN["grouped"]):
        if not _is_labelled(line, match.start()):
            yield match.span()
    for match in find_begun(line.text, _PATTERN["national_begin"], _PATTERN["national"]):
        if _is_national(match[0]) and not _is_labelled(line, match.start()):
            yield match.span()
    yield from _find_called_numbers(line)


def _find_called_numbers(line: SearchedLine) -> Iterator[Span]:
    """Find numbers next to words that call them a phone number."""
    text = line.small
    if not line.words:
        return
    for name in ("called", "linked"):
        for match in _PATTERN[name].finditer(text):
            if _is_called(line, match):
                yield match.span("number")
    is_named = any(each in text for each in _BEHIND)
    for behind in _PATTERN["named_behind"].finditer(text) if is_named else ():
        before = _PATTERN["number_before"].search(text, max(0, behind.start() - _BEFORE), behind.start())
        if before and _is_called(line, before):
            yield before.span("number")


def _is_called(line: SearchedLine, match: re.Match[str]) -> bool:
    """Whether a number is a phone number if words call it one: no date, no amount, nothing that a lottery has."""
    written, start = match["number"], match.start("number")
    is_date_or_round = _PATTERN["date"].match(written) is not None or _is_round(written)
    return not (is_date_or_round or _is_drawn(written) or _is_labelled(line, start))


def _is_drawn(written: str) -> bool:
    """Whether groups of digits are numbers of a lottery, which rise."""
    groups = [int(group) for group in re.findall(r"\d+", written)]
    return len(groups) > 3 and groups == sorted(groups) and groups[-1] <= _DRAWN


def _is_international(match: re.Match[str]) -> bool:
    digits = re.sub(r"\D", "", match["digits"])
    fewest = 9 if match[0][0] == "0" or digits == match["digits"] else 8
    return len(digits) >= fewest and _ROUND not in digits and _PATTERN["country"].match(digits) is not None


def _is_national(written: str) -> bool:
    is_date = _PATTERN["date"].match(written.lstrip("(")) or _PATTERN["short_groups"].match(written)
    if is_date or _is_round(written):
        return False
    groups = [int(group) for group in re.findall(r"\d+", written)]
    steps = [after - before for before, after in pairwise(groups)]
    # In equal steps, or rising to a number that a lottery has.
    is_row = len(groups) > 2 and (len(set(steps)) == 1 or (min(steps) > 0 and groups[-1] <= _DRAWN))
    return not is_row


def _is_labelled(line: SearchedLine, start: int) -> bool:
    begin = max(0, start - _LABEL_LENGTH)
    is_state = _PATTERN["state"].search(line.text, max(0, start - 4), start)
    return is_state is not None or _PATTERN["label"].search(line.small, begin, start) is not None


def _is_round(written: str) -> bool:
    return (
        _ROUND in written
        or re.sub(r"\D", "", written).endswith(_ROUND)
        or _PATTERN["thousands"].fullmatch(written) is not None
    )


def _has_sign(line: SearchedLine) -> bool:
    if line.digit_count >= _FEWEST and _PATTERN["phone"].search(line.text) is not None:
        return True
    return line.digit_count >= _FEWEST_BESIDE_LETTERS and _may_be_lettered(line)


PHONE: Final = DataShape(rule="phone number", file=_FILE, needs_digits=True, sign=_has_sign, spans=_find_phone_numbers)
