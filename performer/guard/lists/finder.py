"""Finds the words of the bundled lists, but for those in a harmless phrase, in endings and in pictures of signs.

Text that stands in the repository so that nobody comes across it: compressed, and in letters for git's sake.

The bundled lists, decoded once a process.

A list is a text: an entry a line, grouped by language under lines such as `# de`. Entries need no leet, spaced or
stretched spellings, for the finder undoes those; inflections stand there one by one. `__main__` tells how to edit one.
"""

import base64
import re
import textwrap
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cache, cached_property
from importlib.resources import files
from itertools import product
from typing import Final

from performer.guard.normalise.readings import NormalizedText
from performer.guard.verdict import Category, GuardHit
from performer.guard.words.entry import WordList
from performer.guard.words.finder import WordFinder

_COLUMNS: Final = 120


def encode_text(text: str) -> str:
    """Encode a text, in lines of 120 letters."""
    packed = zlib.compress(text.encode(), level=9)
    return textwrap.fill(base64.b64encode(packed).decode(), _COLUMNS) + "\n"


def decode_text(letters: str) -> str:
    """Give the text back.

    Raises:
        ValueError: when the letters are no such text.
    """
    try:
        return zlib.decompress(base64.b64decode(letters)).decode()
    except zlib.error as error:
        raise ValueError(f"It is not packed as a list is: {error}.") from None


CATEGORIES: Final[tuple[Category, ...]] = ("minors", "slurs", "sexual", "profanity", "mild")
"""Each has a list, the gravest first: a word stands on one of them alone."""
ALLOWED: Final = "allowed"
"""The list of words that are harmless, though in plain letters, or backwards, they are an entry of another."""
CLEAN: Final = "clean"
"""The list of phrases in which an entry is harmless."""
SUFFIX: Final = ".b64"


@cache
def read_list(name: str) -> str:
    """Give a list as it is edited.

    Args:
        name: A category that has one, `allowed` or `clean`.
    """
    return decode_text(files(__package__).joinpath(f"{name}{SUFFIX}").read_text(encoding="ascii"))


def load_words(category: Category) -> tuple[str, ...]:
    """Give the entries of a category, none for one without a list.

    They are words and phrases; one may begin or end with `*`, for any letters there.
    """
    return tuple(_entries(read_list(category))) if category in CATEGORIES else ()


def load_allowed() -> frozenset[str]:
    """Give the spellings that are no hits though they read like an entry: small letters, with their accents."""
    return frozenset(_entries(read_list(ALLOWED)))


def load_harmless_phrases() -> frozenset[str]:
    """Give the phrases, in plain letters, in which an entry is harmless: a cat, a wall, a train that is late."""
    return frozenset(_entries(read_list(CLEAN)))


def load_word_lists() -> tuple[WordList, ...]:
    """Give the entries as a finder takes them."""
    return tuple(WordList(words=load_words(each), category=each, rule=each) for each in CATEGORIES)


def _entries(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("#")]


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
        super().__init__(*load_word_lists(), allowed=load_allowed())

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        """Find them."""
        for hit in super().find(reading):
            written = reading.written[hit.start : hit.end].strip(_EDGES).casefold()
            is_harmless = written in self._allowed or _ENDED.fullmatch(written) or _is_drawn(written)
            if not is_harmless and not self._is_clean(reading, hit):
                yield hit

    @cached_property
    def _clean(self) -> frozenset[str]:
        return load_harmless_phrases()

    def _is_clean(self, reading: NormalizedText, hit: GuardHit) -> bool:
        """Whether the words around a hit make it one of the harmless phrases."""
        words, spans = _words(reading)
        first = bisect_right(spans, hit.start, key=lambda span: span[1])
        after = bisect_left(spans, hit.end, key=lambda span: span[0])
        if first >= after:
            return False
        begins = range(max(0, first - _AROUND), first + 1)
        ends = range(after, min(len(words), after + _AROUND) + 1)
        return any(" ".join(words[begin:end]) in self._clean for begin, end in product(begins, ends))


def _words(reading: NormalizedText) -> tuple[list[str], list[tuple[int, int]]]:
    """Give the words of a reading, and where each was written. Done once a reading."""
    if "words" not in reading.worked_out:
        found = list(_WORD.finditer(reading.text))
        spans = [reading.find_written_span(*word.span()) for word in found]
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
