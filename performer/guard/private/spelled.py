"""Numbers of somebody's that are dictated: digits one by one, or as words."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from performer.guard.private.shape import Shape, Span

_LISTS: Final = tomllib.loads(Path(__file__).with_name("numbers.toml").read_text(encoding="utf-8"))
_WORDS: Final[dict[str, str]] = {word: digits for digits, words in _LISTS["words"].items() for word in words.split()}
_TIMES: Final[dict[str, int]] = {word: int(times) for times, words in _LISTS["times"].items() for word in words.split()}
_WORD: Final = rf"(?:(?:{'|'.join(_TIMES)}) ?)?(?:{'|'.join(_WORDS)})"
_GAP: Final = r"(?:[ ,.;/–-]{1,3}(?:(?:and|et|y|e|und) )?)"
_BY_WORDS: Final = re.compile(rf"\b(?:{_WORD}|\d)(?:{_GAP}(?:{_WORD}|\d)){{5,24}}\b", re.IGNORECASE)
_BY_DIGITS: Final = re.compile(r"(?<![\w.,:+-])\d(?P<gap>[ .,–-]{1,3})\d(?:(?P=gap)\d){7,17}(?![\w%:])")
_LETTER: Final = re.compile(r"[^\W\d_]")
_PART: Final = re.compile(r"\d|[^\W\d_]+")


def _spans(text: str) -> Iterator[Span]:
    for match in _BY_WORDS.finditer(text):
        numbers = _numbers(match[0])
        if _LETTER.search(match[0]) and len(numbers) >= _FEWEST and _is_dictated(numbers):
            yield match.span()
    for match in _BY_DIGITS.finditer(text):
        numbers = _numbers(match[0])
        if _is_dictated(numbers) and (numbers[0] == 0 or len(numbers) >= _SURELY):
            yield match.span()


_FEWEST: Final = 7
"""Words of a number: fewer are too few to reach anybody."""
_SURELY: Final = 10
"""Digits of a number that need not begin with a 0: nine of them may be a row of a puzzle."""


def _numbers(written: str) -> list[int]:
    numbers: list[int] = []
    times = 1
    for part in _PART.findall(written.lower()):
        if part in _WORDS or part.isdecimal():
            numbers += [int(_WORDS.get(part, part))] * times
        times = _TIMES.get(part, 1)
    return numbers


def _is_dictated(numbers: Sequence[int]) -> bool:
    """Tell a number from a count, a beat and a row of noughts and ones."""
    counted = sum(abs(after - before) in {1, 10} for before, after in pairwise(numbers))
    return counted < _COUNTED * (len(numbers) - 1) and len(set(numbers)) > 2


_COUNTED: Final = 0.75
"""The part of the steps that go on by one: from here on somebody counts."""
_SINGLE: Final = re.compile(r"\d(?:[ .,–-]{1,3}\d){8}")


def _sign(text: str) -> bool:
    return len(_WORDS.keys() & set(text.lower().replace(",", " ").split())) > 1 or _SINGLE.search(text) is not None


SPELLED: Final = Shape(rule="number spelled out", sign=_sign, spans=_spans)
