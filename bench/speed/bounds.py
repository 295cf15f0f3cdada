"""The bounds of the ratios: what a continuous integration holds a bench to, on whatever machine it runs.

`bounds.toml` holds a table for each bench, with the ratio of each figure to its floor as it was when the bound was
stored. A ratio that is worse by more than 30 % fails; a time never does.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bench.speed.report import SpeedReport

ALLOWED: Final = 1.3
"""Times its stored bound that a ratio may be."""


def read_bounds(bench: str) -> Mapping[str, float]:
    """Read the stored ratios of a bench, by the keys of its figures."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return {key: float(bound) for key, bound in tomllib.loads(text).get(bench, {}).items()}


def find_broken_bounds(report: SpeedReport, bounds: Mapping[str, float]) -> list[str]:
    """Find what is worse than it may be; a figure that was not measured is, too.

    Returns:
        A sentence for each.
    """
    return [sentence for key, bound in bounds.items() if (sentence := _check(report, key, bound))]


def _check(report: SpeedReport, key: str, bound: float) -> str:
    series = report.by_key.get(key)
    ratio = report.find_ratio(series) if series else None
    if series is None or ratio is None:
        return f"'{key}' has a bound in bounds.toml, and was not measured."
    if ratio <= bound * ALLOWED:
        return ""
    return f"{series.title}: {ratio:.2f} times its floor; the bound is {bound:g}, and 30 % more is allowed."
