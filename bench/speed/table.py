"""The tables of the speed benches in the terminal."""

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bench.speed.comparison import LEAST, ComparedSeries, SpeedComparison, Verdict
from bench.speed.report import Series, SpeedReport, Unit

_WIDTH: Final = 136
"""The columns that the tables need; a narrower terminal breaks their lines."""
_COLOURS: Final[dict[Verdict, str]] = {
    "better": "green",
    "worse": "red",
    "the same": "",
    "cannot tell": "yellow",
    "too few values": "yellow",
}
_LARGER: Final[dict[Unit, Unit]] = {"us": "ms", "ms": "s"}
"""The unit of a thousand."""


def print_report(report: SpeedReport, console: Console, broken: Sequence[str] = ()) -> None:
    """Print the figures of a run, its machine and its notes, and the bounds that were broken."""
    console.width = max(_WIDTH, console.width)
    drawn = _make_table(f"bench {report.bench}", "median", "95 of 100", "n", "ratio", "to")
    for group, series in groupby(report.series, attrgetter("group")):
        _begin_group(drawn, group)
        for each in series:
            ratio = report.find_ratio(each)
            drawn.add_row(
                _indent(each),
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
    columns = ("before", "after", "after / before", "by ratio", "95 of 100 draws", "")
    drawn = _make_table(f"bench {comparison.after.bench}", *columns)
    for group, rows in groupby(comparison.rows, lambda it: it.after.group):
        _begin_group(drawn, group)
        for row in rows:
            drawn.add_row(
                _indent(row.after),
                format_value(row.before.median, row.before.unit),
                format_value(row.after.median, row.after.unit),
                f"{row.quotient:.2f}" if row.quotient is not None else "–",
                f"{row.ratio_quotient:.2f}" if row.ratio_quotient is not None else "",
                _format_interval(row),
                Text(row.verdict, style=_COLOURS[row.verdict]),
            )
    console.print(drawn)
    for name, report in (("before", comparison.before), ("after", comparison.after)):
        console.print(Text(f"{name}: {report.at}, {report.machine.line}", "dim"), soft_wrap=True)
    console.print(Text(_explain_verdicts(comparison)), soft_wrap=True)
    if comparison.missing:
        console.print(Text(f"Only in one of them: {', '.join(comparison.missing)}."), soft_wrap=True)


def _make_table(title: str, *columns: str) -> Table:
    drawn = Table(title=title, box=SIMPLE_HEAD, pad_edge=False)
    drawn.add_column(no_wrap=True)
    for name in columns:
        drawn.add_column(name, justify="left" if name in ("to", "") else "right", no_wrap=True)
    return drawn


def _begin_group(drawn: Table, group: str) -> None:
    if group:
        drawn.add_section()
        drawn.add_row(Text(group, style="bold"))


def _indent(series: Series) -> str:
    return f"  {series.title}" if series.group else series.title


def format_value(value: float | None, unit: Unit) -> str:
    """Format a figure with its unit, in three digits or so; a dash for none."""
    if value is None:
        return "–"
    if abs(value) >= 1000 and unit in _LARGER:
        return format_value(value / 1000, _LARGER[unit])
    digits = 0 if abs(value) >= 100 or unit == "count" else 1 if abs(value) >= 10 else 2
    shown = {"us": "µs", "count": ""}.get(unit, unit)
    return f"{value:.{digits}f} {shown}".rstrip()


def _explain_verdicts(comparison: SpeedComparison) -> str:
    """Return from where on a figure has changed."""
    if not comparison.alike:
        return "The machines are not alike: only ratios are compared, and nothing is told of figures that have none."
    drift, least = 100 * (comparison.drift - 1), 100 * (LEAST - 1)
    return (
        f"The floors differ by up to {drift:.0f} % between the runs."
        f" A figure has changed when it differs by more than {least:.0f} %, and by more than its floor."
    )


def _format_interval(row: ComparedSeries) -> str:
    return "" if row.interval is None else "{:.2f} to {:.2f}".format(*row.interval)
