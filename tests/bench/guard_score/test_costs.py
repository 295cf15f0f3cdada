"""The costs of lines: medians, the 99th percentile, and the worst one tried again."""

import pytest

from bench.guard_score.costs import sum_up_costs
from bench.guard_score.stopwatch import Duration
from performer.guard.guard import Guard
from tests.bench.guard_score.makers import case, judged


def test_lines_are_summed_up_and_the_worst_is_named() -> None:
    rows = [judged(case("x" * 60, line=number), stopped=False, us=number) for number in range(1, 101)]
    rows.append(judged(case("short", "lines", line=101), stopped=False, us=1000))

    costs = sum_up_costs(rows, lambda: Guard(finders=()))

    assert (costs.n, costs.n_sixty) == (102, 100)
    assert costs.median == Duration(waited_us=103, worked_us=51.5)
    assert costs.median_sixty == Duration(waited_us=101, worked_us=50.5)
    assert costs.p99 == Duration(waited_us=2000, worked_us=1000)
    assert (costs.worst.worked_us, costs.worst_case.case.source) == (1000, "cases.jsonl:101")
    assert costs.worst_again.worked_us < 1e6


@pytest.mark.parametrize("chars", [49, 71])
def test_only_lines_of_about_sixty_characters_are_in_their_median(chars: int) -> None:
    costs = sum_up_costs([judged(case("x" * chars), stopped=False)], lambda: Guard(finders=()))

    assert (costs.n_sixty, costs.median_sixty) == (0, None)
