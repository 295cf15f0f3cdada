"""Rows of letters: the letters of a line without what stands between them, so that no sign or blank hides a word."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, compress, pairwise
from operator import ne
from typing import Final

from performer.core.values import dataclass
from performer.guard.normalise.look_alikes import JAMO, SIMPLIFIED, read_codes
from performer.guard.normalise.readings import NormalizedText
from performer.guard.words.similar_words import LONG_RUN, SAME_RUN, SIX_IS_B, translate_key

LATIN: Final = "latin"
KOREAN: Final = "korean"
UNSPACED: Final = frozenset({"east", KOREAN})
HIDDEN: Final = "〇"
"""The letter that stands for a hidden one in scripts without blanks."""
Span = tuple[int, int]
_UNIFIED: Final = SIMPLIFIED | JAMO
_REPLACED: Final = "\0"
_NEAR: Final = 40
_NEAR_UNSPACED: Final = 20
"""The most characters between a replaced one and the edge of what is looked at for its sake; in a script without blanks
a character is a syllable or a word, or a third of one."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A line as it can be read: a reading, whose letters may stand in the reverse order."""

    reading: NormalizedText
    is_backwards: bool = False
    is_guess: bool = False
    """Whether words of another script are read as they look or sound in Latin."""
    has_letters_alone: bool = False
    """Whether signs and digits are no letters in it."""
    base: str = ""
    """The text, as long, of which some characters were replaced; empty when none were."""

    def find_written_span(self, start: int, end: int) -> Span:
        """Return the written span of the characters from start to end (exclusive)."""
        if not self.is_backwards:
            return self.reading.find_written_span(start, end)
        return self.reading.origins[end - 1], self.reading.ends[start]

    def reverse(self) -> "Variant":
        """Return the line in the reverse order."""
        reading = self.reading
        origins, ends = reading.origins[::-1], reading.ends[::-1]
        turned = replace(reading, text=reading.text[::-1], apart="", origins=origins, ends=ends)
        return replace(self, reading=turned, is_backwards=not self.is_backwards, base=self.base[::-1])

    def replace_parts(self, text: str, parts: list[tuple[int, int, str]]) -> "Variant":
        """Return the line with other letters for parts of a text of its length; each stands for all of its part.

        The parts are given by begin, end and letters, in their order.
        """
        letters: list[str] = []
        before: list[str] = []
        origins: list[int] = []
        ends: list[int] = []
        at = 0
        for begin, end, word in (*parts, (len(text), len(text) + 1, "")):
            if begin < at:
                continue
            first, last = (end - 1, begin) if self.is_backwards else (begin, end - 1)
            letters += [text[at:begin], word]
            before += [text[at:begin], _REPLACED * len(word)]
            origins += [*self.reading.origins[at:begin], *(self.reading.origins[first] for _ in word)]
            ends += [*self.reading.ends[at:begin], *(self.reading.ends[last] for _ in word)]
            at = end
        reading = replace(self.reading, text="".join(letters), origins=tuple(origins), ends=tuple(ends))
        return replace(self, reading=reading, base="".join(before))

    def find_changed(self, text: str) -> Sequence[int] | None:
        """Return the places at which a text as long differs from that before; None when none was replaced."""
        return find_changed(self.base, text) if self.base else None


class LetterRow:
    """The letters of some words of a line, one after the other.

    Args:
        text: The text of the variant, in which the words stand.
        words: Their begins and ends in the text.
        six_is_b: Whether a 6 is a b and a 9 a q, and not a g.
        changed: The places of replaced characters: what has none of them is of no interest; None for no such row.
        joins_vowels: Whether Korean vowels that are drawn out are one.
    """

    __slots__ = (
        *("_long_run", "begins", "changed", "ends", "key", "letters", "offsets", "outer_begins"),
        *("is_mirrored", "is_readable_backwards", "outer_ends", "places", "runs", "script", "text", "variant", "words"),
    )

    def __init__(
        self,
        variant: Variant,
        text: str,
        words: list[Span],
        script: str = LATIN,
        *,
        six_is_b: bool = False,
        changed: Sequence[int] | None = None,
        joins_vowels: bool = True,
    ) -> None:
        self.variant = variant
        self.text = text
        self.changed = changed
        self.words = words
        self.script = script
        self.is_readable_backwards = False
        """Whether words of the row may be written backwards."""
        self.is_mirrored = False
        """Whether the letters stand in the reverse order, for words that are written backwards."""
        pieces = [text[begin:end] for begin, end in words]
        joined = "".join(pieces)
        self.letters = unify_letters(joined) if script in UNSPACED else joined
        self.offsets: list[int] = [0, *accumulate(map(len, pieces[:-1]))]
        """The begin of each word in the letters."""
        key = self.letters.translate(SIX_IS_B) if six_is_b else translate_key(self.letters)
        self._long_run = LONG_RUN if joins_vowels else SAME_RUN
        is_plain = self._long_run.search(key) is None
        self.runs: list[int] = []
        """For each character of the key the begin of its letters, and at last the number of letters."""
        self.places: list[int] = []
        """For each letter the place of its character in the key."""
        if is_plain:
            self.runs = self.places = [*range(len(joined) + 1)]
        self.key = key if is_plain else self._join_runs(key)
        """The letters as classes of those that replace one another, with runs of one class as one."""
        self.begins: dict[int, int] = {}
        """By the place in the key the letter with which a word begins there."""
        self.ends: dict[int, int] = {}
        self.outer_begins: dict[int, int] = {}
        """Further borders in runs that have several: the first begin, and the last end."""
        self.outer_ends: dict[int, int] = {}
        self._index_borders(is_plain=is_plain)

    def _index_borders(self, *, is_plain: bool) -> None:
        ends = [*self.offsets[1:], len(self.letters)]
        if is_plain:
            self.begins = dict(zip(self.offsets, self.offsets, strict=True))
            self.ends = {end - 1: end for end in ends}
            return
        # The innermost border of a run counts first, so that a word has no more letters than need be.
        places, begins, stops = self.places, self.begins, self.ends
        for offset, end in zip(self.offsets, ends, strict=True):
            first, last = places[offset], places[end - 1]
            if first in begins:
                self.outer_begins.setdefault(first, begins[first])
            begins[first] = offset
            if last in stops:
                self.outer_ends[last] = end
            else:
                stops[last] = end

    def _join_runs(self, key: str) -> str:
        joined: list[str] = []
        borders = set(self.offsets)
        at = 0
        runs, places = self.runs, self.places
        for run in self._long_run.finditer(key):
            begin, end = run.span()
            if run[0] == "ph" and begin + 1 in borders:
                continue
            joined += [key[at:begin], "f" if run[0] == "ph" else run[0][0]]
            places += [*range(len(runs), len(runs) + begin - at), *[len(runs) + begin - at] * (end - begin)]
            runs += range(at, begin + 1)
            at = end
        joined.append(key[at:])
        places += range(len(runs), len(runs) + len(key) + 1 - at)
        runs += range(at, len(key) + 1)
        return "".join(joined)

    def find_written_span(self, begin: int, end: int) -> Span:
        """Return the written span of the letters from begin to end (exclusive)."""
        return self.variant.find_written_span(self.find_place(begin), self.find_place(end - 1) + 1)

    def find_written(self, begin: int, end: int) -> str:
        """Return the letters from begin to end (exclusive) as written, codes as letters, with what stands between."""
        return read_codes(self.variant.reading.written[slice(*sorted(self.find_written_span(begin, end)))])

    def mirror(self) -> "LetterRow":
        """Return the row in the reverse order."""
        row = LetterRow.__new__(LetterRow)
        chars, letters, last = len(self.text), len(self.letters), len(self.key) - 1
        row.is_mirrored, row.is_readable_backwards = True, False
        row.changed = None if self.changed is None else [chars - 1 - place for place in reversed(self.changed)]
        row.variant = self.variant.reverse()
        row.script, row.text = self.script, self.text[::-1]
        row.words = [(chars - end, chars - begin) for begin, end in reversed(self.words)]
        row.letters, row.key = self.letters[::-1], self.key[::-1]
        row.offsets = [letters - end for end in reversed([*self.offsets[1:], letters])]
        row.runs = [letters - begin for begin in reversed(self.runs)]
        row.places = [last - place for place in reversed(self.places[:-1])]
        row.begins = {last - place: letters - end for place, end in self.ends.items()}
        row.ends = {last - place: letters - begin for place, begin in self.begins.items()}
        row.outer_begins, row.outer_ends = {}, {}
        return row

    def add_borders(self, places: Iterable[int]) -> None:
        """Add borders within words, given as the letters before which they are."""
        for place in places:
            self.begins.setdefault(self.places[place], place)
            self.ends.setdefault(self.places[place - 1], place)

    def is_of_interest(self, begin: int, end: int) -> bool:
        """Whether some of the letters from begin to end (exclusive) were replaced, in a row that is made for these."""
        if self.changed is None:
            return True
        at = bisect_left(self.changed, self.find_place(begin))
        return at < len(self.changed) and self.changed[at] <= self.find_place(end - 1)

    def find_word(self, letter: int) -> int:
        """Return the number of the word to which a letter belongs."""
        return bisect_right(self.offsets, letter) - 1

    def find_word_end(self, word: int) -> int:
        """Return the end of a word in the letters."""
        return self.offsets[word + 1] if word + 1 < len(self.offsets) else len(self.letters)

    def find_place(self, letter: int) -> int:
        """Return the place of a letter in the text."""
        word = self.find_word(letter)
        return self.words[word][0] + letter - self.offsets[word]

    def split(self, begin: int, end: int) -> list[str]:
        """Return the pieces of words that the letters from begin to end (exclusive) are."""
        first, last = self.find_word(begin), self.find_word(end - 1)
        borders = [begin, *self.offsets[first + 1 : last + 1], end]
        return [self.letters[one:other] for one, other in pairwise(borders)]

    def gaps(self, begin: int, end: int) -> list[str]:
        """Return what stands between these pieces."""
        first, last = self.find_word(begin), self.find_word(end - 1)
        return [self.gap(word) for word in range(first + 1, last + 1)]

    def gap(self, word: int) -> str:
        """Return what stands before a word, or behind the last one; a line break before the first one."""
        if word == 0:
            return "\n"
        return self.text[self.words[word - 1][1] : self.words[word][0] if word < len(self.words) else len(self.text)]


def find_changed(before: str, text: str) -> list[int]:
    """Return the places at which a text differs from another one as long."""
    return [*compress(range(len(text)), map(ne, before, text))]


def cut_near(words: list[Span], changed: Sequence[int], *, within_words: bool) -> Iterator[list[Span]]:
    """Yield the words near changed places, those of each stretch of a text for themselves; words may be cut, too."""
    left = iter(words)
    word = next(left, None)
    for begin, end in _find_stretches(changed, _NEAR_UNSPACED if within_words else _NEAR):
        those: list[Span] = []
        while word and word[0] < end:
            if word[1] > begin:
                those.append((max(word[0], begin), min(word[1], end)) if within_words else word)
                if within_words and word[1] > end:
                    break
            word = next(left, None)
        if those:
            yield those


def _find_stretches(changed: Sequence[int], near: int) -> Iterator[Span]:
    """Find the stretches near changed places, each of which ends before the next one."""
    first = 0
    while first < len(changed):
        begin, last = changed[first] - near, changed[first]
        while True:
            first = bisect_right(changed, last + 2 * near, first)
            if changed[first - 1] == last:
                break
            last = changed[first - 1]
        yield begin, last + near


def unify_letters(letters: str) -> str:
    """Return letters of scripts without blanks in the one spelling in which they are compared; as many as before."""
    return letters.translate(_UNIFIED)
