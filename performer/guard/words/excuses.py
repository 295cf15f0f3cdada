"""The excuses of a row in a script without blanks: harmless words and names around entries."""

import re
from bisect import bisect_left
from functools import cached_property
from typing import Final

from performer.guard.words.entry import EntrySpelling
from performer.guard.words.harmless import Harmless, HarmlessWords
from performer.guard.words.letters import KOREAN, LetterRow
from performer.guard.words.script import has_katakana

SENTENCE_SIGN: Final = re.compile(r"[。！？!?.、，,;；:：()（）「」『』\"“”]")
_SIGN_OR_BLANK: Final = re.compile(rf"\s|{SENTENCE_SIGN.pattern}")
_KANA: Final = re.compile("[\u3041-\u3096\u30a1-\u30fa]")


class Excuses:
    """The excuses of one row."""

    def __init__(self, row: LetterRow, harmless: HarmlessWords) -> None:
        self._row = row
        self._harmless = harmless

    @cached_property
    def _words(self) -> list[Harmless]:
        """The harmless words in the row, in their order."""
        return sorted(self._harmless.find(self._row.letters))

    def is_excused(self, spelling: EntrySpelling, begin: int, end: int) -> bool:
        """Whether letters stand in a harmless word, and not behind or before the border of another one."""
        is_katakana = spelling.of.is_katakana
        if self._is_counted(begin, end) or (is_katakana and self._is_other_katakana(begin, end)):
            return True
        if is_katakana:
            end = self._find_end_of_katakana(begin, end)
        first = bisect_left(self._words, (end - self._harmless.longest,))
        behind = bisect_left(self._words, (begin + 1,))
        return any(
            end <= stop and self._is_one_word(start, begin, end, stop, of_katakana)
            for start, stop, of_katakana in self._words[first:behind]
            if of_katakana or not is_katakana
        )

    def _is_one_word(self, start: int, begin: int, end: int, stop: int, of_katakana: bool) -> bool:
        """Whether letters around an entry are one harmless word: in its kana, and without the end of a sentence."""
        if of_katakana and not has_katakana(self._row.find_written(start, stop)):
            return False
        parts = SENTENCE_SIGN if self._row.script == KOREAN else _SIGN_OR_BLANK
        if any(parts.search(gap) for gap in self._row.gaps(start, stop)):
            return False
        is_cut_before = start < begin and (self._changes_kana(begin) or self._begins_word(begin))
        is_cut_behind = end < stop and (self._changes_kana(end) or self._is_cut(begin, end, stop))
        return not is_cut_before and not is_cut_behind

    def _is_cut(self, begin: int, end: int, stop: int) -> bool:
        """Whether letters are a word of their own, and the harmless word around them ends within the next one."""
        row = self._row
        is_word = begin == row.offsets[row.find_word(begin)] and self._begins_word(end)
        return is_word and stop != row.find_word_end(row.find_word(stop - 1))

    def _begins_word(self, letter: int) -> bool:
        """Whether a blank stands before a letter."""
        word = self._row.find_word(letter)
        return letter == self._row.offsets[word] and self._row.gap(word).isspace()

    def _changes_kana(self, letter: int) -> bool:
        """Whether hiragana end and katakana begin before a letter, or the other way round: there a word ends."""
        pair = self._row.find_written(letter - 1, letter), self._row.find_written(letter, letter + 1)
        return all(map(_KANA.match, pair)) and has_katakana(pair[0]) != has_katakana(pair[1])

    def _find_end_of_katakana(self, begin: int, end: int) -> int:
        """Find where hiragana begin at the end of an entry: a particle, which is no part of a harmless word."""
        while end - begin > 1 and not has_katakana(self._row.find_written(end - 1, end)):
            end -= 1
        return end

    def _is_other_katakana(self, begin: int, end: int) -> bool:
        """Whether katakana are a part of a foreign name, whose parts a dot joins, or begin behind a particle."""
        if self._changes_kana(begin + 1) and not has_katakana(self._row.find_written(begin, begin + 1)):
            return True
        text = self._row.text
        place, behind = self._row.find_place(begin), self._row.find_place(end - 1) + 1
        return "・" in (text[place - 1 : place], text[behind : behind + 1])

    def _is_counted(self, begin: int, end: int) -> bool:
        """Whether a number stands before the letters, with which they are harmless: 3개년."""
        place = self._row.find_place(begin)
        return self._row.text[place - 1 : place].isdigit() and self._harmless.has_counted(self._row.letters[begin:end])
