"""A run of the score, over a few cases with stand-in words."""

import pytest

from bench.guard_score.run import run
from tests.bench.guard_score.makers import case


@pytest.mark.slow
def test_cases_are_judged_counted_and_measured() -> None:
    cases = [case("what a pl0nk"), case("a plonk", kind="stars"), case("oh no", stop=False, part="clean")]

    outcome = run(cases, ["plonk"], runs=1)

    assert [(each.part, each.total.tried, each.total.stopped) for each in outcome.tallies] == [
        ("disguise", 2, 2),
        ("clean", 1, 0),
    ]
    assert (outcome.costs.n, outcome.footprint.lines) == (3, 3)
    assert {goal.key: goal.value for goal in outcome.goals}["disguises"] == 1
