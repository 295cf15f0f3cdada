"""The costs of judged lines: median, 99th percentile and the worst line."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from bench.guard_score.judge import JudgedCase, judge_case
from bench.guard_score.stopwatch import Duration
from performer.guard.guard import Guard

_FROM_CHARS: Final = 50
_TO_CHARS: Final = 70
_LEAST_OF: Final = 3


@dataclass(frozen=True, kw_only=True)
class LineCosts:
    """What lines cost, each timed once."""

    n: int
    median: Duration
    p99: Duration
    n_sixty: int
    """The lines of 50 to 70 characters."""
    median_sixty: Duration | None
    """Their median; None without any."""
    n_harmless: int
    """Those of them that should pass: lines as they come all day, not attacks."""
    median_harmless: Duration | None
    worst: Duration
    worst_again: Duration
    """The least that the case of the worst line took in three more tries, each by a guard that had not seen it."""
    worst_case: JudgedCase


def sum_up_costs(judged: Sequence[JudgedCase], make: Callable[[], Guard]) -> LineCosts:
    """Sum up what cases took; the worst one is judged again by fresh guards."""
    took = [duration for each in judged for duration in each.took]
    sixty = [
        (duration, each.case.must_stop)
        for each in judged
        for text, duration in zip(each.case.texts, each.took, strict=True)
        if _FROM_CHARS <= len(text) <= _TO_CHARS
    ]
    harmless = [duration for duration, must_stop in sixty if not must_stop]
    worst_case = max(judged, key=lambda each: max(duration.worked_us for duration in each.took))
    again = [
        max(judge_case(worst_case.case, guard).took, key=_worked_us) for guard in (make() for _ in range(_LEAST_OF))
    ]
    worst = max(worst_case.took, key=_worked_us)
    return LineCosts(
        n=len(took),
        median=_find_middle(took),
        p99=_find_share(took, 0.99),
        n_sixty=len(sixty),
        median_sixty=_find_middle([duration for duration, _ in sixty]) if sixty else None,
        n_harmless=len(harmless),
        median_harmless=_find_middle(harmless) if harmless else None,
        worst=worst,
        worst_again=min(again, key=_worked_us),
        worst_case=worst_case,
    )


def _worked_us(duration: Duration) -> float:
    return duration.worked_us


def _find_middle(took: Sequence[Duration]) -> Duration:
    return Duration(
        waited_us=median(each.waited_us for each in took), worked_us=median(each.worked_us for each in took)
    )


def _find_share(took: Sequence[Duration], share: float) -> Duration:
    """Find what that share of the lines did not exceed."""
    rank = math.ceil(len(took) * share) - 1
    return Duration(
        waited_us=sorted(each.waited_us for each in took)[rank], worked_us=sorted(each.worked_us for each in took)[rank]
    )
