"""The comparison of two reports of one bench: what changed, and what is only noise.

The quotient of two medians is drawn anew from both runs' values a thousand times (the bootstrap of B. Efron, 1979); a
figure has changed when 95 % of the draws lie on one side of 1. On machines that are not alike the ratios to the floor
are compared in place of the values.
"""

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
_LEAST: Final = 0.02
"""The share by which a median must differ, however certain that is: less is of no use to anyone."""

Verdict = Literal["better", "worse", "the same", "too few values"]


@dataclass(frozen=True, kw_only=True)
class ComparedSeries:
    """One figure of both reports."""

    before: Series
    after: Series
    quotient: float | None
    """The later median in medians of the earlier one; None where one of them is nothing."""
    low: float | None
    """The lower end of the interval that holds 95 % of the drawn quotients."""
    high: float | None
    verdict: Verdict


@dataclass(frozen=True, kw_only=True)
class SpeedComparison:
    """Two reports of one bench."""

    before: SpeedReport
    after: SpeedReport
    rows: tuple[ComparedSeries, ...]
    by_ratio: bool
    """Whether ratios to the floor were compared, since the machines are not alike."""
    missing: tuple[str, ...]
    """Titles of the figures that only one of them has."""


def compare(before: SpeedReport, after: SpeedReport, seed: int = 1) -> SpeedComparison:
    """Compare two reports.

    Raises:
        ConfigError: when they are not of the same bench.
    """
    if before.bench != after.bench:
        raise ConfigError(f"These reports are of '{before.bench}' and of '{after.bench}'. Give two of the same bench.")
    by_ratio, chance = not before.machine.is_like(after.machine), random.Random(seed)
    both = [key for key in before.by_key if key in after.by_key]
    rows = (_compare_series(before, after, key, chance, by_ratio=by_ratio) for key in both)
    alone = [each.title for report in (before, after) for each in report.series if each.key not in both]
    return SpeedComparison(before=before, after=after, rows=tuple(rows), by_ratio=by_ratio, missing=tuple(alone))


def _compare_series(
    before: SpeedReport, after: SpeedReport, key: str, chance: random.Random, *, by_ratio: bool
) -> ComparedSeries:
    old, new = before.by_key[key], after.by_key[key]
    earlier, later = (_Drawn.of(each, key, by_ratio=by_ratio) for each in (before, after))
    quotient = _divide(later, earlier)
    if quotient is None or min(earlier.fewest, later.fewest) < FEWEST:
        return ComparedSeries(before=old, after=new, quotient=quotient, low=None, high=None, verdict="too few values")
    drawn = sorted(filter(None, (_divide(later.draw(chance), earlier.draw(chance)) for _ in range(DRAWS))))
    low, high = drawn[int(len(drawn) * 0.025)], drawn[min(len(drawn) - 1, int(len(drawn) * 0.975))]
    return ComparedSeries(
        before=old, after=new, quotient=quotient, low=low, high=high, verdict=_judge(quotient, low, high)
    )


def _judge(quotient: float, low: float, high: float) -> Verdict:
    if abs(quotient - 1) < _LEAST or low <= 1 <= high:
        return "the same"
    return "better" if quotient < 1 else "worse"


@dataclass(frozen=True)
class _Drawn:
    """A series with its floor, if that counts, as it was measured or as it was drawn anew."""

    values: Sequence[float]
    floor: Sequence[float] | None

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
