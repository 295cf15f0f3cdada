"""Payment cards: unbroken, or in equal groups as on a card, whatever signs part them; the last digit fits (Luhn)."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, SearchedLine, Span

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_FEWEST: Final = 13
_LENGTHS: Final = (16, 15, 14, 19, 13, 18, 17)
"""The lengths of card numbers, the commonest first."""
_ISSUER: Final = (6,)
"""The length of the first group where the bank's number stands apart."""
_PAIR: Final = 2
_DRAWN: Final = 50
"""The highest number of a lottery."""
_COMMON_LENGTHS: Final = frozenset({13, 14, 15, 16})
"""The lengths of unbroken card numbers; others are a seed or the like, unless they are called a card."""
_COMMON_GROUPS: Final = frozenset({1, 4, 8})
"""The lengths of groups in any card; others, as a lottery has them, only in those of the first two lengths."""


def _find_cards(line: SearchedLine) -> Iterator[Span]:
    for run in _PATTERN["run"].finditer(line.text):
        if run.end() - run.start() >= _FEWEST and sum(map(str.isdigit, run[0])) >= _FEWEST:
            yield from _CardRun(line, run).find_cards()


class _CardRun:
    """Groups of digits that signs part as on a card."""

    def __init__(self, line: SearchedLine, run: re.Match[str]) -> None:
        text = line.text
        groups = [*line.find_numbers(*run.span())]
        if _PATTERN["goes_on"].match(text, run.end()):
            groups.pop()
        self._line = line
        self._groups: Sequence[Span] = groups
        self._digits = "".join(text[start:end] for start, end in groups)
        self._ends = list(accumulate(end - start for start, end in groups))
        self._ending_at = {end: at for at, end in enumerate(self._ends)}
        self._beginning_at = {begin: at for at, begin in enumerate([0, *self._ends[:-1]])}
        self._sums = _sum_digits(self._digits, doubled=0), _sum_digits(self._digits, doubled=1)

    def find_cards(self) -> Iterator[Span]:
        """Find the cards, none of which begins within another."""
        least = 0
        for issuer in _PATTERN["issuer"].finditer(self._digits):
            start = issuer.start()
            first = self._beginning_at.get(start)
            if first is None or start < least:
                continue
            last = self._find_last_group(start, first)
            if last is not None:
                least = self._ends[last]
                yield self._groups[first][0], self._groups[last][1]

    def _find_last_group(self, start: int, first: int) -> int | None:
        """Return the number of the group with which a card ends that begins with a group."""
        for length in _LENGTHS:
            last = self._ending_at.get(start + length)
            if last is None or not self._passes_luhn(start, start + length):
                continue
            digits = self._digits[start : start + length]
            if self._is_grouped(first, last, length) and _PATTERN["number"].fullmatch(digits) and len(set(digits)) > 1:
                return last
        return None

    def _is_grouped(self, first: int, last: int, length: int) -> bool:
        """Whether digits are grouped as on a card, or all in groups of one length: else they are separate numbers."""
        lengths = [end - start for start, end in self._groups[first : last + 1]]
        if first == last and length not in _COMMON_LENGTHS:
            return _PATTERN["word"].search(self._line.small) is not None
        if lengths[:2] == [4, 6] or tuple(lengths[:1]) == _ISSUER:
            return True
        if lengths[0] == _PAIR and length not in _LENGTHS[:2]:
            return len(set(lengths[:-1])) == 1 and not self._is_drawn(first, last)
        is_common = lengths[0] in _COMMON_GROUPS or len(lengths) == 1 or length in _LENGTHS[:2]
        return is_common and len(set(lengths[:-1])) < 2 and lengths[-1] <= lengths[0]

    def _is_drawn(self, first: int, last: int) -> bool:
        """Whether groups are numbers of a lottery, which rise, or none of which is high."""
        start = self._ends[first] - _PAIR
        pairs = [int(self._digits[at : at + _PAIR]) for at in range(start, self._ends[last], _PAIR)]
        return pairs == sorted(pairs) or max(pairs) <= _DRAWN

    def _passes_luhn(self, start: int, end: int) -> bool:
        """Whether the last digit fits the others."""
        sums = self._sums[end % 2]
        return (sums[end] - sums[start]) % 10 == 0


def _sum_digits(digits: str, *, doubled: int) -> Sequence[int]:
    """Return the sums of the digits before each place, with every second digit doubled as Luhn has it."""
    values = [*map(int, digits)]
    values[doubled::2] = [_DOUBLED[each] for each in values[doubled::2]]
    return [0, *accumulate(values)]


_DOUBLED: Final = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def _has_sign(line: SearchedLine) -> bool:
    return line.digit_count >= _FEWEST and _PATTERN["card"].search(line.text) is not None


CARD: Final = DataShape(rule="card number", file=_FILE, needs_digits=True, sign=_has_sign, spans=_find_cards)
