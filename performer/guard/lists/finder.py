"""Finds the words of the bundled lists, but for those that stand in a harmless phrase."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import Final

from performer.guard.hit import Hit
from performer.guard.lists.bundled import allowed, clean, word_lists
from performer.guard.reading import Reading
from performer.guard.words import WordFinder

_WORD: Final = re.compile(r"[^\W_]+")
_AROUND: Final = 3
"""Words of a harmless phrase before its entry, and behind it."""


class BundledFinder(WordFinder):
    """Looks for the bundled lists; made in some tenths of a second."""

    def __init__(self) -> None:
        super().__init__(*word_lists(), allowed=allowed())

    def find(self, reading: Reading) -> Iterator[Hit]:
        """Find them."""
        return (hit for hit in super().find(reading) if not self._is_clean(reading, hit))

    @cached_property
    def _clean(self) -> frozenset[str]:
        return clean()

    def _is_clean(self, reading: Reading, hit: Hit) -> bool:
        """Whether the words around a hit make it one of the harmless phrases."""
        words, spans = _words(reading)
        first = bisect_right(spans, hit.start, key=lambda span: span[1])
        after = bisect_left(spans, hit.end, key=lambda span: span[0])
        if first >= after:
            return False
        begins = range(max(0, first - _AROUND), first + 1)
        ends = range(after, min(len(words), after + _AROUND) + 1)
        return any(" ".join(words[begin:end]) in self._clean for begin, end in product(begins, ends))


def _words(reading: Reading) -> tuple[list[str], list[tuple[int, int]]]:
    """Give the words of a reading, and where each was written. Done once a reading."""
    if "words" not in reading.worked_out:
        found = list(_WORD.finditer(reading.text))
        spans = [reading.written_span(*word.span()) for word in found]
        reading.worked_out["words"] = [word[0] for word in found], spans
    words: tuple[list[str], list[tuple[int, int]]] = reading.worked_out["words"]
    return words
