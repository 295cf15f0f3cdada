"""The footprint of a guard: what its start takes, and its memory, each measured in fresh processes.

Counted is what the guard adds to a program that has loaded the guard's imports from outside `performer.guard` and
nothing else (pydantic, the product's core, the standard library): the guard's own modules, their tables and lists, a
`Guard` that is warmed up, and the lines that it judges.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from performer.core.files.home import CHECKOUT

RUNS: Final = 5
LINES: Final = 200
"""The lines that are judged before the memory is read."""
_LIST_MODULES: Final = "import sys, performer.guard.guard; print(*sys.modules)"
_OWN: Final = ("performer.guard", "__")
"""Beginnings of modules that are the guard's own, or no modules that can be imported by name."""


@dataclass(frozen=True, kw_only=True)
class Footprint:
    """Medians of several processes."""

    start_ms: float
    """Until the guard is ready for its first line."""
    start_worked_ms: float
    """What the processor works for that, whatever else the machine does."""
    first_ms: float
    """What the first line takes."""
    grown_mb: float | None
    """By which the process grows until the lines are judged; None where the system does not tell."""
    lines: int
    runs: int


def measure_footprint(lines: Sequence[str], runs: int = RUNS) -> Footprint:
    """Measure guards in fresh processes, one after the other; each judges some of the lines, evenly chosen."""
    chosen = lines[:: max(1, len(lines) // LINES)][:LINES]
    modules = [name for name in _run("-c", _LIST_MODULES).split() if not name.startswith(_OWN)]
    asked = json.dumps({"modules": modules, "lines": chosen})
    figures: list[dict[str, Any]] = [
        json.loads(_run("-m", "bench.guard_score.fresh_guard", told=asked)) for _ in range(runs)
    ]
    grown = [each["grown_mb"] for each in figures if each["grown_mb"] is not None]
    return Footprint(
        start_ms=median(each["start_ms"] for each in figures),
        start_worked_ms=median(each["start_worked_ms"] for each in figures),
        first_ms=median(each["first_ms"] for each in figures),
        grown_mb=median(grown) if grown else None,
        lines=len(chosen),
        runs=runs,
    )


def _run(*arguments: str, told: str = "") -> str:
    # A show compiles its modules at its first start, and keeps that for all others, which are what is measured.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(  # noqa: S603  this Python, and our own words
        [sys.executable, *arguments],
        input=told,
        capture_output=True,
        encoding="utf-8",
        cwd=CHECKOUT,
        env=environment,
        check=True,
    )
    return done.stdout
