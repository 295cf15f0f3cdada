"""Reports with values made by hand."""

from collections.abc import Sequence

from bench.speed.machine import Machine
from bench.speed.report import Series, SpeedReport, make_series

MACHINE = Machine(processor="A Processor", cores=2, memory_gib=8.0, system="Linux 6", python="3.11.7", load=0.5)


def make_pair(values: Sequence[float], floor: Sequence[float] = (2.0,) * 10) -> tuple[Series, Series]:
    """Return a figure, and its floor."""
    return (
        make_series("whole", "screen → JPEG", values, floor="copy", against="a copy"),
        make_series("copy", "the pixels copied", floor),
    )


def make_report(
    values: Sequence[float] = (4.0, 6.0, 8.0),
    floor: Sequence[float] = (2.0,) * 10,
    *,
    bench: str = "capture",
    machine: Machine = MACHINE,
) -> SpeedReport:
    """Return a report of a figure and its floor."""
    return SpeedReport(bench=bench, series=make_pair(values, floor), machine=machine, at="2026-11-28T00:00:00+00:00")
