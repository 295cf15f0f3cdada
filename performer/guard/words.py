"""Finds words and phrases of a list."""

import re
from collections.abc import Iterable, Iterator

from performer.guard.category import Category
from performer.guard.hit import Hit
from performer.guard.reading import Reading, read_plainly


class WordFinder:
    """Finds the words of one list."""

    def __init__(self, words: Iterable[str], category: Category, rule: str) -> None:
        self._category: Category = category
        self._rule = rule
        self._pattern = _pattern(words)

    def find(self, reading: Reading) -> Iterator[Hit]:
        """Find them."""
        if self._pattern is None:
            return
        for match in self._pattern.finditer(reading.text):
            start, end = reading.written_span(*match.span())
            yield Hit(start=start, end=end, category=self._category, rule=self._rule)


def _pattern(words: Iterable[str]) -> re.Pattern[str] | None:
    plain = {" ".join(read_plainly(word).text.split()) for word in words} - {""}
    if not plain:
        return None
    phrases = (re.escape(each).replace(r"\ ", " +") for each in sorted(plain, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)")
