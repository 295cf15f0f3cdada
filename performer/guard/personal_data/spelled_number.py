"""Numbers that are dictated: digit by digit, or in words of nine languages."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, SearchedLine, Span

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_WORDS: Final[dict[str, str]] = {
    word: digits for digits, words in _FILE.tree["digits"].items() for word in words.split()
} | {
    f"{unit}und{ten}": str(int(tens) + digit)
    for tens, ten in _FILE.tree["german_tens"].items()
    for digit, unit in enumerate(_FILE.tree["german"]["units"].split(), 1)
}
_TIMES: Final[dict[str, int]] = {word: int(n) for n, words in _FILE.tree["times"].items() for word in words.split()}
_UNSPACED: Final[dict[str, str]] = {
    word: digit for digit, words in _FILE.tree["unspaced"].items() for word in words.split()
}
_LETTERS: Final = frozenset("".join(_UNSPACED))
_FEWEST: Final = 7
"""The fewest digits of a number that can reach anybody."""
_SURELY: Final = 10
"""The fewest digits of a number that need not begin with a 0: nine of them may be a row of a puzzle."""
_COUNTED: Final = 0.75
"""The share of steps by one from which on somebody counts."""


def _find_spelled_numbers(line: SearchedLine) -> Iterator[Span]:
    if _has_words(line):
        yield from _find_in_words(line.text)
    for match in _PATTERN["by_digits"].finditer(line.text):
        numbers = [int(each) for each in match[0] if each.isdigit()]
        is_long = len(numbers) >= (_FEWEST + 1 if numbers[0] == 0 else _SURELY)
        if is_long and _PATTERN["ends"].match(line.text, match.end()) and _is_dictated(numbers):
            yield match.span()
    if not _LETTERS.isdisjoint(line.signs):
        yield from _find_unspaced(line.text)


def _find_in_words(text: str) -> Iterator[Span]:
    """Find runs of number words, among which are single digits and words such as "double"."""
    run = _Run()
    for match in _PATTERN["part"].finditer(text):
        word = match[0].lower()
        spelled = _WORDS.get(word) or (word if len(word) == 1 and word.isdecimal() else "")
        if run.numbers and not (run.reaches(text, match.start()) and (spelled or word in _TIMES or word in _JOINTS)):
            if run.is_number():
                yield run.start, run.end
            run = _Run()
        run.add(match, spelled, _TIMES.get(word, 0))
    if run.is_number():
        yield run.start, run.end


class _Run:
    """Number words that stand one after the other."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.start = self.end = 0
        self._reached = 0
        """The end of the last word, also of one that joins two numbers."""
        self._times = 0
        self._is_worded = False

    def reaches(self, text: str, start: int) -> bool:
        """Whether only a short gap is before a word."""
        return _PATTERN["gap"].fullmatch(text, self._reached, start) is not None

    def add(self, word: re.Match[str], spelled: str, times: int) -> None:
        """Add a number, a word that says how often the next one comes, or one that joins two."""
        if spelled or times:
            self.start = self.start if self.numbers or self._times else word.start()
        if spelled:
            self.numbers += [int(spelled)] * max(self._times, 1)
            self.end = word.end()
            self._is_worded |= spelled != word[0]
        self._times = times
        self._reached = word.end()

    def is_number(self) -> bool:
        """Whether they are a number that somebody dictates."""
        digits = sum(len(str(number)) for number in self.numbers)
        is_long = len(self.numbers) >= _FEWEST or (digits > _FEWEST + 1 and len(self.numbers) > _FEWEST - 3)
        return is_long and self._is_worded and _is_dictated(self.numbers)


_JOINTS: Final = frozenset(_FILE.tree["joints"]["words"].split())


def _find_unspaced(text: str) -> Iterator[Span]:
    """Find numbers in words of languages that need no blanks between them."""
    runs = _PATTERN["unspaced_run"].finditer(text)
    for match in chain.from_iterable(_PATTERN["unspaced"].finditer(text, *run.span()) for run in runs):
        parts = _PATTERN["unspaced_part"].findall(match[0])
        digits = [int(_UNSPACED.get(each) or each) for each in parts]
        is_worded = 2 * sum(each in _UNSPACED for each in parts) >= len(parts)
        if is_worded and len(digits) >= _FEWEST and _is_dictated(digits):
            yield match.span()


def _is_dictated(numbers: Sequence[int]) -> bool:
    """Whether digits are a number, not a count, a beat or a row of noughts and ones."""
    if _is_card(numbers):
        return True
    steps = [abs(after - before) in {1, 10} for before, after in pairwise(numbers)]
    if not steps[0] and len(numbers) > _FEWEST + 1 and (all(steps[1:]) or numbers[0] == 0):
        return len(set(numbers)) > 2  # a count begins at no other number than its first
    counted = sum(steps)
    is_counted = counted >= _COUNTED * (len(numbers) - 1) or len(set(numbers)) <= 2
    return not is_counted and tuple(numbers[: len(_PI)]) not in {_PI, _E}


def _is_card(numbers: Sequence[int]) -> bool:
    """Whether single digits are as many as a card has, of which the last fits (Luhn)."""
    if len(numbers) != _CARD or max(numbers) > 9 or numbers[0] not in _ISSUERS:
        return False
    return sum(sum(divmod(each * (2 - at % 2), 10)) for at, each in enumerate(numbers)) % 10 == 0


_CARD: Final = 16
_ISSUERS: Final = frozenset({3, 4, 5, 6})
"""The first digits of most cards."""
_PI: Final = (3, 1, 4, 1, 5)
_E: Final = (2, 7, 1, 8, 2)


_SPACED_WORDS: Final = frozenset(_WORDS)
_JOINED: Final = frozenset(_FILE.tree["words"]["joined"].split())
_FEWEST_KINDS: Final = 2
"""The fewest different number words of a number of words, besides its digits."""


def _has_words(line: SearchedLine) -> bool:
    is_parted = len(_SPACED_WORDS & line.words) >= _FEWEST_KINDS
    may_be_joined = not _JOINED.isdisjoint(line.words)
    return is_parted or (may_be_joined and _PATTERN["joined"].search(line.small) is not None)


def _has_sign(line: SearchedLine) -> bool:
    if len(line.numbers) > _FEWEST or (not line.is_ascii and not _LETTERS.isdisjoint(line.signs)):
        return True
    return _has_words(line)


SPELLED: Final = DataShape(rule="number spelled out", file=_FILE, sign=_has_sign, spans=_find_spelled_numbers)
