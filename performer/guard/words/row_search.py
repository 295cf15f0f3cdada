"""The search of one row of letters: what the automaton finds there, and whether it is meant.

Most of what is found begins or ends within a word, or joins everyday words, and is not meant.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from performer.guard.normalise.budget import SearchBudget
from performer.guard.words.broken_words import FEWEST_PIECES, PAUSE, find_row_end, is_broken, is_close, is_phrase
from performer.guard.words.entry import SHORTEST_ENDED, EntrySpelling, WordEntry
from performer.guard.words.everyday_words import is_joining
from performer.guard.words.harmless import HarmlessWords
from performer.guard.words.letters import UNSPACED, LetterRow
from performer.guard.words.lexicon import Keyed, Lexicon
from performer.guard.words.similar_words import is_like, translate_key
from performer.guard.words.unspaced_words import UnspacedWords

_SHORTEST_GUESS: Final = 5
"""The shortest key in a text of another script as it looks or sounds; a shorter one comes about by chance."""
_SHORTEST_KEY: Final = 3
_SHORTEST_REVERSED: Final = 5
"""A shorter word has too many honest neighbours when it is read backwards."""
_SHORTEST_REVERSED_INSIDE: Final = 7
_SHORTEST_BY_SOUND: Final = 6
"""The shortest word of a bundled list that is compared by sound."""
_MOST_PIECES: Final = 40
"""The most pieces of a broken word, some of which may be repeated."""
_CROSSED: Final = frozenset("łŁ")
_DOUBLED_BEFORE: Final = frozenset("eiy")
"""The letters with which an ending begins that doubles a consonant before it."""

_Found = tuple[int, int, WordEntry]
"""A begin and an end in the row's letters, and what stands there."""


class RowSearch:
    """The search of one row for the entries of a lexicon; harmless words excuse what stands in them."""

    def __init__(self, lexicon: Lexicon, row: LetterRow, budget: SearchBudget, harmless: HarmlessWords) -> None:
        self._lexicon = lexicon
        self._row = row
        self._budget = budget
        self._unspaced = UnspacedWords(row, harmless)

    def find_all(self) -> Iterator[_Found]:
        """Find what is meant, in the order of its ends."""
        row = self._row
        begins, ends = row.begins, row.ends
        shortest = _SHORTEST_GUESS if row.variant.is_guess else _SHORTEST_KEY if row.is_mirrored else 0
        for last, keyed in self._lexicon.iterate(row.key):
            first = last - keyed.length + 1
            begin, end = begins.get(first), ends.get(last)
            is_whole = begin is not None and end is not None
            if not (is_whole or keyed.is_open or (keyed.is_ended and begin is not None)):
                continue
            if shortest and not self._is_long_enough(keyed, shortest, is_whole=is_whole):
                continue
            if not row.is_of_interest(row.runs[first], row.runs[last + 1]):
                continue
            self._budget.spend_candidates(len(keyed.spellings))
            found = begin is not None and end is not None and self._find_bounded(keyed, first, last, begin, end)
            if found:
                yield found
            elif not is_whole or (keyed.is_open and not shortest):
                yield from self._find_within(keyed, first, last)

    def may_be_backwards(self) -> bool:
        """Whether something is found in the row's mirror image, which may be nothing that is meant."""
        row = self._row
        if not row.is_readable_backwards:
            return False
        end = len(row.key) - 1
        for last, keyed in self._lexicon.iterate(row.key[::-1]):
            is_whole = end - last in row.begins and end - last + keyed.length - 1 in row.ends
            if (is_whole or keyed.is_open) and keyed.length >= _SHORTEST_KEY:
                return True
        return False

    def _is_long_enough(self, keyed: Keyed, shortest: int, *, is_whole: bool) -> bool:
        """Whether spellings are more than chance in a row that is a guess, or in the reverse order."""
        if keyed.length < shortest or all(map(_is_twisted, keyed.spellings)):
            return False
        if is_whole or not self._row.is_mirrored or keyed.length < _SHORTEST_REVERSED_INSIDE:
            return is_whole
        return any(each.begins_anywhere or each.ends_anywhere for each in keyed.spellings)

    def _find_bounded(self, keyed: Keyed, first: int, last: int, begin: int, end: int) -> _Found | None:
        return self._find_between(keyed, begin, end) or self._find_beyond(keyed, first, last)

    def _find_between(self, keyed: Keyed, begin: int, end: int) -> _Found | None:
        """Find an entry that begins and ends where words do."""
        row = self._row
        given = row.letters[begin:end]
        first_word, last_word = row.find_word(begin), row.find_word(end - 1)
        if first_word == last_word:
            return self._find_whole(keyed, begin, end)
        if last_word - first_word >= _MOST_PIECES or row.script in UNSPACED:
            return None
        is_pair = last_word - first_word + 1 == FEWEST_PIECES
        for spelling in keyed.spellings:
            if spelling.is_stem:
                continue
            if spelling.of.parts and is_phrase(spelling, row.split(begin, end)):
                if not any(map(PAUSE.search, row.gaps(begin, end))):
                    return begin, end, spelling.of
            elif self._is_like(given, spelling, begin, end, plainly=is_pair) and is_broken(row, begin, end, spelling):
                return begin, find_row_end(row, begin, end), spelling.of
        return None

    def _find_whole(self, keyed: Keyed, begin: int, end: int) -> _Found | None:
        """Find an entry that is a word, or a whole row of letters of a script without blanks."""
        given = self._row.letters[begin:end]
        for spelling in keyed.spellings:
            if spelling.is_stem or not self._is_like(given, spelling, begin, end):
                continue
            if self._row.script not in UNSPACED or self._unspaced.is_meant_alone(spelling, begin, end):
                return begin, end, spelling.of
        return None

    def _find_beyond(self, keyed: Keyed, first: int, last: int) -> _Found | None:
        """Find an entry at the outer borders of runs of one letter in which several words end or begin."""
        row = self._row
        if first not in row.outer_begins and last not in row.outer_ends:
            return None
        begins = {row.begins[first], row.outer_begins.get(first, row.begins[first])}
        ends = {row.ends[last], row.outer_ends.get(last, row.ends[last])}
        tries = (self._find_between(keyed, begin, end) for begin in begins for end in ends)
        return next(filter(None, tries), None)

    def _is_like(self, given: str, spelling: EntrySpelling, begin: int, end: int, *, plainly: bool = False) -> bool:
        if self._row.is_mirrored and (len(spelling.word) < _SHORTEST_REVERSED or _is_twisted(spelling)):
            return False
        is_short = len(spelling.word) < _SHORTEST_BY_SOUND and spelling.of.category != "own"
        plainly = plainly or spelling.backwards or is_short or self._row.variant.is_guess or self._row.is_mirrored
        if is_like(given, spelling.word, plainly=plainly):
            return True
        return self._mixes_i(given, begin, end) and is_like(given, spelling.word, mixes_i=True, plainly=plainly)

    def _mixes_i(self, given: str, begin: int, end: int) -> bool:
        """Whether a letter may be an i or an l: a capital I among small letters, or a crossed l."""
        if "i" not in given and "l" not in given:
            return False
        written = self._row.find_written(begin, end)
        return ("I" in written and not written.isupper()) or not _CROSSED.isdisjoint(written)

    def _find_within(self, keyed: Keyed, first: int, last: int) -> Iterator[_Found]:
        """Find an entry that stands within a word, or has an ending."""
        row = self._row
        border, stop = row.begins.get(first), row.ends.get(last)
        for spelling in keyed.spellings:
            if spelling.is_glued and (glued := self._find_glued(spelling, first)):
                yield glued
                return
            is_open = (border is not None or spelling.begins_anywhere) and (stop is not None or spelling.ends_anywhere)
            is_ended = border is not None and self._can_end(spelling)
            if not is_open and not is_ended:
                continue
            begin = border if border is not None else row.runs[first + 1] - _count_first(spelling.word)
            end = row.runs[last] + _count_first(spelling.word[::-1])
            if stop is not None and is_open:
                end = stop
            begin, end = max(begin, row.runs[first]), min(end, row.runs[last + 1])
            if row.script in UNSPACED:
                if is_open and self._unspaced.is_meant(spelling, begin, end):
                    yield begin, end, spelling.of
                    return
                continue
            found = self._find_in_word(spelling, begin, end, is_open=is_open)
            if found:
                yield found
                return

    def _find_glued(self, spelling: EntrySpelling, first: int) -> _Found | None:
        """Find a word, as it is, that joining words are glued to; what is found is all of it."""
        row = self._row
        begin = row.runs[first + 1] - _count_first(spelling.word)
        end = begin + len(spelling.word)
        if row.letters[begin:end] != spelling.word or row.is_mirrored or row.variant.is_guess:
            return None
        word = row.find_word(begin)
        start, stop = row.offsets[word], row.find_word_end(word)
        is_glued = end <= stop and is_joining(row.letters[start:begin], row.letters[end:stop])
        return (start, stop, spelling.of) if is_glued else None

    def _is_one(self, spelling: EntrySpelling, begin: int, end: int) -> bool:
        """Whether letters of several words are the words of a phrase, or one word with signs in it."""
        row = self._row
        if spelling.of.parts:
            return is_phrase(spelling, row.split(begin, end))
        return all(map(is_close, row.gaps(begin, end)))

    def _can_end(self, spelling: EntrySpelling) -> bool:
        return bool(spelling.of.endings) and not spelling.backwards and len(spelling.word) >= SHORTEST_ENDED

    def _find_in_word(self, spelling: EntrySpelling, begin: int, end: int, *, is_open: bool) -> _Found | None:
        """Find a word within a longer one, or with an ending; what is found is the longer word."""
        row = self._row
        word = row.find_word(end - 1)
        word_end = row.find_word_end(word)
        if row.find_word(begin) != word and not self._is_one(spelling, begin, end):
            return None
        if not self._is_like(row.letters[begin:end], spelling, begin, end, plainly=True):
            return None
        rest = row.letters[end:word_end]
        endings = spelling.of.endings
        doubled = rest[:1] == row.letters[end - 1] and rest[1:2] in _DOUBLED_BEFORE and rest[1:] in endings
        if (is_open and not spelling.is_stem) or (self._can_end(spelling) and (rest in endings or doubled)):
            return min(begin, row.offsets[row.find_word(begin)]) if is_open else begin, word_end, spelling.of
        return None


def _is_twisted(spelling: EntrySpelling) -> bool:
    """Whether a spelling is not the word itself: backwards, without its vowels, or in letters that look alike."""
    return spelling.backwards or spelling.word != spelling.of.word


@lru_cache(maxsize=8192)
def _count_first(word: str) -> int:
    """Return the number of letters of one class with which a word begins."""
    key = translate_key(word)
    return len(key) - len(key.lstrip(key[0]))
