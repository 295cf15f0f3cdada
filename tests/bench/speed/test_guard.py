"""What the guard takes for a line."""

import anyio
import pytest

from bench.speed.guard import GuardPlan, PlainFilter, make_lines, run


def test_lines_have_the_length_that_is_asked_for_and_none_is_like_another() -> None:
    made = make_lines(60, seed=1)
    lines = [next(made) for _ in range(300)]

    assert {len(line) for line in lines} == {60}
    assert len(set(lines)) == len(lines)


def test_the_plainest_filter_finds_a_word_whatever_its_case() -> None:
    plain = PlainFilter(("plonk",))

    assert plain.check("what a PLONK this is")
    assert not plain.check("what a plonker this is")


@pytest.mark.slow
def test_each_length_stands_beside_the_plainest_filter() -> None:
    report = anyio.run(run, GuardPlan(runs=2, starts=1))

    assert report.by_key["line_60"].n == 2
    assert report.find_ratio(report.by_key["line_60"])
    assert report.by_key["start"].median
