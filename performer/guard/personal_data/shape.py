"""The shape of a kind of personal data, and the form of a line in which shapes are looked for."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain, compress, count, repeat
from operator import add, itemgetter, ne
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.core.values import dataclass
from performer.guard.normalise.readings import NormalizedText

Span = tuple[int, int]
"""Begin and end (exclusive)."""

_DIGITS: Final = re.compile(r"[0-9]+")
_LETTERS: Final = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, kw_only=True)
class SearchedLine:
    """A line with plain digits, signs and Latin letters, its case, and letters of other scripts as they are."""

    text: str
    reading: NormalizedText | None = None
    """The reading that the line was made of; None when the line is searched as it was written."""
    places: Sequence[Span] | None = None
    """For each character its span in the reading's text; None when it has the same place there."""

    @cached_property
    def numbers(self) -> Sequence[Span]:
        """The groups of digits, from left to right."""
        return [match.span() for match in _DIGITS.finditer(self.text)]

    @cached_property
    def small(self) -> str:
        """The text in lower case, character by character."""
        small = self.text.lower()
        return small if len(small) == len(self.text) else "".join(map(_make_small, self.text))

    @cached_property
    def signs(self) -> frozenset[str]:
        """The characters."""
        return frozenset(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """The runs of letters in lower case."""
        return frozenset(_LETTERS.findall(self.small))

    @cached_property
    def longest(self) -> int:
        """The length of the longest part that blanks part from others."""
        return max(map(len, self.text.split()), default=0)

    @cached_property
    def digit_count(self) -> int:
        """The number of digits."""
        return sum(end - start for start, end in self.numbers)

    @cached_property
    def longest_number(self) -> int:
        """The length of the longest group of digits."""
        return max((end - start for start, end in self.numbers), default=0)

    @cached_property
    def is_ascii(self) -> bool:
        """Whether all letters are Latin ones."""
        return self.text.isascii()

    @cached_property
    def _found(self) -> dict[int, Sequence[Span]]:
        return {}

    def is_near(self, pattern: re.Pattern[str], start: int, end: int) -> bool:
        """Whether a pattern matches, in lower case, in a part of the line; it is looked for once a line."""
        # A pattern's hash is made of all its code, which takes longer than the look.
        spans = self._found.get(id(pattern))
        if spans is None:
            spans = self._found[id(pattern)] = [match.span() for match in pattern.finditer(self.small)]
        first = bisect_left(spans, (start, 0))
        return first < len(spans) and spans[first][1] <= end

    def has_number(self, start: int, end: int) -> bool:
        """Whether a group of digits begins in a part of the line."""
        at = bisect_left(self.numbers, (start, 0))
        return at < len(self.numbers) and self.numbers[at][0] < end

    def find_numbers(self, start: int, end: int) -> Sequence[Span]:
        """Return the groups of digits in a part of the line."""
        return self.numbers[bisect_left(self.numbers, (start, 0)) : bisect_left(self.numbers, (end, 0))]

    def find_written_span(self, start: int, end: int) -> Span:
        """Return the span, in the text as it was written, of a part of the line."""
        if self.reading is None:
            return start, end
        if self.places is not None:
            start, end = self.places[start][0], self.places[end - 1][1]
        return self.reading.find_written_span(start, end)


def _make_small(letter: str) -> str:
    small = letter.lower()
    return small if len(small) == 1 else letter


@dataclass(frozen=True, kw_only=True)
class DataShape:
    """A kind of personal data."""

    rule: str
    """The name in the log."""
    file: PatternFile
    """The patterns, which are compiled when they are first needed."""
    needs_digits: bool = False
    """Whether a line without digits never holds any."""
    sign: Callable[[SearchedLine], object]
    """A quick check, whose result is falsy for a line that surely holds none, as most do."""
    spans: Callable[[SearchedLine], Iterator[Span]]
    """Finds the data in a line, in any order, in a time that is linear in the line's length."""


def find_matches(text: str, *patterns: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Find the matches of all patterns, one pattern after the other."""
    return chain.from_iterable(pattern.finditer(text) for pattern in patterns)


def find_begun(text: str, begin: re.Pattern[str], pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Find the matches of a pattern that begin where another one matches, which finds each such place in less time."""
    end = 0
    for place in begin.finditer(text):
        start = place.start()
        match = pattern.match(text, start) if start >= end else None
        if match:
            end = match.end()
            yield match


def make_line(reading: NormalizedText) -> SearchedLine:
    """Return the line of a reading in which shapes are looked for."""
    written = reading.written
    if len(reading.text) == len(written) and written.isascii():
        return SearchedLine(text=written, reading=reading)
    if len(reading.text) == len(written) and (not written or reading.origins[-1] == len(written) - 1):
        kept = written.translate(_FOLDS)
        return SearchedLine(
            text=_keep_foreign_words(_restore_cases(reading.text, written, kept), kept), reading=reading
        )
    return _make_odd_line(reading)


def _make_odd_line(reading: NormalizedText) -> SearchedLine:
    """Make the line of a reading that has several letters, or none, for some that were written."""
    text, origins = reading.text, reading.origins
    folded = reading.written.translate(_FOLDS)
    if len(text) < _FEWEST or len({*origins}) < len(text) or (*map(add, origins, repeat(1)),) != reading.ends:
        return _make_line_by_letters(reading, folded)
    kept = "".join(itemgetter(*origins)(folded))
    seen = _restore_cases(text, itemgetter(*origins)(reading.written), kept)
    return SearchedLine(text=_keep_foreign_words(seen, kept), reading=reading)


_FEWEST: Final = 2
"""The fewest letters of which several are looked up at once."""


def _make_line_by_letters(reading: NormalizedText, folded: str) -> SearchedLine:
    """Make a line letter by letter, for a reading in which a sign or code stands for several letters."""
    written = reading.written
    seen: list[str] = []
    kept: list[str] = []
    places: list[Span] = []
    last = -1
    for index, (plain, origin, end) in enumerate(zip(reading.text, reading.origins, reading.ends, strict=True)):
        if origin == last and not plain.isascii():
            places[-1] = (places[-1][0], index + 1)  # a further part of a letter that is kept whole
            continue
        if end > origin + 1:
            seen.append(plain)
            kept.append(plain)
        elif plain.isascii():
            seen.append(_restore_case(plain, written[origin]))
            kept.append(folded[origin])
        else:
            seen.append(folded[origin])
            kept.append(folded[origin])
            last = origin
        places.append((index, index + 1))
    return SearchedLine(text=_keep_foreign_words("".join(seen), "".join(kept)), reading=reading, places=places)


_JOINTS: Final = {"ー": "-", "。": "."}
"""Signs that stand for another one between digits."""
_JOINED: Final = re.compile("[ー。](?<=[0-9].)(?=[0-9])")
_LABELLED: Final = re.compile(":(?<=[\u3040-\u9fff\uac00-\ud7a3]:)")
"""A colon behind a label in a language without blanks, which writes none behind the colon either."""
_WORD: Final = re.compile(r"[^\W_]+")
_LATIN: Final = re.compile("[A-Za-z]")


def _keep_foreign_words(seen: str, written: str) -> str:
    """Return a text in which a word of foreign letters and digits, and no Latin one, is as it was written."""
    seen = _LABELLED.sub(" ", _JOINED.sub(lambda sign: _JOINTS[sign[0]], seen))
    if seen == written:
        return seen
    parts: list[str] = []
    at = 0
    for word in _WORD.finditer(seen):
        start, end = word.span()
        spelled = written[start:end]
        if spelled != word[0] and not _LATIN.search(spelled):
            parts += (seen[at:start], spelled)
            at = end
    return "".join((*parts, seen[at:]))


def _restore_cases(plain: str, written: Sequence[str], kept: str) -> str:
    """Return the plain text with the case that was written; most letters are the same in the text that is kept."""
    small = kept.lower()
    if len(small) != len(kept):
        small = "".join(map(_make_small, kept))
    letters = list(kept)
    for at in compress(count(), map(ne, plain, small)):
        if plain[at].isascii():
            letters[at] = _restore_case(plain[at], written[at])
    return "".join(letters)


@lru_cache(maxsize=8192)
def _restore_case(plain: str, written: str) -> str:
    if plain == " ":
        return "_" if written in "_＿" else " "
    if plain.isascii():
        return plain.upper() if written.isupper() else plain
    return _FOLDS[ord(written)]


class _Folds(dict[int, str]):
    """The table of plain digits, signs and Latin letters, for `str.translate`: one character for each."""

    def __missing__(self, code: int) -> str:
        self[code] = _fold_character(chr(code))
        return self[code]


_FOLDS: Final = _Folds()
_MIDDLE_DOTS: Final = "\u00b7\u2022\u2027\u2219\u22c5\u30fb\uff65"
"""Dots in the middle of a line, which part digits as a full stop does."""


def _fold_character(character: str) -> str:
    number = unicodedata.decimal(character, None)
    if number is not None:
        return str(number)
    if character.isspace():
        return " "
    if unicodedata.category(character) == "Pd" or character == "\u2212":
        return "-"
    if character in _MIDDLE_DOTS:
        return "."
    plain = unicodedata.normalize("NFKC", character)
    base = unicodedata.normalize("NFKD", character)
    if base[0].isascii() and (len(base) == 1 or character.isalpha()):
        return base[0]
    return plain if len(plain) == 1 else character
