"""Finds the words of the bundled lists, but for those that stand in a harmless phrase."""

import re
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
        words = list(_WORD.finditer(reading.text))
        within = [place for place, word in enumerate(words) if _is_within(reading.written_span(*word.span()), hit)]
        if not within:
            return False
        first, last = within[0], within[-1]
        begins = range(max(0, first - _AROUND), first + 1)
        ends = range(last + 1, min(len(words), last + 1 + _AROUND) + 1)
        rows = (words[begin:end] for begin, end in product(begins, ends))
        return any(" ".join(word[0] for word in row) in self._clean for row in rows)


def _is_within(span: tuple[int, int], hit: Hit) -> bool:
    return span[0] < hit.end and hit.start < span[1]
