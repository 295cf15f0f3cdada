"""UnspacedWords: words of scripts without blanks in a row, and whether they are meant.

Such a word may stand anywhere, so harmless words around it count, and what parts its letters.
"""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from performer.guard.words.entry import EntrySpelling
from performer.guard.words.excuses import SENTENCE_SIGN, Excuses
from performer.guard.words.harmless import HarmlessWords
from performer.guard.words.letters import KOREAN, LetterRow, unify_letters
from performer.guard.words.script import has_katakana

_RUN: Final = re.compile("([\u1161-\u1175])(?:\u110b\\1)+|(.)\\2*")
_LONGEST_ALONE: Final = 3
"""The longest entry meant in katakana that says nothing else in hiragana when it stands alone."""
_OFTEN: Final = 3
_PAIR: Final = 2
_BRACKETS: Final = ("()", "[]", "「」", "『』", "（）")
_IDEOGRAPHS: Final = re.compile("[\u3400-\u9fff]+")
_KANA: Final = re.compile("[ぁ-ん]")
_BEGINS_NO_WORD: Final = frozenset("んぁぃぅぇぉっゃゅょーぽ")
_CHARACTERS_FILE: Final = Path(__file__).with_name("everyday_characters.txt")
"""The 800 characters that Chinese texts have most often, simplified."""


@cache
def _load_everyday_characters() -> frozenset[str]:
    return frozenset(_CHARACTERS_FILE.read_text(encoding="utf-8"))


class UnspacedWords:
    """The words of one row, whose letters may be entries; harmless words excuse what stands in them."""

    def __init__(self, row: LetterRow, harmless: HarmlessWords) -> None:
        self._row = row
        self._excuses = Excuses(row, harmless)

    def is_meant_alone(self, spelling: EntrySpelling, begin: int, end: int) -> bool:
        """Whether an entry with nothing around it is meant; a short one in katakana is so in any kana."""
        is_odd = spelling.of.is_katakana and len(spelling.of.word) > _LONGEST_ALONE
        is_meant = not is_odd or has_katakana(self._row.find_written(begin, end))
        return is_meant and not self._excuses.is_excused(spelling, begin, end)

    def is_meant(self, spelling: EntrySpelling, begin: int, end: int) -> bool:
        """Whether letters that have the key of an entry are it, in a longer text."""
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
        sign = SENTENCE_SIGN.search(row.text, row.words[first][1], row.words[last][0])
        if sign and self._is_bracketed(begin, end, gaps):
            return True
        if sign and (sign[0] != "." or set(gaps) != {"."} or row.script == KOREAN):
            return all(self._is_syllable(*word) for word in row.words[first : last + 1])
        return (
            all(map(str.strip, gaps)) or (begins_word and end == row.find_word_end(last)) or self._is_split(begin, end)
        )

    def _is_split(self, begin: int, end: int) -> bool:
        """Whether blanks split a word of Chinese or Japanese, and do not part two sentences whose ends make it up.

        Chinese characters are split if they are three, or if one is not everyday and no kana are in the text. Kana are
        if one that begins no word stands behind the blank, or if all are katakana and none stand around them.
        """
        row = self._row
        letters = row.letters[begin:end]
        if row.script == KOREAN:
            return False
        if _IDEOGRAPHS.fullmatch(letters):
            is_rare = not _load_everyday_characters().issuperset(letters)
            return len(letters) > _PAIR or (is_rare and _KANA.search(row.letters) is None)
        behind = row.offsets[row.find_word(begin) + 1]
        is_katakana = has_katakana(row.find_written(begin, begin + 1)) and has_katakana(row.find_written(end - 1, end))
        around = [(begin - 1, begin)] * (begin > 0) + [(end, end + 1)] * (end < len(row.letters))
        is_whole = is_katakana and not any(has_katakana(row.find_written(*place)) for place in around)
        return row.letters[behind] in _BEGINS_NO_WORD or is_whole

    def _is_bracketed(self, begin: int, end: int, gaps: list[str]) -> bool:
        """Whether brackets are around the first character of a word alone, or around its last part."""
        row = self._row
        first, last = row.find_place(begin), row.find_place(end - 1)
        around = row.text[first - 1 : first] + row.text[last + 1 : last + 2]
        is_first = len(gaps) == 1 and self._is_syllable(*row.words[row.find_word(begin)])
        return (is_first and around[:1] + gaps[0] in _BRACKETS) or (
            len(gaps) == 1 and gaps[0] + around[-1:] in _BRACKETS
        )

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
