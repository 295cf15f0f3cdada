"""Harmless words of scripts without blanks, around which an entry means nothing: 시발점 is a starting point."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from ahocorasick import Automaton  # type: ignore[import-not-found]

from performer.guard.normalise.readings import normalize_text
from performer.guard.words.letters import unify_letters
from performer.guard.words.lexicon import iterate_automaton, make_automaton
from performer.guard.words.script import BORDER, NATIVE, has_katakana, is_unspaced

_NUMBER: Final = re.compile("[0-9]+")
_COUNTED: Final = "0"
"""The sign for any number before a word."""

Harmless = tuple[int, int, bool]
"""The begin and end of a harmless word in a row's letters, and whether it was written in katakana."""


def fold_harmless(words: Iterable[str]) -> list[str]:
    """Return the words in scripts without blanks as rows have them, those in katakana behind a sign."""
    unspaced = [word for word in words if is_unspaced(word)]
    plain = normalize_text(BORDER.join(unspaced)).apart.split(BORDER) if unspaced else []
    marks = [NATIVE if has_katakana(word) else "" for word in unspaced]
    whole = [
        mark + _NUMBER.sub(_COUNTED, unify_letters(letters))
        for mark, letters in zip(marks, plain, strict=True)
        if letters
    ]
    return list(
        dict.fromkeys((*whole, *(word.replace("ー", "") for word in whole)))
    )  # rows have them with it and without


class HarmlessWords:
    """Some words of `fold_harmless`."""

    def __init__(self, folded: Iterable[str]) -> None:
        self._folded = [*folded]

    def index_all(self) -> None:
        """Make the automaton of the words, which is made when it is first needed."""
        _ = self._automaton, self._in_both_kana

    @cached_property
    def _automaton(self) -> Automaton:
        return make_automaton((word.removeprefix(NATIVE), word) for word in sorted(self._folded))

    @cached_property
    def _in_both_kana(self) -> frozenset[str]:
        """The words that stand there in hiragana and in katakana; the automaton yields them in hiragana."""
        folded = frozenset(self._folded)
        return frozenset(word.removeprefix(NATIVE) for word in folded if NATIVE in word) & folded

    @cached_property
    def longest(self) -> int:
        """The number of letters of the longest word."""
        return int(self._automaton.get_stats()["longest_word"])

    def has_counted(self, letters: str) -> bool:
        """Whether these letters are harmless behind a number."""
        return _COUNTED + letters in self._automaton

    def find(self, letters: str) -> Iterator[Harmless]:
        """Find the words in the letters of a row."""
        for last, word in iterate_automaton(self._automaton, letters):
            is_katakana = word.startswith(NATIVE)
            yield last + 1 + is_katakana - len(word), last + 1, is_katakana
            if word in self._in_both_kana:
                yield last + 1 - len(word), last + 1, True
