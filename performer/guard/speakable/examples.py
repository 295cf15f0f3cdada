"""Examples: the lines that a prompt shows as what to say, found again when a model recites one, changed a little."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Self

from performer.guard.speakable.repeated_prompt import split_sentences

_STEM: Final = 4
"""Letters by which two words are one: brought and brings are not, friend and friends are."""
_FEWEST: Final = 3
"""Telling words of an example that have to come back, when they come back out of order."""
_MOST_OF: Final = 0.75
_HALF: Final = 0.5
_RUN: Final = 3
_COVERED: Final = 0.6
"""A run of three words that holds half of what an example tells recites it when it is most of the line; a longer one
always does."""


@dataclass(frozen=True, kw_only=True)
class _Example:
    """One sentence of an example."""

    words: tuple[str, ...]
    telling: frozenset[str]
    """Stems of the words that are not in everybody's mouth."""

    @classmethod
    def of(cls, sentence: Sequence[str], common: frozenset[str]) -> Self:
        return cls(words=tuple(sentence), telling=_telling(sentence, common))


class Examples:
    """Finds the sentences of example lines again.

    Args:
        lines: As the prompt has them.
        common: Words that tell nothing of a line, such as articles and pronouns.
    """

    def __init__(self, lines: Iterable[str], common: frozenset[str]) -> None:
        self._common = common
        self._examples = [_Example.of(each, common) for line in lines for each in split_sentences(line)]

    def holds(self, sentence: Sequence[str]) -> bool:
        """Tell whether a sentence, given as its folded words, recites an example or its point."""
        telling = _telling(sentence, self._common)
        return any(self._is_recited(each, sentence, telling) for each in self._examples)

    def _is_recited(self, example: _Example, sentence: Sequence[str], telling: frozenset[str]) -> bool:
        if tuple(sentence) == example.words:
            return True
        common = len(example.telling & telling)
        if common < _HALF * len(example.telling) or not common:
            return False
        if common >= _FEWEST and common >= _MOST_OF * len(example.telling):
            return True
        run = _longest_run(example.words, sentence)
        if len(run) < _RUN or len(_telling(run, self._common)) < _HALF * len(example.telling):
            return False
        return len(run) > _RUN or len(run) >= _COVERED * len(sentence)


def _telling(sentence: Sequence[str], common: frozenset[str]) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in sentence if word not in common)


def _longest_run(one: Sequence[str], other: Sequence[str]) -> Sequence[str]:
    """Return the longest run of words that stands in both."""
    best: Sequence[str] = ()
    before = [0] * (len(other) + 1)
    for at, word in enumerate(one):
        lengths = [0] * (len(other) + 1)
        for place, another in enumerate(other, start=1):
            if word == another:
                lengths[place] = before[place - 1] + 1
                if lengths[place] > len(best):
                    best = one[at + 1 - lengths[place] : at + 1]
        before = lengths
    return best
