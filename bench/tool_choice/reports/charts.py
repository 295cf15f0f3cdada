"""The drawings of the page of a run, as SVG: bars with intervals, time against score, and the decoy curve.

Each mode has its colour and its shape, by classes that the page's style sheet knows (`mode-soft`).
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from bench.tool_choice.figures.breakdown import CurvePoint
from bench.tool_choice.figures.figures import Figures, ModeFigures, Rate
from bench.tool_choice.reports.wording import MODE_TITLES, format_rate, format_seconds
from bench.tool_choice.trial import AskedMode

_WIDE: Final = 460.0
_HIGH: Final = 300.0
_LEFT: Final = 52.0
_RIGHT: Final = 14.0
_TOP: Final = 12.0
_FOOT: Final = 46.0
_PLOT_WIDE: Final = _WIDE - _LEFT - _RIGHT
_PLOT_HIGH: Final = _HIGH - _TOP - _FOOT
_LABEL_WIDE: Final = 46.0
"""The pixels that a label of an axis needs, about."""
_APART: Final = 5.0
"""The pixels between the modes at one place of the curve."""
_TICKS: Final = tuple(step * 10.0**power for power in range(-4, 5) for step in (1, 1.5, 2, 3, 5, 7))
"""Seconds, so close together that one of them is on any axis."""
_SHAPES: Final[Mapping[AskedMode, str]] = {
    "native": "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0",
    "soft": "M-.9 -.9h1.8v1.8h-1.8z",
    "constrained": "M0 -1.1 1.1 .8h-2.2z",
    "talk": "M0 -1.2 1.2 0 0 1.2 -1.2 0z",
    "auto": "M-.35 -1h.7v.65h.65v.7h-.65v.65h-.7v-.65h-.65v-.7h.65z",
    "": "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0",
}
"""Outlines of about one unit around the middle, so that modes differ by more than colour."""


def name_class(mode: AskedMode) -> str:
    """Return the class that gives a mode its colour."""
    return f"mode-{mode or 'player'}"


def draw_bar(rate: Rate, mode: AskedMode) -> str:
    """Draw a bar of a rate, 0 to 100, with its interval as a whisker; it fills whatever width there is."""
    value, interval = rate.value, rate.wilson
    if value is None or interval is None:
        return ""
    low, high = 100 * interval.low, 100 * interval.high
    whisker = f"M{low:.1f} 7H{high:.1f}M{low:.1f} 3V11M{high:.1f} 3V11"
    return (
        '<svg class="bar" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="track" width="100" height="14"/>'
        f'<rect class="{name_class(mode)}" width="{100 * value:.1f}" height="14"/>'
        f'<path class="halo" d="{whisker}"/><path class="whisker" d="{whisker}"/></svg>'
    )


def draw_shape(mode: AskedMode) -> str:
    """Draw the shape of a mode, for a legend."""
    path = f'<path class="{name_class(mode)}" d="{_SHAPES[mode]}" transform="translate(7 7) scale(5)"/>'
    return f'<svg class="shape" viewBox="0 0 14 14" aria-hidden="true">{path}</svg>'


@dataclass(frozen=True)
class _Axis:
    """The axis at the foot, which doubles in equal steps."""

    least: float
    most: float

    @classmethod
    def over(cls, values: Iterable[float]) -> "_Axis":
        known = [each for each in values if each > 0] or [1.0]
        # Room at both ends, also where all values are one.
        return cls(min(known) / 1.3, max(known) * 1.3)

    def place(self, value: float) -> float:
        """Return the pixel of a value."""
        share = math.log(max(value, self.least) / self.least) / math.log(self.most / self.least)
        return _LEFT + share * _PLOT_WIDE


def draw_scatter(modes: Mapping[AskedMode, ModeFigures]) -> str:
    """Draw time against score: a large mark for each mode, a small one for each group; empty without times."""
    marks = [
        (mode, name, figures)
        for mode, each in modes.items()
        for name, figures in (*each.groups.items(), ("all", each.total))
        if _find_time_s(figures) and figures.right.value is not None
    ]
    if not marks:
        return ""
    axis = _Axis.over(_find_time_s(figures) for _, _, figures in marks)
    drawn = [_draw_mark(axis, *mark) for mark in sorted(marks, key=lambda each: each[1] == "all")]
    return _draw_frame("Time against score", axis, _TICKS, " s", "time to the first call, median", drawn)


def _find_time_s(figures: Figures) -> float:
    return figures.costs.call_s.median if figures.costs.call_s else 0.0


def _draw_mark(axis: _Axis, mode: AskedMode, name: str, figures: Figures) -> str:
    time_s = _find_time_s(figures)
    x, y = axis.place(time_s), _place_share(figures.right.value or 0.0)
    size, look = (8, "large") if name == "all" else (3.6, "small")
    title = f"{MODE_TITLES[mode]}, {name}: {format_rate(figures.right)}, {format_seconds(time_s)}"
    whisker = _draw_whisker(figures.right, x, mode) if name == "all" else ""
    return (
        f'{whisker}<path class="{look} {name_class(mode)}" d="{_SHAPES[mode]}" '
        f'transform="translate({x:.1f} {y:.1f}) scale({size})"><title>{escape(title)}</title></path>'
    )


def draw_curve(curves: Mapping[AskedMode, Sequence[CurvePoint]]) -> str:
    """Draw the rate of right cases by the number of tools on offer, a line for each mode; empty without a point."""
    counts = sorted({point.offered for points in curves.values() for point in points if point.offered})
    if not counts:
        return ""
    axis = _Axis.over(counts)
    # Beside one another, so that no whisker hides another.
    shifts = [_APART * (place - (len(curves) - 1) / 2) for place in range(len(curves))]
    lines = zip(curves.items(), shifts, strict=True)
    drawn = [part for (mode, points), shift in lines for part in _draw_line(axis, mode, points, shift)]
    return _draw_frame("Score by the number of tools", axis, counts, "", "tools on offer", drawn)


def _draw_line(axis: _Axis, mode: AskedMode, points: Sequence[CurvePoint], shift: float) -> Iterator[str]:
    placed = [
        (axis.place(point.offered) + shift, _place_share(point.right.value), point)
        for point in points
        if point.offered and point.right.value is not None
    ]
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in placed)
    yield f'<path class="line {name_class(mode)}" d="M{path}"/>' if len(placed) > 1 else ""
    for x, y, point in placed:
        title = f"{MODE_TITLES[mode]}, {point.offered} tools: {format_rate(point.right)} of {point.right.cases}"
        yield (
            f'{_draw_whisker(point.right, x, mode)}<path class="small {name_class(mode)}" d="{_SHAPES[mode]}" '
            f'transform="translate({x:.1f} {y:.1f}) scale(4.5)"><title>{escape(title)}</title></path>'
        )


def _thin_out(ticks: Iterable[float], axis: _Axis) -> list[float]:
    """Return those ticks that are on the axis, and whose labels do not run into one another."""
    kept: list[float] = []
    for tick in ticks:
        is_free = not kept or axis.place(tick) - axis.place(kept[-1]) > _LABEL_WIDE
        if is_free and axis.least <= tick <= axis.most:
            kept.append(tick)
    return kept


def _draw_whisker(rate: Rate, x: float, mode: AskedMode) -> str:
    if rate.wilson is None:
        return ""
    low, high = _place_share(rate.wilson.low), _place_share(rate.wilson.high)
    return f'<path class="range {name_class(mode)}" d="M{x:.1f} {low:.1f}V{high:.1f}"/>'


def _place_share(share: float) -> float:
    return _TOP + (1 - share) * _PLOT_HIGH


def _draw_frame(title: str, axis: _Axis, ticks: Iterable[float], unit: str, foot: str, drawn: Iterable[str]) -> str:
    bottom = _TOP + _PLOT_HIGH
    parts = [
        f'<svg class="chart" viewBox="0 0 {_WIDE:g} {_HIGH:g}" role="img" aria-label="{escape(title)}; numbers below">',
        *(_draw_level(percent) for percent in (0, 25, 50, 75, 100)),
        *(_draw_tick(axis.place(tick), bottom, f"{tick:g}{unit}") for tick in _thin_out(ticks, axis)),
        f'<text class="foot" x="{_LEFT + _PLOT_WIDE / 2:g}" y="{_HIGH - 6:g}">{escape(foot)}</text>',
        *drawn,
    ]
    return "\n".join(filter(None, [*parts, "</svg>"]))


def _draw_level(percent: int) -> str:
    y = _place_share(percent / 100)
    return (
        f'<path class="grid" d="M{_LEFT:g} {y:.1f}H{_WIDE - _RIGHT:g}"/>'
        f'<text class="level" x="{_LEFT - 6:g}" y="{y + 4:.1f}">{percent} %</text>'
    )


def _draw_tick(x: float, bottom: float, words: str) -> str:
    label = f'<text class="tick" x="{x:.1f}" y="{bottom + 18:g}">{words}</text>'
    return f'<path class="grid" d="M{x:.1f} {bottom:g}v5"/>{label}'
