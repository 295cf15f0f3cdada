"""What counts as said before: nearly the same words, much the same words, or the same way to begin.

Takes about 0.1 ms a line against thirty.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from rapidfuzz import fuzz

from performer.novelty.wording import Wording

_NEARLY_EQUAL: Final = 85.0
"""Percent of equal letters in order, of two comments."""
_SAME_WORDS: Final = 0.6
"""Share of words that two lines have in common; the usual bound for duplicates."""
_LEAST_CONTENT: Final = 2
_KNOWN_GRAMS: Final = 1 / 3
_LEAST_GRAMS: Final = 2
"""Share, and number, of threes of words that were heard before, in whichever lines."""
_OPENER_APART: Final = 3
_MOST_OPENERS: Final = 4
"""The same two words may not begin any of the last three lines, nor more than 15 % of the last thirty."""
_SHOUT_APART: Final = 20
"""Comments that are shouts may be repeated after so many lines: they are few."""


class Manner(Enum):
    """How strictly a line is judged."""

    COMMENT = auto()
    """By all of the rules: nobody asked for it."""
    ANSWER = auto()
    """Only word for word, and a shout not even then: a time, a name or a `not` makes another answer."""
    OWN = auto()
    """Not at all: the streamer's own words."""


@dataclass(frozen=True, kw_only=True)
class Repeat:
    """A line that would have been said again."""

    said: str
    """The line that was said before."""
    why: str
    """What the two have in common."""


def find_repeat(line: Wording, said: Sequence[Wording], manner: Manner, *, opens: bool = True) -> Repeat | None:
    """Tell what a line repeats of the lines that were said, oldest first; None when it is new.

    How it begins only matters where it opens a turn: a sentence that goes on from another may say "I shall" again. A
    comment whose number is another than a line's does not repeat that line, however alike they are; it may still begin
    the same way.
    """
    if manner is Manner.OWN or not said:
        return None
    if manner is Manner.ANSWER:
        return None if line.is_interjection else _same(line, said, why="the very same line")
    if line.is_interjection:
        return _same(line, said[-_SHOUT_APART:], why="the same shout")
    old = [each for each in said if not line.numbers or line.numbers == each.numbers]
    told = _nearly_equal(line, old) or _alike(line, old) or _grams(line, old)
    return told or (_opener(line, said) if opens else None)


def _same(line: Wording, said: Sequence[Wording], *, why: str) -> Repeat | None:
    same = [each for each in said if each.plain == line.plain]
    return Repeat(said=same[-1].text, why=why) if same else None


def _nearly_equal(line: Wording, said: Sequence[Wording]) -> Repeat | None:
    for each in reversed(said):
        if fuzz.ratio(line.plain, each.plain, score_cutoff=_NEARLY_EQUAL):
            return Repeat(said=each.text, why="nearly the same line")
    return None


def _alike(line: Wording, said: Sequence[Wording]) -> Repeat | None:
    for each in reversed(said):
        has_content = min(len(line.content), len(each.content)) >= _LEAST_CONTENT
        if _shared(line.words, each.words) >= _SAME_WORDS or (
            has_content and _shared(line.content, each.content) >= _SAME_WORDS
        ):
            return Repeat(said=each.text, why="much the same words")
    return None


def _grams(line: Wording, said: Sequence[Wording]) -> Repeat | None:
    known = line.grams.intersection(frozenset().union(*(each.grams for each in said)))
    if len(known) < _LEAST_GRAMS or len(known) < _KNOWN_GRAMS * len(line.grams):
        return None
    most = max(said, key=lambda each: len(line.grams & each.grams))
    return Repeat(said=most.text, why="the same turns of phrase")


def _opener(line: Wording, said: Sequence[Wording]) -> Repeat | None:
    same = [each for each in said if each.opener == line.opener]
    if len(same) >= _MOST_OPENERS or any(each.opener == line.opener for each in said[-_OPENER_APART:]):
        return Repeat(said=same[-1].text, why="the same way to begin")
    return None


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    """Tell the share of what is in either that is in both."""
    common = len(one & other)
    return common / (len(one) + len(other) - common) if common else 0.0
