"""The search for the costliest line."""

import random
import time
from collections.abc import Iterable
from itertools import groupby

import pytest

from bench.guard_score.stopwatch import Duration
from bench.guard_score.worst_line import LineSearch, WorstLine, find_costliest_lines, find_worst_line
from performer.guard.guard import Guard
from performer.guard.normalise.readings import NormalizedText
from performer.guard.verdict import GuardHit


def test_a_search_climbs_to_the_lines_that_cost_the_most() -> None:
    search = LineSearch(lambda text: text.count("*") + 2 * text.count("@"), 60, random.Random(1))
    search.begin(["ab*" * 20, "abc" * 20])

    for _ in range(400):
        search.step()

    assert search.worst.count("*") + 2 * search.worst.count("@") > 60
    assert (len(search.worst), search.tried) == (60, 402)


def test_the_same_seed_finds_the_same() -> None:
    def find(seed: int) -> str:
        search = LineSearch(lambda text: len(set(text)), 60, random.Random(seed))
        search.begin(["ab" * 30])
        for _ in range(100):
            search.step()
        return search.worst

    assert find(1) == find(1)
    assert find(1) != find(2)


def test_a_cost_that_does_not_come_again_counts_for_nothing() -> None:
    costs = iter([9.0, 1.0, 1.0, 5.0, 5.0, 5.0])
    search = LineSearch(lambda _text: next(costs), 3, random.Random(1))

    search.begin(["one", "two"])

    assert search.worst == "two"


def test_the_costliest_line_is_told_with_its_shape() -> None:
    found = find_worst_line(Guard(words=["plonk"], finders=()), 30, seconds=0, starts=["plonk "])

    assert (len(found.text), len(found.shape)) == (30, 30)
    assert found.tried > 100
    assert found.cost.waited_us > 0
    assert found.in_trail.waited_us > 0


def test_several_lines_are_told_the_costliest_first() -> None:
    found = find_costliest_lines(Guard(finders=[finder := SlowFinder()]), 30, seconds=0, fold=str.upper)

    assert len(found) == 12
    assert [us for _, us in found] == sorted((us for _, us in found), reverse=True)
    assert all(text == text.upper() for text in finder.seen)


def test_no_line_is_cheaper_because_its_search_was_broken_off_or_remembered() -> None:
    guard = Guard(finders=[(finder := SlowFinder())])

    found = find_worst_line(guard, 40, seconds=0)

    assert found.cost.waited_us >= 1000
    looked_at = [text for text, _ in groupby(finder.seen)]  # a text with markup is read twice in a row
    assert len(looked_at) == len(set(looked_at))


class SlowFinder:
    """Finds nothing in what it has not seen, and takes a millisecond for it."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def find(self, reading: NormalizedText) -> Iterable[GuardHit]:
        self.seen.append(reading.written)
        until = time.perf_counter() + 0.001
        while time.perf_counter() < until:
            pass
        return ()


@pytest.mark.parametrize(("chars", "us", "is_within"), [(500, 5000, True), (500, 5001, False), (2000, 9999, True)])
def test_each_length_has_its_limit(chars: int, us: float, is_within: bool) -> None:
    took = Duration(waited_us=us, worked_us=us)

    assert WorstLine(text="x" * chars, cost=took, in_trail=took, tried=1).is_within_limit is is_within
