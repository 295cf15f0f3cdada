"""The figures of a bench: shares and percentiles, goals, and rows of figures beside their goals.

`figures.toml` names the rows, with the place of each figure in a profile.
"""

import math
import operator
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, Literal

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text


def compute_share(part: float, whole: float) -> float | None:
    """Compute the share of a part, to four places; None of nothing."""
    return round(part / whole, 4) if whole else None


def find_percentile(values: Sequence[float], percent: float) -> float | None:
    """Find the smallest value that so many percent of the values do not exceed, to three places; None of none."""
    if not values:
        return None
    rank = math.ceil(len(values) * percent / 100)
    return round(sorted(values)[max(0, rank - 1)], 3)


Bound = Literal["at least", "at most", "more than", "less than"]
_HOLDS: Final[dict[Bound, Callable[[float, float], bool]]] = {
    "at least": operator.ge,
    "at most": operator.le,
    "more than": operator.gt,
    "less than": operator.lt,
}


@dataclass(frozen=True)
class Goal:
    """A bound for one figure."""

    key: str
    """The figure's name in the table."""
    value: float | None
    bound: Bound
    limit: float

    @property
    def is_met(self) -> bool | None:
        """Whether it was reached; None when there was nothing to measure."""
        return None if self.value is None else _HOLDS[self.bound](self.value, self.limit)

    @property
    def words(self) -> str:
        """Return in words whether the goal was reached."""
        return {True: "met", False: "not met", None: "nothing to measure"}[self.is_met]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What a run came to; each bench adds its plan, takes and profiles."""

    goals: tuple[Goal, ...]

    @property
    def has_met_goals(self) -> bool:
        """Whether no goal was missed."""
        return all(goal.is_met is not False for goal in self.goals)

    def dump_goals(self) -> list[dict[str, Any]]:
        """Convert the goals so that JSON can hold them."""
        return [{**asdict(goal), "met": goal.is_met} for goal in self.goals]


@dataclass(frozen=True, kw_only=True)
class FigureRow:
    """The row of one figure, a cell for each take."""

    title: str
    key: str
    cells: tuple[str, ...]
    goal: Goal | None = None
    wanted: str = ""
    """The goal in words: `at least 0.65`."""
    reached: str = ""
    """What was reached, over all takes that the goal is about."""


Sheet = Mapping[str, tuple[FigureRow, ...]]
"""The rows of a bench, in groups by their titles."""
_FORMS: Final[Mapping[str, str]] = {"number": "{:.2f}", "count": "{:.0f}", "percent": "{:.1f} %", "seconds": "{:.2f} s"}


def build_sheet(bench: str, profiles: Sequence[object], goals: Sequence[Goal]) -> Sheet:
    """Build the rows of all figures of a bench, a cell for each profile, with the goals in the rows of their figures.

    Counts by name are told as their sum.
    """
    by_key = {goal.key: goal for goal in goals}
    return {
        title: tuple(_build_row(profiles, by_key.get(key), key, *figure) for key, figure in figures.items())
        for title, figures in _read_figures()[bench].items()
    }


@cache
def _read_figures() -> Mapping[str, Mapping[str, Mapping[str, tuple[str, str, str]]]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def _build_row(profiles: Sequence[object], goal: Goal | None, key: str, place: str, form: str, title: str) -> FigureRow:
    cells = tuple(_format_figure(attrgetter(place)(each) if place else None, form) for each in profiles)
    if goal is None:
        return FigureRow(title=title, key=key, cells=cells)
    wanted, reached = f"{goal.bound} {_format_figure(goal.limit, form)}", _format_figure(goal.value, form)
    return FigureRow(title=title, key=key, cells=cells, goal=goal, wanted=wanted, reached=reached)


def _format_figure(value: float | Mapping[str, int] | None, form: str) -> str:
    if value is None:
        return "–"
    number = sum(value.values()) if isinstance(value, Mapping) else value
    return _FORMS[form].format(100 * number if form == "percent" else number)


_WIDTH: Final = 136
"""The columns that the table needs; a narrower terminal breaks its lines."""
_COLOURS: Final = {True: "green", False: "red", None: "yellow"}


def print_sheet(console: Console, title: str, names: Sequence[str], sheet: Sheet) -> None:
    """Print rows under the names of their takes, with the goals beside them."""
    console.width = max(_WIDTH, console.width)
    drawn = Table(title=title, box=SIMPLE_HEAD, pad_edge=False)
    drawn.add_column(no_wrap=True)
    for name in names:
        drawn.add_column(name, justify="right", no_wrap=True)
    drawn.add_column("goal", no_wrap=True)
    for group, rows in sheet.items():
        drawn.add_row(Text(group, style="bold"))
        for row in rows:
            drawn.add_row(f"  {row.title}", *row.cells, _format_goal(row))
        drawn.add_section()
    console.print(drawn)


def _format_goal(row: FigureRow) -> Text:
    if row.goal is None:
        return Text("")
    return Text(f"{row.reached}, {row.wanted}: {row.goal.words}", style=_COLOURS[row.goal.is_met])


def format_counts(counts: Mapping[str, int]) -> str:
    """Format counts by their names."""
    return ", ".join(f"{name} ({count})" for name, count in counts.items()) or "none"


def format_goals(goals: Sequence[Goal]) -> Text:
    """Format how many goals were met."""
    met, missed = sum(goal.is_met is True for goal in goals), sum(goal.is_met is False for goal in goals)
    words = f"{met} of {len(goals)} goals met" + (f", {missed} not met." if missed else ".")
    return Text(words, style=_COLOURS[not missed])
