"""The comparison of two reports of one bench: what changed, and what is only noise.

A figure that has a floor is compared by its ratio to it: what else the machine did in a run slowed the floor, too. The
quotient of both runs is drawn anew from their values two thousand times (the bootstrap of B. Efron, 1979), which tells
the noise within the runs. That between them shows in the floors: a figure has changed when 95 % of the draws lie beyond
what its floor has drifted, and beyond a tenth.
"""

import math
import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from bench.speed.report import Series, SpeedReport
from performer.core.errors import ConfigError

DRAWS: Final = 2000
FEWEST: Final = 8
"""Values of each run below which nothing is said about a change."""
LEAST: Final = 1.1
"""The factor beyond which a figure may have changed: two runs of the same code differ by nearly as much."""

Verdict = Literal["better", "worse", "the same", "cannot tell", "too few values"]


@dataclass(frozen=True, kw_only=True)
class ComparedSeries:
    """One figure of both reports."""

    before: Series
    after: Series
    quotient: float | None
    """The later median in medians of the earlier one; None where one of them is nothing."""
    ratio_quotient: float | None
    """The same of the ratios to the floor, which is what is judged; None without a floor."""
    interval: tuple[float, float] | None
    """That holds 95 % of the drawn quotients of what is judged; None of too few values."""
    verdict: Verdict


@dataclass(frozen=True, kw_only=True)
class SpeedComparison:
    """Two reports of one bench."""

    before: SpeedReport
    after: SpeedReport
    rows: tuple[ComparedSeries, ...]
    drift: float
    """The factor, from 1 on, by which the floor that moved most differs between the runs."""
    alike: bool
    """Whether the machines are alike; where they are not, nothing is told of a figure without a floor."""
    missing: tuple[str, ...]
    """Names of the figures that only one of them has."""


def compare(before: SpeedReport, after: SpeedReport, seed: int = 1) -> SpeedComparison:
    """Compare two reports.

    Raises:
        ConfigError: when they are not of the same bench.
    """
    if before.bench != after.bench:
        raise ConfigError(f"These reports are of '{before.bench}' and of '{after.bench}'. Give two of the same bench.")
    both = [key for key in before.by_key if key in after.by_key]
    comparer = _Comparer(before, after, random.Random(seed))
    alone = [each.name for report in (before, after) for each in report.series if each.key not in both]
    return SpeedComparison(
        before=before,
        after=after,
        rows=tuple(comparer.compare(key) for key in both),
        drift=comparer.most_drift,
        alike=comparer.alike,
        missing=tuple(alone),
    )


class _Comparer:
    """Both reports, with what their floors have drifted."""

    def __init__(self, before: SpeedReport, after: SpeedReport, chance: random.Random) -> None:
        self._before = before
        self._after = after
        self._chance = chance
        self._drifts = {key: self._find_drift(key) for key in {each.floor for each in before.series}}
        self.most_drift = max(self._drifts.values(), default=1.0)
        self.alike = before.machine.is_like(after.machine)

    def _find_drift(self, floor: str) -> float:
        earlier, later = (report.by_key.get(floor) for report in (self._before, self._after))
        if not earlier or not later or not earlier.median or not later.median:
            return 1.0
        return max(later.median / earlier.median, earlier.median / later.median)

    def compare(self, key: str) -> ComparedSeries:
        """Compare one figure that both reports have."""
        before, after = self._before.by_key[key], self._after.by_key[key]
        by_ratio = all(report.find_ratio(report.by_key[key]) for report in (self._before, self._after))
        earlier, later = (_Drawn.of(each, key, by_ratio=by_ratio) for each in (self._before, self._after))
        quotient, judged = _divide(_Drawn(after.values), _Drawn(before.values)), _divide(later, earlier)
        interval: tuple[float, float] | None = None
        if judged is not None and min(earlier.fewest, later.fewest) >= FEWEST:
            interval = self._draw_interval(later, earlier)
        return ComparedSeries(
            before=before,
            after=after,
            quotient=quotient,
            ratio_quotient=judged if by_ratio else None,
            interval=interval,
            verdict=_judge(interval, self._find_allowed(before.floor if by_ratio else "")),
        )

    def _draw_interval(self, later: "_Drawn", earlier: "_Drawn") -> tuple[float, float]:
        chance = self._chance
        drawn = sorted(filter(None, (_divide(later.draw(chance), earlier.draw(chance)) for _ in range(DRAWS))))
        return drawn[int(len(drawn) * 0.025)], drawn[min(len(drawn) - 1, int(len(drawn) * 0.975))]

    def _find_allowed(self, floor: str) -> float:
        """Return the factor beyond which a figure has changed, with a floor or without one."""
        if not self.alike:
            return LEAST if floor else math.inf
        return max(LEAST, self._drifts[floor] if floor else self.most_drift)


def _judge(interval: tuple[float, float] | None, allowed: float) -> Verdict:
    if interval is None:
        return "too few values"
    low, high = interval
    if low > allowed:
        return "worse"
    if high < 1 / allowed:
        return "better"
    return "the same" if low >= 1 / LEAST and high <= LEAST else "cannot tell"


@dataclass(frozen=True)
class _Drawn:
    """A series with its floor, if that counts, as it was measured or as it was drawn anew."""

    values: Sequence[float]
    floor: Sequence[float] | None = None

    @classmethod
    def of(cls, report: SpeedReport, key: str, *, by_ratio: bool) -> "_Drawn":
        """Build it of a series of a report."""
        series = report.by_key[key]
        floor = report.by_key.get(series.floor) if by_ratio else None
        return cls(series.values, floor.values if floor else None)

    @property
    def fewest(self) -> int:
        """Return the number of values of the shorter of both."""
        return min(len(self.values), len(self.values if self.floor is None else self.floor))

    @property
    def middle(self) -> float | None:
        """Return the median, in medians of the floor if that counts; None of nothing."""
        middle, floor = _median(self.values), 1.0 if self.floor is None else _median(self.floor)
        return middle / floor if middle is not None and floor else None

    def draw(self, chance: random.Random) -> "_Drawn":
        """Draw as many values anew, each from all of them."""
        values = chance.choices(self.values, k=len(self.values))
        return _Drawn(values, None if self.floor is None else chance.choices(self.floor, k=len(self.floor)))


def _divide(later: _Drawn, earlier: _Drawn) -> float | None:
    return later.middle / earlier.middle if later.middle is not None and earlier.middle else None


def _median(values: Sequence[float]) -> float | None:
    return statistics.median(values) if values else None
