"""Repetition: how often it says what it has said before."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from performer.bench.show.measures.share import share
from performer.bench.show.take import Take

_REMEMBERED: Final = 20
"""Lines that a listener has still in the ear."""
_DUPLICATE: Final = 0.6
"""Jaccard similarity of the words of two lines from which on they are the same."""
_HUNDRED: Final = 100
_WORD = re.compile(r"\w+(?:['’]\w+)*")

Grams = list[tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class Repetition:
    """Shares from 0 to 1."""

    rep_3: float | None
    """Runs of three words that one of the last 20 lines had too."""
    seq_rep_3: float | None
    """Runs of three words that the same line had before (Welleck et al. 2019)."""
    duplicates: float | None
    """Lines with nearly the words of one of the last 20."""
    openers: float | None
    """Lines that begin with the commonest first two words."""
    distinct_2: float | None
    """Different pairs of words by all pairs, in a hundred lines."""


def repetition(take: Take) -> Repetition:
    """Measure a take's lines."""
    return repetition_of([line.text for line in take.lines if line.text])


def repetition_of(lines: Sequence[str]) -> Repetition:
    """Measure lines in the order in which they were said."""
    said = [words(line) for line in lines]
    return Repetition(
        rep_3=_seen_before(said),
        seq_rep_3=_within(said),
        duplicates=share(sum(_is_duplicate(line, before) for line, before in _with_past(said)), len(said)),
        openers=_commonest_opener(said),
        distinct_2=_distinct(said),
    )


def words(line: str) -> list[str]:
    """Take a line's words, small."""
    return [word.lower() for word in _WORD.findall(line)]


def _grams(line: Sequence[str], n: int) -> Grams:
    return list(zip(*(islice(line, start, None) for start in range(n)), strict=False))


def _with_past(said: Sequence[list[str]]) -> Iterator[tuple[list[str], Sequence[list[str]]]]:
    for number, line in enumerate(said):
        yield line, said[max(0, number - _REMEMBERED) : number]


def _seen_before(said: Sequence[list[str]]) -> float | None:
    seen = every = 0
    for line, before in _with_past(said):
        past = set(chain.from_iterable(_grams(each, 3) for each in before))
        grams = _grams(line, 3)
        seen += sum(gram in past for gram in grams)
        every += len(grams)
    return share(seen, every)


def _within(said: Sequence[list[str]]) -> float | None:
    grams = [_grams(line, 3) for line in said]
    every = sum(len(each) for each in grams)
    return share(every - sum(len(set(each)) for each in grams), every)


def _is_duplicate(line: Sequence[str], before: Sequence[list[str]]) -> bool:
    return any(_likeness(set(line), set(each)) >= _DUPLICATE for each in before)


def _likeness(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 0.0


def _commonest_opener(said: Sequence[list[str]]) -> float | None:
    openers = Counter(tuple(line[:2]) for line in said if line)
    return share(max(openers.values(), default=0), len(said))


def _distinct(said: Sequence[list[str]]) -> float | None:
    """Measure hundred by hundred, for a longer text has fewer new pairs by nature."""
    different = every = 0
    for start in range(0, len(said), _HUNDRED):
        pairs = list(chain.from_iterable(_grams(line, 2) for line in said[start : start + _HUNDRED]))
        different += len(set(pairs))
        every += len(pairs)
    return share(different, every)
