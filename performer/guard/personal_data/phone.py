"""Phone numbers: international ones, national ones by a country's groups, those that are called one, and dictated ones.

A dictated number has single digits, or words.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, Span, find_matches

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_WORDS: Final[dict[str, str]] = {
    word: digits for digits, words in _FILE.tree["digits"].items() for word in words.split()
}
_TIMES: Final[dict[str, int]] = {word: int(n) for n, words in _FILE.tree["times"].items() for word in words.split()}


def _find_spelled_numbers(text: str) -> Iterator[Span]:
    for match in _PATTERN["by_words"].finditer(text):
        numbers = _read_numbers(match[0])
        if _PATTERN["letter"].search(match[0]) and len(numbers) >= _FEWEST and _is_dictated(numbers):
            yield match.span()
    for match in _PATTERN["by_digits"].finditer(text):
        numbers = _read_numbers(match[0])
        if _is_dictated(numbers) and (numbers[0] == 0 or len(numbers) >= _SURELY):
            yield match.span()


_FEWEST: Final = 7
"""The fewest words of a number that can reach anybody."""
_SURELY: Final = 10
"""The fewest digits of a number that need not begin with a 0: nine of them may be a row of a puzzle."""


def _read_numbers(written: str) -> list[int]:
    numbers: list[int] = []
    times = 1
    for part in _PATTERN["part"].findall(written.lower()):
        if part in _WORDS or part.isdecimal():
            numbers += [int(_WORDS.get(part, part))] * times
        times = _TIMES.get(part, 1)
    return numbers


def _is_dictated(numbers: Sequence[int]) -> bool:
    """Whether digits are a number, not a count, a beat or a row of noughts and ones."""
    counted = sum(abs(after - before) in {1, 10} for before, after in pairwise(numbers))
    return counted < _COUNTED * (len(numbers) - 1) and len(set(numbers)) > 2


_COUNTED: Final = 0.75
"""The share of steps by one from which on somebody counts."""


def _has_sign(text: str) -> bool:
    return (
        len(_WORDS.keys() & set(text.lower().replace(",", " ").split())) > 1
        or _PATTERN["single"].search(text) is not None
    )


SPELLED: Final = DataShape(rule="number spelled out", sign=_has_sign, spans=_find_spelled_numbers)

_LABEL_LENGTH: Final = 16
_ROUND: Final = "00000"
_DRAWN: Final = 50
"""The highest number of a lottery."""


def _find_phone_numbers(text: str) -> Iterator[Span]:
    for match in _PATTERN["international"].finditer(text):
        if _is_international(match):
            yield match.span()
    for match in find_matches(text, *_FILE.groups["grouped"]):
        if not _is_labelled(text, match.start()):
            yield match.span()
    for match in find_matches(text, *_FILE.groups["national"]):
        if _is_national(match[0]) and not _is_labelled(text, match.start()):
            yield match.span()
    for match in find_matches(text, *_FILE.groups["called"]):
        if not _PATTERN["date"].match(match["number"]) and not _is_round(match["number"]):
            yield match.span("number")


def _is_international(match: re.Match[str]) -> bool:
    digits = re.sub(r"\D", "", match["digits"])
    fewest = 9 if match["prefix"][0] == "0" or digits == match["digits"] else 8
    return len(digits) >= fewest and _ROUND not in digits and _PATTERN["country"].match(digits) is not None


def _is_national(written: str) -> bool:
    if _PATTERN["date"].match(written.lstrip("(")) or written.count("/") > 1 or _is_round(written):
        return False
    groups = [int(group) for group in re.findall(r"\d+", written)]
    steps = [after - before for before, after in pairwise(groups)]
    # In equal steps, or rising to a number that a lottery has.
    is_row = len(groups) > 2 and (len(set(steps)) == 1 or (min(steps) > 0 and groups[-1] <= _DRAWN))
    return not is_row


def _is_labelled(text: str, start: int) -> bool:
    return _PATTERN["label"].search(text, max(0, start - _LABEL_LENGTH), start) is not None


def _is_round(written: str) -> bool:
    return _ROUND in re.sub(r"\D", "", written) or _PATTERN["thousands"].fullmatch(written) is not None


PHONE: Final = DataShape(rule="phone number", sign=_PATTERN["phone"].search, spans=_find_phone_numbers)
