"""The search of one row of letters: what the automaton finds there, and whether it is meant.

Most of what is found begins or ends within a word, or joins everyday words, and is not meant.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from performer.guard.normalise.budget import SearchBudget
from performer.guard.words.entry import SHORTEST_ENDED, EntrySpelling, WordEntry
from performer.guard.words.everyday_words import is_everyday, is_joining, is_parted
from performer.guard.words.excuses import SENTENCE_SIGN, Excuses
from performer.guard.words.harmless import HarmlessWords
from performer.guard.words.letters import KOREAN, UNSPACED, LetterRow, unify_letters
from performer.guard.words.lexicon import Keyed, Lexicon
from performer.guard.words.script import has_katakana
from performer.guard.words.similar_words import is_like, translate_key

_MOST_PARTS: Final = 4
"""The most parts of a broken word, unless all but one are single letters or pairs."""
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
_SHORTEST_IN_RUN: Final = 4
"""The shortest word in a row of single letters; a shorter one must be the whole row, for chords and keys are rows."""
_FEWEST_SINGLES: Final = 3
_FEWEST_PARTS: Final = 2
_PAIR: Final = 2
_RULED: Final = frozenset("|+")
"""Signs between columns, chords and keys: at the end of a row of letters they belong to something else."""
_WORDS_OF_ONE: Final = ("a", "i")
_APOSTROPHES: Final = frozenset("'’`´")
_CLOSE: Final = 3
_CROSSED: Final = frozenset("łŁ")
_MARKUP: Final = re.compile(r"[|*_~`\[\](){}]{1,12}")
_PARTING: Final = re.compile(r"\s|[.,;:!?…]{2}")
_PAUSE: Final = re.compile(r"(?<![.…])[.,;:!?]\s")
"""A pause; dots in a row are none, because people draw out what they say."""
_RUN: Final = re.compile("([\u1161-\u1175])(?:\u110b\\1)+|(.)\\2*")
_LONGEST_ALONE: Final = 3
"""The longest entry meant in katakana that says nothing else in hiragana when it stands alone."""
_OFTEN: Final = 3
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
        self._excuses = Excuses(row, harmless)

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
        is_pair = last_word - first_word + 1 == _FEWEST_PARTS
        likely = [
            each
            for each in keyed.spellings
            if not each.is_stem and (each.of.parts or self._is_like(given, each, begin, end, plainly=is_pair))
        ]
        if not likely:
            return None
        pieces = row.split(begin, end)
        gaps = row.gaps(begin, end)
        for spelling in likely:
            if self._is_phrase(spelling, pieces):
                if not any(map(_PAUSE.search, gaps)):
                    return begin, end, spelling.of
            elif self._is_broken(spelling, given, begin, end, pieces, gaps):
                return begin, self._find_row_end(end, pieces), spelling.of
        return None

    def _find_whole(self, keyed: Keyed, begin: int, end: int) -> _Found | None:
        """Find an entry that is a word, or a whole row of letters of a script without blanks."""
        given = self._row.letters[begin:end]
        for spelling in keyed.spellings:
            if spelling.is_stem or not self._is_like(given, spelling, begin, end):
                continue
            if self._row.script not in UNSPACED or self._is_meant_alone(spelling, begin, end):
                return begin, end, spelling.of
        return None

    def _is_meant_alone(self, spelling: EntrySpelling, begin: int, end: int) -> bool:
        """Whether an entry with nothing around it is meant; a short one in katakana is so in any kana."""
        is_odd = spelling.of.is_katakana and len(spelling.of.word) > _LONGEST_ALONE
        is_meant = not is_odd or has_katakana(self._row.find_written(begin, end))
        return is_meant and not self._excuses.is_excused(spelling, begin, end)

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

    def _is_phrase(self, spelling: EntrySpelling, pieces: Sequence[str]) -> bool:
        parts = spelling.of.parts
        if spelling.backwards:
            parts = tuple(part[::-1] for part in parts)
        return len(pieces) == len(parts) and all(map(is_like, pieces, parts))

    def _is_broken(
        self, spelling: EntrySpelling, given: str, begin: int, end: int, pieces: Sequence[str], gaps: Sequence[str]
    ) -> bool:
        """Whether pieces are a word that was broken on purpose, and not everyday words in a row."""
        larger = sum(_count_letters(each) > _PAIR for each in pieces)
        if larger > 1 and len(pieces) > _MOST_PARTS and not self._is_spelled_phrase(spelling, pieces):
            return False
        if not self._is_like(given, spelling, begin, end, plainly=len(pieces) == _FEWEST_PARTS):
            return False
        return self._is_spelled_phrase(spelling, pieces) or self._is_on_purpose(begin, end, pieces, gaps)

    def _is_spelled_phrase(self, spelling: EntrySpelling, pieces: Sequence[str]) -> bool:
        """Whether some words of a phrase are spelled letter by letter, and all others whole."""
        left = list(pieces)
        for part in spelling.of.parts:
            if left and is_like(left[0], part):
                del left[0]
                continue
            singles = 0
            while singles < len(left) and len(left[singles]) == 1:
                singles += 1
            count = next((n for n in range(_FEWEST_SINGLES, singles + 1) if is_like("".join(left[:n]), part)), 0)
            if not count:
                return False
            del left[:count]
        return bool(spelling.of.parts) and not left

    def _is_on_purpose(self, begin: int, end: int, pieces: Sequence[str], gaps: Sequence[str]) -> bool:
        row = self._row
        first, last = row.find_word(begin), row.find_word(end - 1)
        before, behind = row.gap(first), row.gap(last + 1)
        if before in _APOSTROPHES or (behind in _APOSTROPHES and last + 1 < len(row.words)):
            return False
        if pieces[0] in _RULED or pieces[-1] in _RULED or not _has_letters(pieces):
            return False
        if all(_count_letters(each) == 1 for each in pieces):
            return len(pieces) >= _SHORTEST_IN_RUN or (
                len(pieces) >= _FEWEST_SINGLES and not (self._is_single(first - 1) or self._is_single(last + 1, True))
            )
        if all(_is_close(gap) for gap in gaps) or (not row.is_mirrored and is_parted(pieces, gaps)):
            return True
        if row.is_mirrored:
            return False
        if len(pieces) == _FEWEST_PARTS and any(each.isdigit() for each in pieces):
            return False  # it counts something: lol 12
        singles = sum(_count_letters(each) == 1 for each in pieces)
        if singles >= _SHORTEST_IN_RUN and singles * 2 >= len(pieces):
            return True
        return not all(is_everyday(each) or _count_letters(each) == 1 for each in pieces)

    def _is_single(self, word: int, behind: bool = False) -> bool:
        if not 0 <= word < len(self._row.words):
            return False
        letters = self._row.letters[self._row.offsets[word] : self._row.find_word_end(word)]
        return _count_letters(letters) == 1 and (behind or letters not in _WORDS_OF_ONE)

    def _find_row_end(self, end: int, pieces: Sequence[str]) -> int:
        """Return the end of a row of single letters, with those that follow: a reader reads them together."""
        row = self._row
        if any(_count_letters(each) > 1 for each in pieces):
            return end
        ends = [end]
        for word in range(row.find_word(end - 1) + 1, len(row.words)):
            letters = row.letters[row.offsets[word] : row.find_word_end(word)]
            if _count_letters(letters) > 1 or not letters.isalpha() or _PAUSE.search(row.gap(word)):
                break
            ends.append(row.find_word_end(word))
        while len(ends) > 1 and row.letters[ends[-2] : ends[-1]] in _WORDS_OF_ONE:
            ends.pop()
        return ends[-1]

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
                if is_open and self._is_unspaced_word(spelling, begin, end):
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
            return self._is_phrase(spelling, row.split(begin, end))
        return all(map(_is_close, row.gaps(begin, end)))

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

    def _is_unspaced_word(self, spelling: EntrySpelling, begin: int, end: int) -> bool:
        row = self._row
        given = row.letters[begin:end]
        if not _is_drawn_out(given, spelling.word) or not self._has_whole_syllables(begin, end):
            return False
        if row.find_word(begin) != row.find_word(end - 1) and not (
            self._is_parted_on_purpose(begin, end) or self._is_begun_phrase(spelling, begin, end)
        ):
            return False
        if spelling.of.is_katakana and not has_katakana(self._row.find_written(begin, end)):
            return False
        return not self._excuses.is_excused(spelling, begin, end)

    def _is_begun_phrase(self, spelling: EntrySpelling, begin: int, end: int) -> bool:
        """Whether letters that begin with a word are parted like the words of a phrase; its last word may go on."""
        row = self._row
        parts = spelling.of.parts
        is_whole = bool(parts) and begin == row.offsets[row.find_word(begin)]
        is_blank = not any(map(str.strip, row.gaps(begin, end)))
        return is_whole and is_blank and row.split(begin, end) == list(map(unify_letters, parts))

    def _has_whole_syllables(self, begin: int, end: int) -> bool:
        """Whether Korean letters are no part of a larger syllable."""
        if self._row.script != KOREAN:
            return True
        origins, text = self._row.variant.reading.origins, self._row.text
        first, last = self._row.find_place(begin), self._row.find_place(end - 1)
        is_cut_before = first > 0 and origins[first - 1] == origins[first] and text[first - 1].isalpha()
        is_cut_behind = last + 1 < len(origins) and origins[last + 1] == origins[last] and text[last + 1].isalpha()
        return not is_cut_before and not is_cut_behind

    def _is_parted_on_purpose(self, begin: int, end: int) -> bool:
        """Whether what stands between the letters of a word is no end of a sentence, nor a mere blank."""
        row = self._row
        first, last = row.find_word(begin), row.find_word(end - 1)
        gaps = row.gaps(begin, end)
        begins_word = begin == row.offsets[first]
        if len(gaps) >= _PAIR and len(set(gaps)) == 1 and (begins_word or len(gaps) > _PAIR or gaps[0].strip()):
            return all(self._is_syllable(*word) for word in row.words[first + 1 : last])  # it is spelled
        if SENTENCE_SIGN.search(row.text, row.words[first][1], row.words[last][0]):
            return all(self._is_syllable(*word) for word in row.words[first : last + 1])
        return all(map(str.strip, gaps)) or (begins_word and end == row.find_word_end(last))

    def _is_syllable(self, start: int, end: int) -> bool:
        """Whether a part of the text was written as one character."""
        return len(set(self._row.variant.reading.origins[start:end])) == 1


@lru_cache(maxsize=8192)
def _is_drawn_out(given: str, word: str) -> bool:
    """Whether letters of a script without blanks are a word, some of its letters repeated at least three times."""
    if given == word:
        return True
    theirs, ours = ([run[0] for run in _RUN.finditer(letters)] for letters in (given, word))
    alike = (
        one == other or (one[0] == other[0] and len(one) >= _OFTEN) for one, other in zip(theirs, ours, strict=False)
    )
    return len(theirs) == len(ours) and all(alike)


def _is_twisted(spelling: EntrySpelling) -> bool:
    """Whether a spelling is not the word itself: backwards, without its vowels, or in letters that look alike."""
    return spelling.backwards or spelling.word != spelling.of.word


@lru_cache(maxsize=8192)
def _count_first(word: str) -> int:
    """Return the number of letters of one class with which a word begins."""
    key = translate_key(word)
    return len(key) - len(key.lstrip(key[0]))


def _count_letters(piece: str) -> int:
    """Return the number of letters; a repeated one counts once."""
    return 1 if len(piece) == 1 else 1 + sum(one != other for one, other in pairwise(piece))


def _is_close(gap: str) -> bool:
    """Whether a gap is no more than a sign or two, or markup, and no apostrophe."""
    if gap in _APOSTROPHES or _PARTING.search(gap):
        return False
    return len(gap) <= _CLOSE or _MARKUP.fullmatch(gap) is not None


def _has_letters(pieces: Sequence[str]) -> bool:
    """Whether a row has as many letters as digits and signs, unlike code, scores, times and dates."""
    text = "".join(pieces)
    return sum(map(str.isalpha, text)) * 2 >= len(text)
