"""The search: all that all finders find in a text, and in a text together with what stands before it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from performer.guard.allow_list import AllowList
from performer.guard.codes import has_markup
from performer.guard.hit import Finder, Hit
from performer.guard.reading import read_plainly
from performer.guard.topics import TopicFinder, bait
from performer.guard.words import WordFinder

_HEAD_CHARS: Final = 60
_FILLERS: Final = r"(?:u+h+m*|u+m+|h+m+|e+r+m*|e+u*h+m*|a+h+|ä+h+m*|o+h+|well|so|like)"
"""Words that one says while one thinks; what was begun before them goes on behind them."""
_FILLED_BEFORE: Final = re.compile(rf"(?:\W+{_FILLERS})+\W*\Z", re.IGNORECASE)
_FILLED_AFTER: Final = re.compile(rf"\W*(?:{_FILLERS}\W+)+", re.IGNORECASE)


class Search:
    """Has a text looked at by every finder.

    Args:
        finders: Who looks.
        allowed: What may be said all the same, whoever finds it; but not what never passes.
    """

    def __init__(self, finders: Sequence[Finder], allowed: Iterable[str] = ()) -> None:
        self._finders = tuple(finders)
        self._allowed = AllowList(allowed)

    def relisted(self, own: Finder, allowed: Iterable[str]) -> "Search":
        """Give one with another first finder, and other words that may be said."""
        return Search((own, *self._finders[1:]), allowed)

    def hits(self, text: str) -> list[Hit]:
        """Find all there is in a text, in any order; hits may overlap.

        Raises:
            ValueError: when one is no part of it: then nobody knows what was found.
        """
        readings = [read_plainly(text)]
        if has_markup(text):
            readings.append(read_plainly(text, without_markup=False))
        hits = [hit for reading in readings for finder in self._finders for hit in finder.find(reading)]
        for hit in hits:
            if not 0 <= hit.start < hit.end <= len(text):
                raise ValueError(f"{hit.start} to {hit.end} is no part of a text of {len(text)} characters")
        return self._allowed.without_allowed(hits, readings)

    def hits_over_border(self, before: str, text: str) -> Iterator[Hit]:
        """Find what begins in a text and ends in the next, an "uh" between or none; of each the part in the next."""
        filled = _FILLED_AFTER.match(text)
        after = filled.end() if filled else 0
        yield from self._over_border(before, text, 0)
        thought_before = _FILLED_BEFORE.sub("", before)
        if after or thought_before != before:
            yield from self._over_border(thought_before, text, after)

    def _over_border(self, before: str, text: str, begin: int) -> Iterator[Hit]:
        border = len(before) + 1
        for hit in self.hits(f"{before} {_head(text[begin:])}") if before else ():
            if hit.start < border - 1 and hit.end > border:
                yield replace(hit, start=0, end=hit.end - border + begin)

    def spelled(self, initials: str, text: str) -> Iterator[Hit]:
        """Find the words that the last of these first letters spell; a hit is the whole text, whose letter is last."""
        for finder in self._finders:
            if isinstance(finder, WordFinder):
                yield from (replace(hit, start=0, end=len(text)) for hit in finder.spelled(initials))

    def answered(self, asked: str, text: str) -> Iterator[Hit]:
        """Find what is wrong with a text only as the answer to what somebody asked, or said."""
        if asked and any(isinstance(finder, TopicFinder) for finder in self._finders):
            hit = bait(asked, text)
            if hit:
                yield hit


def _head(text: str) -> str:
    """Give the first words of a text, in which what was begun before it can end."""
    return text if len(text) <= _HEAD_CHARS else text[:_HEAD_CHARS].rpartition(" ")[0] or text[:_HEAD_CHARS]
