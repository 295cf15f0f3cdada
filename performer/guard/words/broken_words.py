"""Broken words: pieces of one word or phrase, and whether somebody broke it on purpose.

Everyday words that stand side by side have the letters of bad ones often enough.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from performer.guard.words.entry import EntrySpelling
from performer.guard.words.everyday_words import is_everyday, is_parted
from performer.guard.words.letters import LetterRow
from performer.guard.words.similar_words import is_like

_MOST_PARTS: Final = 4
"""The most parts of a broken word, unless all but one are single letters or pairs."""
_SHORTEST_IN_RUN: Final = 4
"""The shortest word in a row of single letters; a shorter one must be the whole row, for chords and keys are rows."""
_FEWEST_SINGLES: Final = 3
FEWEST_PIECES: Final = 2
_PAIR: Final = 2
_RULED: Final = frozenset("|+")
"""Signs between columns, chords and keys: at the end of a row of letters they belong to something else."""
_WORDS_OF_ONE: Final = ("a", "i")
_APOSTROPHES: Final = frozenset("'’`´")
_TICK: Final = "`"
_CLOSE: Final = 3
_MOST_FOLLOWING: Final = 24
"""The most letters that follow a spelled word and belong to it; behind these the search goes on."""
_MARKUP: Final = re.compile(r"[|*_~`\[\](){}]{1,12}")
_PARTING: Final = re.compile(r"\s|[.,;:!?…]{2}")
PAUSE: Final = re.compile(r"(?<![.…])[.,;:!?]\s")
"""A pause; dots in a row are none, because people draw out what they say."""


def is_phrase(spelling: EntrySpelling, pieces: Sequence[str]) -> bool:
    """Whether pieces are the words of a phrase."""
    parts = spelling.of.parts
    if spelling.backwards:
        parts = tuple(part[::-1] for part in parts)
    return len(pieces) == len(parts) and all(map(is_like, pieces, parts))


def is_broken(row: LetterRow, begin: int, end: int, spelling: EntrySpelling) -> bool:
    """Whether the letters of a row from begin to end (exclusive), which are like a word, are that word in pieces."""
    pieces = row.split(begin, end)
    if is_spelled_phrase(spelling, pieces):
        return True
    larger = sum(_count_letters(each) > _PAIR for each in pieces)
    return (larger <= 1 or len(pieces) <= _MOST_PARTS) and _is_on_purpose(row, begin, end, pieces)


def is_spelled_phrase(spelling: EntrySpelling, pieces: Sequence[str]) -> bool:
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


def find_row_end(row: LetterRow, begin: int, end: int) -> int:
    """Return the end of a row of single letters, with those that follow: a reader reads them together."""
    if any(_count_letters(each) > 1 for each in row.split(begin, end)):
        return end
    ends = [end]
    behind = row.find_word(end - 1) + 1
    for word in range(behind, min(behind + _MOST_FOLLOWING, len(row.words))):
        letters = row.letters[row.offsets[word] : row.find_word_end(word)]
        if _count_letters(letters) > 1 or not letters.isalpha() or PAUSE.search(row.gap(word)):
            break
        ends.append(row.find_word_end(word))
    while len(ends) > 1 and row.letters[ends[-2] : ends[-1]] in _WORDS_OF_ONE:
        ends.pop()
    return ends[-1]


def _is_on_purpose(row: LetterRow, begin: int, end: int, pieces: Sequence[str]) -> bool:
    first, last = row.find_word(begin), row.find_word(end - 1)
    before, behind = row.gap(first), row.gap(last + 1)
    if _is_ticked(row, begin, end):
        return True
    if before in _APOSTROPHES or (behind in _APOSTROPHES and last + 1 < len(row.words)):
        return False
    if pieces[0] in _RULED or pieces[-1] in _RULED or not _has_letters(pieces):
        return False
    if all(_count_letters(each) == 1 for each in pieces):
        return len(pieces) >= _SHORTEST_IN_RUN or (
            len(pieces) >= _FEWEST_SINGLES
            and not (_is_single(row, first - 1) or _is_single(row, last + 1, behind=True))
        )
    gaps = row.gaps(begin, end)
    if all(map(is_close, gaps)) or (not row.is_mirrored and is_parted(pieces, gaps)):
        return True
    if row.is_mirrored:
        return False
    if len(pieces) == FEWEST_PIECES and any(each.isdigit() for each in pieces):
        return False  # it counts something: lol 12
    singles = sum(_count_letters(each) == 1 for each in pieces)
    if singles >= _SHORTEST_IN_RUN and singles * 2 >= len(pieces):
        return True
    return not all(is_everyday(each) or _count_letters(each) == 1 for each in pieces)


def _is_ticked(row: LetterRow, begin: int, end: int) -> bool:
    """Whether ticks for code are around a part of a word: p`lonk`."""
    first, last = row.find_place(begin), row.find_place(end - 1)
    around = row.text[max(0, first - 1) : first], row.text[last + 1 : last + 2]
    return _TICK in around and set(row.gaps(begin, end)) == {_TICK}


def _is_single(row: LetterRow, word: int, *, behind: bool = False) -> bool:
    if not 0 <= word < len(row.words):
        return False
    letters = row.letters[row.offsets[word] : row.find_word_end(word)]
    return _count_letters(letters) == 1 and (behind or letters not in _WORDS_OF_ONE)


def is_close(gap: str) -> bool:
    """Whether a gap is no more than a sign or two, or markup, and no apostrophe."""
    if gap in _APOSTROPHES or _PARTING.search(gap):
        return False
    return len(gap) <= _CLOSE or _MARKUP.fullmatch(gap) is not None


def _count_letters(piece: str) -> int:
    """Return the number of letters; a repeated one counts once."""
    return 1 if len(piece) == 1 else 1 + sum(one != other for one, other in pairwise(piece))


def _has_letters(pieces: Sequence[str]) -> bool:
    """Whether a row has as many letters as digits and signs, unlike code, scores, times and dates."""
    text = "".join(pieces)
    return sum(map(str.isalpha, text)) * 2 >= len(text)
