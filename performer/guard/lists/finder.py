"""Finds the words of the bundled lists, but for those in a harmless phrase, in endings and in pictures of signs."""

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
_ENDED: Final = re.compile(r"[^\W\d_]{2,}['’](?:s|m|d|re|ve|ll)")
"""A word with an ending of English: none of its letters hides behind the apostrophe. The word by itself is found."""
_EDGES: Final = '#.,;:!?…()[]"“”„«»'
_FEWEST_DRAWN: Final = 8
"""So many signs can be a picture; fewer can be a word that is dressed in signs altogether."""
_AROUND: Final = 3
"""Words of a harmless phrase before its entry, and behind it."""


class BundledFinder(WordFinder):
    """Looks for the bundled lists; made in some tenths of a second."""

    def __init__(self) -> None:
        super().__init__(*word_lists(), allowed=allowed())

    def find(self, reading: Reading) -> Iterator[Hit]:
        """Find them."""
        for hit in super().find(reading):
            written = reading.written[hit.start : hit.end].strip(_EDGES).casefold()
            is_harmless = written in self._allowed or _ENDED.fullmatch(written) or _is_drawn(written)
            if not is_harmless and not self._is_clean(reading, hit):
                yield hit

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


def _is_drawn(written: str) -> bool:
    """Whether signs outweigh the letters, as in a picture made of them."""
    seen = "".join(written.split())
    signs = sum(each.isascii() and not each.isalnum() for each in seen)
    if seen != written:
        return signs * 2 >= len(seen)
    return len(seen) >= _FEWEST_DRAWN and signs * 3 >= len(seen) * 2
