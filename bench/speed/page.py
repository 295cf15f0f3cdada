"""The page: a report as one HTML file without any other, with every value of a figure as a dot."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from string import Template
from typing import Final, Self

from bench.speed.report import Series, SpeedReport
from bench.speed.table import format_value

_TEMPLATE: Final = Path(__file__).with_name("page.html")
_WIDE: Final = 360.0
_HIGH: Final = 40.0
_HEAD_HIGH: Final = 20.0
_EDGE: Final = 6.0
"""Free at both ends of a plot, for half a dot."""
_ROWS: Final = 5
"""Dots one above another, so that equal values are not one dot."""
_STEPS: Final = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
"""Where a scale ends, in powers of ten."""


def format_page(report: SpeedReport) -> str:
    """Format a report as a page that can be sent to anybody."""
    groups = groupby(report.series, attrgetter("group", "unit"))
    return Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(
        bench=escape(report.bench),
        machine=escape(report.machine.line),
        about=escape(", ".join(f"{name} {value}" for name, value in report.options.items())),
        at=escape(report.at),
        groups="\n".join(_format_group(report, tuple(series)) for _, series in groups),
        notes="".join(f"<p>{escape(each)}</p>" for each in report.notes),
    )


@dataclass(frozen=True)
class _Scale:
    """The scale that the plots of a group share."""

    least: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Self:
        """Find a scale that begins at nought, or below where a value is, and ends at a round value."""
        most = max(*values, 0.0, 0.0) or 1.0
        power = 10.0 ** math.floor(math.log10(most))
        return cls(min(*values, 0.0, 0.0), next(step * power for step in _STEPS if step * power >= most * 0.999))

    @property
    def ticks(self) -> tuple[float, float, float]:
        """Return the values that are written at its head: its ends, and its middle."""
        return self.least, (self.least + self.most) / 2, self.most

    def place(self, value: float) -> float:
        """Return where a value lies, from the left."""
        return _EDGE + (_WIDE - 2 * _EDGE) * (value - self.least) / (self.most - self.least)


def _format_group(report: SpeedReport, series: Sequence[Series]) -> str:
    """Format figures of one group and unit, with the scale of all of them in their head."""
    floors = {each.key: _find_floor(report, each) for each in series}
    values = [value for each in series for value in each.values]
    scale = _Scale.of([*values, *(floor for floor in floors.values() if floor is not None)])
    head = _draw_head(series[0], scale) if values else ""
    rows = "\n".join(_format_row(report, each, _draw_dots(each, floors[each.key], scale)) for each in series)
    group = escape(series[0].group)
    return f"<tbody><tr class=group><th colspan=5>{group}</th><td class=plot>{head}</td></tr>\n{rows}</tbody>"


def _find_floor(report: SpeedReport, series: Series) -> float | None:
    """Return the median of a figure's floor, where it has the same unit."""
    floor = report.by_key.get(series.floor)
    return floor.median if floor and floor.unit == series.unit else None


def _format_row(report: SpeedReport, series: Series, plot: str) -> str:
    ratio = report.find_ratio(series)
    beside = f"{ratio:.2f} × {escape(series.against)}" if ratio is not None else ""
    return (
        f"<tr><th>{escape(series.title)}</th><td class=value>{format_value(series.median, series.unit)}</td>"
        f'<td data-is="95 of 100">{format_value(series.p95, series.unit)}</td><td data-is="n">{series.n}</td>'
        f"<td class=beside>{beside}</td><td class=plot>{plot}</td></tr>"
    )


def _draw_head(series: Series, scale: _Scale) -> str:
    """Write the ends and the middle of a scale."""
    anchors = zip(scale.ticks, ("start", "middle", "end"), (-_EDGE, 0.0, _EDGE), strict=True)
    texts = "".join(
        f'<text class="{anchor}" x="{scale.place(value) + aside:.1f}" y="14">'
        f"{format_value(value, series.unit) if value else 0}</text>"
        for value, anchor, aside in anchors
    )
    return f'<svg viewBox="0 0 {_WIDE:g} {_HEAD_HIGH:g}">{texts}</svg>'


def _draw_dots(series: Series, floor: float | None, scale: _Scale) -> str:
    """Draw the values, with the median as a line, and the floor's median as a second one."""
    if not series.values:
        return ""
    ticks = "".join(_draw_line(scale.place(value), "tick") for value in scale.ticks)
    dots = "".join(
        f'<circle cx="{scale.place(value):.1f}" cy="{8 + 6 * (number % _ROWS)}" r="3.5"/>'
        for number, value in enumerate(series.values)
    )
    floor_line = "" if floor is None else _draw_line(scale.place(floor), "floor")
    return (
        f'<svg viewBox="0 0 {_WIDE:g} {_HIGH:g}" role="img" aria-label="{escape(series.title)}">'
        f"{ticks}{dots}{floor_line}{_draw_line(scale.place(series.median or 0.0), 'median')}</svg>"
    )


def _draw_line(x: float, look: str) -> str:
    return f'<line class="{look}" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{_HIGH:g}"/>'
