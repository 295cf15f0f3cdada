"""The tables of the speed benches in the terminal."""

from collections.abc import Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bench.speed.comparison import ComparedSeries, SpeedComparison, Verdict
from bench.speed.report import SpeedReport, Unit

_WIDTH: Final = 136
"""The columns that the tables need; a narrower terminal breaks their lines."""
_COLOURS: Final[dict[Verdict, str]] = {"better": "green", "worse": "red", "the same": "", "too few values": "yellow"}


def print_report(report: SpeedReport, console: Console, broken: Sequence[str] = ()) -> None:
    """Print the figures of a run, its machine and its notes, and the bounds that were broken."""
    console.width = max(_WIDTH, console.width)
    drawn = _make_table(f"bench {report.bench}", "median", "95 of 100", "n", "ratio", "to")
    for each in report.series:
        ratio = report.find_ratio(each)
        drawn.add_row(
            each.title,
            format_value(each.median, each.unit),
            format_value(each.p95, each.unit),
            str(each.n),
            f"{ratio:.2f}" if ratio is not None else "",
            each.against,
        )
    console.print(drawn)
    for line in (report.machine.line, *report.notes):
        console.print(Text(line, "dim"), soft_wrap=True)
    for line in broken:
        console.print(Text(line, "red"), soft_wrap=True)


def print_comparison(comparison: SpeedComparison, console: Console) -> None:
    """Print what changed between two runs."""
    console.width = max(_WIDTH, console.width)
    drawn = _make_table(f"bench {comparison.after.bench}", "before", "after", "after / before", "95 of 100 draws", "")
    for row in comparison.rows:
        drawn.add_row(
            row.after.title,
            format_value(row.before.median, row.before.unit),
            format_value(row.after.median, row.after.unit),
            f"{row.quotient:.2f}" if row.quotient is not None else "–",
            _format_interval(row),
            Text(row.verdict, style=_COLOURS[row.verdict]),
        )
    console.print(drawn)
    for name, report in (("before", comparison.before), ("after", comparison.after)):
        console.print(Text(f"{name}: {report.at}, {report.machine.line}", "dim"), soft_wrap=True)
    if comparison.by_ratio:
        console.print(Text("The machines are not alike: ratios to the floors are compared, not values."))
    if comparison.missing:
        console.print(Text(f"Only in one of them: {', '.join(comparison.missing)}."), soft_wrap=True)


def _make_table(title: str, *columns: str) -> Table:
    drawn = Table(title=title, box=SIMPLE_HEAD, pad_edge=False)
    drawn.add_column(no_wrap=True)
    for name in columns:
        drawn.add_column(name, justify="left" if name in ("to", "") else "right", no_wrap=True)
    return drawn


def format_value(value: float | None, unit: Unit) -> str:
    """Format a figure with its unit, in three digits or so; a dash for none."""
    if value is None:
        return "–"
    digits = 0 if abs(value) >= 100 or unit == "count" else 1 if abs(value) >= 10 else 2
    shown = {"us": "µs", "count": ""}.get(unit, unit)
    return f"{value:.{digits}f} {shown}".rstrip()


def _format_interval(row: ComparedSeries) -> str:
    return "" if row.low is None or row.high is None else f"{row.low:.2f} to {row.high:.2f}"
