"""The page: a report as one HTML file without any other, with every value of a figure as a dot."""

from html import escape
from pathlib import Path
from string import Template
from typing import Final

from bench.speed.report import Series, SpeedReport
from bench.speed.table import format_value

_TEMPLATE: Final = Path(__file__).with_name("page.html")
_WIDE: Final = 360.0
_HIGH: Final = 50.0
_ROWS: Final = 5
"""Dots one above another, so that equal values are not one dot."""


def format_page(report: SpeedReport) -> str:
    """Format a report as a page that can be sent to anybody."""
    return Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(
        bench=escape(report.bench),
        machine=escape(report.machine.line),
        about=escape(", ".join(f"{name} {value}" for name, value in report.options.items())),
        at=escape(report.at),
        rows="\n".join(_format_row(report, each) for each in report.series),
        notes="".join(f"<p>{escape(each)}</p>" for each in report.notes),
    )


def _format_row(report: SpeedReport, series: Series) -> str:
    ratio = report.find_ratio(series)
    beside = f"{ratio:.2f} × {escape(series.against)}" if ratio is not None else ""
    return (
        f"<tr><th>{escape(series.title)}</th><td class=value>{format_value(series.median, series.unit)}</td>"
        f'<td data-is="95 of 100">{format_value(series.p95, series.unit)}</td><td data-is="n">{series.n}</td>'
        f"<td class=beside>{beside}</td>"
        f"<td class=plot>{_draw_dots(report, series)}</td></tr>"
    )


def _draw_dots(report: SpeedReport, series: Series) -> str:
    """Draw the values from nought on, with the median as a line, and the floor's median as a second one."""
    if not series.values:
        return ""
    floor = report.by_key.get(series.floor)
    middle, floor_middle = series.median or 0.0, floor.median if floor and floor.unit == series.unit else None
    most = max(*series.values, floor_middle or 0.0) or 1.0

    def place(value: float) -> float:
        return 5 + (_WIDE - 10) * value / most

    dots = "".join(
        f'<circle cx="{place(value):.1f}" cy="{8 + 6 * (number % _ROWS)}" r="3"/>'
        for number, value in enumerate(series.values)
    )
    floor_line = "" if floor_middle is None else _draw_line(place(floor_middle), "floor")
    ends = f'<text x="5" y="{_HIGH - 1:g}">0</text><text class="end" x="{_WIDE - 5:g}" y="{_HIGH - 1:g}">'
    return (
        f'<svg viewBox="0 0 {_WIDE:g} {_HIGH:g}" role="img" aria-label="{escape(series.title)}">{floor_line}'
        f"{_draw_line(place(middle), 'median')}{dots}{ends}{format_value(most, series.unit)}</text></svg>"
    )


def _draw_line(x: float, look: str) -> str:
    return f'<line class="{look}" x1="{x:.1f}" x2="{x:.1f}" y1="1" y2="{_HIGH - 14:g}"/>'
