"""The flood: its lines, the order of its shows, and what is compared."""

from collections import Counter
from itertools import islice

import pytest

from bench.guard_score.flood import BESIDE, compare, make_lines, order_round
from bench.guard_score.flooded_show import ShowTiming


def test_no_line_of_a_flood_comes_twice_and_its_names_come_to_the_guard_too() -> None:
    lines = list(islice(make_lines(["ab" * 400, "cd"]), 500))

    assert len({line.text for line in lines}) == len({line.author for line in lines}) == 500
    assert (len(lines[0].text), lines[1].text[:2]) == (500, "cd")
    assert {len(line.author) for line in lines} == {32}
    assert len({line.author_id for line in lines}) == 60


def test_a_calm_show_has_no_lines() -> None:
    assert list(make_lines(())) == []


def test_each_show_comes_as_often_first_as_last() -> None:
    orders = [order_round(number) for number in range(8)]

    assert {Counter(order[place] for order in orders)[beside] for place in range(4) for beside in BESIDE} == {2}


@pytest.mark.parametrize(
    ("took_s", "calm_s", "ratio"), [([0.33, 0.1], [0.3, 0.2], 1.1), ([], [0.3], None), ([0.3], [], None)]
)
def test_the_slow_requests_are_compared(took_s: list[float], calm_s: list[float], ratio: float | None) -> None:
    found = compare(ShowTiming(sentences_s=took_s), ShowTiming(sentences_s=calm_s))

    assert found == (ratio and pytest.approx(ratio))
