"""The footprint of the bench itself: what a run over all cases takes with a model that needs no time.

    python -m bench.tool_choice.footprint [--runs N] [--cases N]

A script answers each question at once. A fresh process plays every case and writes no report; the floor is the
product's own turns in that same run, and what is above them is the bench's.
"""

import json
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Annotated, Final

import anyio
import typer

from bench.tool_choice.cases.selection import Selection
from bench.tool_choice.playing.models import open_measured
from bench.tool_choice.playing.play import Table
from bench.tool_choice.playing.run import Run, RunPlan
from performer.agent.persona import load_persona
from performer.config.config import Config
from performer.core.files.home import CHECKOUT

_SCRIPT: Final = '{"text": "Well played."}\n'
_KIB: Final = 1024


@dataclass(frozen=True, kw_only=True)
class BenchFootprint:
    """The figures of one run, or the medians of several."""

    cases: int
    total_s: float
    """Seconds of the whole process, its start and imports too."""
    turns_ms: float
    """Milliseconds of a case that the product's own turns take: the floor."""
    overhead_ms: float
    """Milliseconds of a case beside them."""
    peak_mb: float
    """The most memory that the process had."""


async def measure_here(cases: int | None) -> BenchFootprint:
    """Measure a run in this process; its start is not in the figures."""
    config, persona = Config(), load_persona()
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script.jsonl"
        script.write_text(_SCRIPT, encoding="utf-8")
        plan, on_table = RunPlan(cases=Selection(limit=cases).choose(seed=1)), Table(config, persona)
        began_s = perf_counter()
        async with open_measured(f"scripted:{script}", config, persona, ()) as measured:
            graded = await Run(measured, on_table, plan).play()
    total_s, turns_s = perf_counter() - began_s, sum(each.trial.took_s for each in graded)
    return BenchFootprint(
        cases=len(graded),
        total_s=round(total_s, 3),
        turns_ms=round(1000 * turns_s / len(graded), 3),
        overhead_ms=round(1000 * (total_s - turns_s) / len(graded), 3),
        peak_mb=_read_peak_mb(),
    )


def _read_peak_mb() -> float:
    import resource  # which Windows has not

    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _KIB, 1)


def measure_apart(runs: int, cases: int | None) -> BenchFootprint:
    """Measure fresh processes, one after the other, and return the medians."""
    command = [sys.executable, "-m", "bench.tool_choice.footprint", "--here"]
    command += ["--cases", str(cases)] if cases else []
    figures: list[BenchFootprint] = []
    for _ in range(runs):
        began_s = perf_counter()
        done = subprocess.run(command, capture_output=True, check=True, cwd=CHECKOUT, encoding="utf-8")  # noqa: S603
        figures.append(BenchFootprint(**{**json.loads(done.stdout), "total_s": round(perf_counter() - began_s, 3)}))
    names = BenchFootprint.__dataclass_fields__
    return BenchFootprint(**{name: median(getattr(each, name) for each in figures) for name in names})


def main(
    runs: Annotated[int, typer.Option(min=1, help="fresh processes, of which the medians are told")] = 3,
    cases: Annotated[int | None, typer.Option(min=1, help="so many cases instead of all")] = None,
    *,
    here: Annotated[bool, typer.Option("--here", hidden=True)] = False,
) -> None:
    """Measure what a run takes with a model that needs no time, and print it as JSON."""
    print(json.dumps(asdict(anyio.run(measure_here, cases) if here else measure_apart(runs, cases))))


if __name__ == "__main__":
    typer.run(main)
