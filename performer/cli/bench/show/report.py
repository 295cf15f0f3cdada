"""The report of a run: its figures in rows for the terminal and the page, and JSON for machines."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from performer.cli.bench.show.goals import Goal, ShowProfile
from performer.cli.bench.show.run import ShowOutcome, dump_outcome

T = TypeVar("T")
Write = Callable[[float], str]
Figure = Callable[[T], float | None]
Line = tuple[str, str, Write, Figure[T]]
"""The key of a row, its title, the function that formats its figure, and the one that finds it in a profile."""
Groups = Mapping[str, Sequence[Line[T]]]
"""Rows by the titles of their groups."""


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


@dataclass(frozen=True, kw_only=True)
class FigureGroup:
    """Rows under one title."""

    title: str
    rows: tuple[FigureRow, ...]


def build_sheet(profiles: Sequence[ShowProfile], goals: Sequence[Goal]) -> tuple[FigureGroup, ...]:
    """Build the rows of all figures, a cell for each profile; the goals stand in the rows of their figures."""
    return build_groups(_GROUPS, profiles, goals)


def build_groups(groups: Groups[T], profiles: Sequence[T], goals: Sequence[Goal]) -> tuple[FigureGroup, ...]:
    """Build rows of any kind of profile."""
    by_key = {goal.key: goal for goal in goals}
    return tuple(
        FigureGroup(title=title, rows=tuple(_build_row(profiles, by_key.get(line[0]), *line) for line in lines))
        for title, lines in groups.items()
    )


def _build_row(
    profiles: Sequence[T], goal: Goal | None, key: str, title: str, write: Write, figure: Figure[T]
) -> FigureRow:
    cells = tuple(_format_cell(figure(profile), write) for profile in profiles)
    if goal is None:
        return FigureRow(title=title, key=key, cells=cells)
    wanted, reached = f"{goal.bound} {write(goal.limit)}", _format_cell(goal.value, write)
    return FigureRow(title=title, key=key, cells=cells, goal=goal, wanted=wanted, reached=reached)


def _format_cell(value: float | None, write: Write) -> str:
    return "–" if value is None else write(value)


def format_number(value: float) -> str:
    """Format a number to two places."""
    return f"{value:.2f}"


def format_count(value: float) -> str:
    """Format a whole number."""
    return f"{value:.0f}"


def format_percent(value: float) -> str:
    """Format a share."""
    return f"{100 * value:.1f} %"


def format_seconds(value: float) -> str:
    """Format a time."""
    return f"{value:.2f} s"


def _rate_per_idle_minute(profile: ShowProfile) -> float | None:
    return profile.false_triggers / profile.idle_minutes if profile.idle_minutes else None


def _get_starts_while_active(profile: ShowProfile) -> float | None:
    return profile.courtesy.starts_while_active


_GROUPS: Final[Groups[ShowProfile]] = {
    "At the right moment": (
        ("f1", "trigger F1", format_number, lambda it: it.triggers.f1),
        ("ahead", "F1 above both fixed intervals", format_number, lambda _it: None),
        ("precision", "precision", format_number, lambda it: it.triggers.precision),
        ("recall", "recall", format_number, lambda it: it.triggers.recall),
        ("react_p50_s", "time to react, median", format_seconds, lambda it: it.triggers.react_p50_s),
        ("react_p95_s", "time to react, 95 of 100", format_seconds, lambda it: it.triggers.react_p95_s),
        ("premature", "lines before their event", format_percent, lambda it: it.grounding.premature),
        ("false_triggers", "lines a minute with nothing to see", format_number, _rate_per_idle_minute),
    ),
    "As much as is good": (
        ("lines_per_min", "lines a minute", format_number, lambda it: it.pace.lines_per_min),
        ("silence", "silence", format_percent, lambda it: it.pace.silence),
        ("gap_p50_s", "gap between lines, median", format_seconds, lambda it: it.pace.gap_p50_s),
        ("gap_cv", "unevenness of the gaps", format_number, lambda it: it.pace.gap_cv),
        ("words_p50", "words a line, median", format_count, lambda it: it.pace.words_p50),
        ("words_p95", "words a line, 95 of 100", format_count, lambda it: it.pace.words_p95),
        ("line_p50_s", "length of a line, median", format_seconds, lambda it: it.pace.line_p50_s),
        ("line_p95_s", "length of a line, 95 of 100", format_seconds, lambda it: it.pace.line_p95_s),
    ),
    "While it is true": (
        ("fresh_p50_s", "picture to start, median", format_seconds, lambda it: it.pace.fresh_p50_s),
        ("fresh_p95_s", "picture to start, 95 of 100", format_seconds, lambda it: it.pace.fresh_p95_s),
        ("end_p95_s", "picture to end, 95 of 100", format_seconds, lambda it: it.pace.end_p95_s),
        ("late", "ends over 8 s after its picture", format_percent, lambda it: it.pace.late),
        ("stale_spoken", "stale lines spoken", format_count, lambda it: it.pace.stale_spoken),
        ("stale_dropped", "stale lines dropped", format_count, lambda it: it.pace.stale_dropped),
    ),
    "Something new": (
        ("duplicates", "duplicates", format_percent, lambda it: it.repetition.duplicates),
        ("rep_3", "threes of words heard before", format_percent, lambda it: it.repetition.rep_3),
        ("seq_rep_3", "threes repeated within a line", format_percent, lambda it: it.repetition.seq_rep_3),
        ("openers", "commonest opening", format_percent, lambda it: it.repetition.openers),
        ("distinct_2", "different pairs of words", format_percent, lambda it: it.repetition.distinct_2),
    ),
    "And lets others speak": (
        ("talk_over", "of its sound, over the streamer", format_percent, lambda it: it.courtesy.talk_over),
        ("starts_while_active", "starts while the streamer speaks", format_percent, _get_starts_while_active),
        ("stop_p50_s", "time to stop, median", format_seconds, lambda it: it.courtesy.stop_p50_s),
        ("stop_p95_s", "time to stop, 95 of 100", format_seconds, lambda it: it.courtesy.stop_p95_s),
        ("pause_take_over", "pauses taken for an end", format_percent, lambda it: it.courtesy.pause_take_over),
        ("false_stops", "lines lost to a cough", format_count, lambda it: it.courtesy.false_stops),
    ),
    "What is there": (
        ("grounded", "lines that name what is seen", format_percent, lambda it: it.grounding.grounded),
        ("invented_numbers", "lines with an invented number", format_count, lambda it: it.grounding.invented_numbers),
        ("calls_per_min", "tool calls a minute", format_number, lambda it: it.tools.calls_per_min),
        ("identical", "the same call within 30 s", format_count, lambda it: it.tools.identical),
    ),
}

WIDTH: Final = 136
"""The columns that the table needs; a narrower terminal breaks its lines."""
_COLOURS: Final = {True: "green", False: "red", None: "yellow"}


def print_report(outcome: ShowOutcome, console: Console) -> None:
    """Print the figures beside the baselines', the goals, and how many cues and sentences were dropped."""
    console.width = max(WIDTH, console.width)
    plan, profiles = outcome.plan, outcome.profiles
    title = f"{plan.model}: {plan.minutes:g} minutes beside the arcade, seed {plan.seed}"
    sheet = build_sheet(profiles, outcome.goals)
    console.print(build_table(title, [profile.name for profile in profiles], sheet))
    alone = profiles[0]
    for still in outcome.stills:
        count = still.false_triggers
        lines = f"{count or 'no'} line{'' if count == 1 else 's'}"
        console.print(f"Beside a {still.name} picture: {lines} in {still.minutes:g} min.")
    console.print(f"Cues taken: {format_counts(alone.cues_taken)}.")
    console.print(f"Cues dropped: {format_counts(alone.cues_dropped)}.")
    console.print(f"Sentences held back: {format_counts(alone.blocked)}.")
    console.print(format_goals(outcome.goals))


def format_json(outcome: ShowOutcome) -> str:
    """Format an outcome as JSON; the same plan gives the same bytes, unless a real model was asked."""
    return json.dumps(dump_outcome(outcome), ensure_ascii=False, indent=1)


def build_table(title: str, names: Sequence[str], groups: Sequence[FigureGroup]) -> Table:
    """Build a table of rows under the names of their takes, with the goals beside them."""
    drawn = Table(title=title, box=SIMPLE_HEAD, pad_edge=False)
    drawn.add_column(no_wrap=True)
    for name in names:
        drawn.add_column(name, justify="right", no_wrap=True)
    drawn.add_column("goal", no_wrap=True)
    for group in groups:
        drawn.add_row(Text(group.title, style="bold"))
        for row in group.rows:
            drawn.add_row(f"  {row.title}", *row.cells, _format_goal(row))
        drawn.add_section()
    return drawn


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
