"""Harmless words of scripts without blanks, around which an entry means nothing: 시발점 is a starting point."""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import Final

from performer.guard.normalise.readings import normalize_text
from performer.guard.words.letters import unify_letters
from performer.guard.words.lexicon import iterate_automaton, make_automaton
from performer.guard.words.script import BORDER, has_katakana, is_unspaced

_Part = tuple[int, int]
_KATAKANA: Final = "="
"""The sign before a word that was written in katakana, which readings have as hiragana."""

def fold_harmless(words: Iterable[str]) -> list[str]:
    """Return the words in scripts without blanks as rows have them, those in katakana behind a sign."""
    unspaced = [word for word in words if is_unspaced(word)]
    plain = normalize_text(BORDER.join(unspaced)).apart.split(BORDER) if unspaced else []
    marks = [_KATAKANA if has_katakana(word) else "" for word in unspaced]
    whole = [mark + unify_letters(letters) for mark, letters in zip(marks, plain, strict=True) if letters]
    return list(
        dict.fromkeys((*whole, *(word.replace("ー", "") for word in whole)))
    )  # rows have them with it and without


class HarmlessWords:
    """Some words of `fold_harmless`."""

    def __init__(self, folded: Iterable[str]) -> None:
        self._automaton = make_automaton((word.removeprefix(_KATAKANA), word) for word in sorted(folded))

    def find(self, letters: str) -> "HarmlessParts":
        """Find the words in the letters of a row."""
        return HarmlessParts(iterate_automaton(self._automaton, letters))


class HarmlessParts:
    """The harmless words in a row, given by the places of their last letters."""

    def __init__(self, words: Iterable[tuple[int, str]]) -> None:
        every: list[_Part] = []
        katakana: list[_Part] = []
        for last, word in words:
            is_katakana = word.startswith(_KATAKANA)
            part = (last + 1 + is_katakana - len(word), last + 1)
            every.append(part)
            if is_katakana:
                katakana.append(part)
        self._every, self._katakana = _index_ends(every), _index_ends(katakana)

    def cover(self, begin: int, end: int, *, in_katakana: bool) -> bool:
        """Whether one of them, or of those in katakana, has the letters from begin to end (exclusive)."""
        begins, ends = self._katakana if in_katakana else self._every
        before = bisect_right(begins, begin)
        return before > 0 and ends[before - 1] >= end


def _index_ends(parts: list[_Part]) -> tuple[list[int], list[int]]:
    """Return the begins of parts, in order, and for each the furthest end of those that begin there or before."""
    parts.sort()
    return [begin for begin, _ in parts], [*accumulate((end for _, end in parts), max)]
