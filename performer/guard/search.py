"""The search: all that all finders find in a text, and in a text together with what stands before it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from performer.guard.hit import Finder, Hit
from performer.guard.reading import read_plainly
from performer.guard.words import WordFinder

_HEAD_CHARS: Final = 60


class Search:
    """Has a text looked at by every finder.

    Args:
        finders: Who looks.
        allowed: What may be said all the same, whoever finds it.
    """

    def __init__(self, finders: Sequence[Finder], allowed: Iterable[str] = ()) -> None:
        self._finders = tuple(finders)
        self._allowed = frozenset(read_plainly(each).text for each in allowed)

    def hits(self, text: str) -> list[Hit]:
        """Find all there is in a text, in any order; hits may overlap."""
        reading = read_plainly(text)
        hits = (hit for finder in self._finders for hit in finder.find(reading))
        return [hit for hit in hits if not self._is_allowed(text[hit.start : hit.end])]

    def hits_over_border(self, before: str, text: str) -> Iterator[Hit]:
        """Find what begins in a text and ends in the next; of each the part in the next."""
        border = len(before) + 1
        for hit in self.hits(f"{before} {_head(text)}") if before else ():
            if hit.start < border - 1 and hit.end > border:
                yield replace(hit, start=0, end=hit.end - border)

    def spelled(self, initials: str, text: str) -> Iterator[Hit]:
        """Find the words that the last of these first letters spell; a hit is the whole text, whose letter is last."""
        for finder in self._finders:
            if isinstance(finder, WordFinder):
                yield from (replace(hit, start=0, end=len(text)) for hit in finder.spelled(initials))

    def _is_allowed(self, written: str) -> bool:
        return bool(self._allowed) and read_plainly(written).text in self._allowed


def _head(text: str) -> str:
    """Give the first words of a text, in which what was begun before it can end."""
    return text if len(text) <= _HEAD_CHARS else text[:_HEAD_CHARS].rpartition(" ")[0]
