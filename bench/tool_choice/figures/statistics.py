"""Statistics of right and wrong cases: intervals that say how far a rate may be chance, pass^k, F1, and paired tests.

A case is the unit: its repeats resemble each other, so that four repeats of 50 cases are 50 observations and not 200.
Every draw has a fixed seed, and no interval depends on the order in which its values come.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import NormalDist, fmean
from typing import Final

DRAWS: Final = 2_000
SEED: Final = 7
_SHARE: Final = 0.95
"""How much an interval covers."""
_Z: Final = NormalDist().inv_cdf((1 + _SHARE) / 2)


@dataclass(frozen=True, kw_only=True)
class Interval:
    """A range that holds the true value 95 times of 100, both ends included."""

    low: float
    high: float

    def holds(self, value: float) -> bool:
        """Whether a value lies in the range."""
        return self.low <= value <= self.high


def compute_wilson(successes: float, tried: int) -> Interval | None:
    """Compute the interval of a rate by Wilson's score (JASA 22, 1927); None of nothing.

    Args:
        successes: 0 to `tried`; a fraction where a case was right in some of its repeats.
        tried: the number of cases.

    Raises:
        ValueError: when there are more successes than cases, or fewer than none.
    """
    if not 0 <= successes <= tried:
        raise ValueError(f"{successes} successes of {tried} cases cannot be")
    if not tried:
        return None
    rate, doubt = successes / tried, _Z**2 / tried
    centre = (rate + doubt / 2) / (1 + doubt)
    half = math.sqrt(doubt * (rate * (1 - rate) + doubt / 4)) / (1 + doubt)
    # Of all cases the formula gives exactly 1, which floating point misses by a hair.
    high = min(1.0, centre + half) if successes < tried else 1.0
    return Interval(low=max(0.0, centre - half), high=high)


def bootstrap_mean(case_means: Sequence[float], *, draws: int = DRAWS, seed: int = SEED) -> Interval | None:
    """Draw the interval of a mean over cases by the cluster bootstrap, as percentiles; None of nothing.

    Whole cases are drawn, each with all its repeats, of which the mean is given (Field and Welsh, JRSS B 69, 2007).
    Where all cases are alike it has no width, as no draw can differ: Wilson's interval says more there.
    """
    if not case_means:
        return None
    # In order, so that cases that ended in another order give the same interval.
    values, chance = sorted(case_means), Random(seed)
    means = sorted(fmean(chance.choices(values, k=len(values))) for _ in range(draws))
    return Interval(low=_find_rank(means, (1 - _SHARE) / 2), high=_find_rank(means, (1 + _SHARE) / 2))


def _find_rank(ordered: Sequence[float], share: float) -> float:
    """Return the smallest value that so large a share does not exceed."""
    # Rounded, for 0.025 of 2,000 is the 50th value, and floating point would make it the 51st.
    return ordered[max(0, math.ceil(round(share * len(ordered), 6)) - 1)]


def bootstrap_difference(pairs: Iterable[tuple[float, float]]) -> Interval | None:
    """Draw the interval of how much the second mean of each case is above the first, as `bootstrap_mean` does.

    Cases are drawn as pairs, so that a case that is hard for both adds nothing to the width.
    """
    return bootstrap_mean([second - first for first, second in pairs])


def compute_pass_k(counts: Iterable[tuple[int, int]], k: int) -> float | None:
    """Compute pass^k: the chance that a case is right in `k` repeats out of `k`; None when no case has so many.

    For each case it is C(right, k) / C(repeats, k), which is unbiased (Yao et al., tau-bench, arXiv 2406.12045); cases
    with fewer repeats are left out.

    Args:
        counts: how often each case was right, and how often it was played.
        k: at least 1.
    """
    chances = [math.comb(right, k) / math.comb(played, k) for right, played in counts if played >= k]
    return fmean(chances) if chances else None


@dataclass(frozen=True, kw_only=True)
class Detection:
    """How well something was found."""

    hits: int
    """What was found and was there."""
    misses: int
    """What was there and was not found."""
    false_alarms: int
    """What was found and was not there."""
    precision: float | None
    """The share of the found that were there; None when nothing was found."""
    recall: float | None
    """The share of those there that were found; None when there were none."""
    f1: float | None
    """The harmonic mean of both; None of nothing."""


def compute_detection(*, hits: int, misses: int, false_alarms: int) -> Detection:
    """Compute precision, recall and F1, which is 2 hits / (2 hits + misses + false alarms)."""
    return Detection(
        hits=hits,
        misses=misses,
        false_alarms=false_alarms,
        precision=_divide(hits, hits + false_alarms),
        recall=_divide(hits, hits + misses),
        f1=_divide(2 * hits, 2 * hits + misses + false_alarms),
    )


def _divide(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def compute_mcnemar(gained: int, lost: int) -> float:
    """Compute the two-sided p of McNemar's exact test: how likely so uneven a change is by chance.

    It is twice the binomial tail of the smaller count at one half, at most 1; cases that came out alike say nothing.

    Args:
        gained: cases that only the second run had right.
        lost: cases that only the first run had right.
    """
    changed = gained + lost
    tail = sum(math.comb(changed, each) for each in range(min(gained, lost) + 1))
    # As whole numbers: two to the power of thousands of cases would be no float.
    return min(1.0, 2 * tail / (1 << changed))
