"""The sheet: a run's figures in rows, as people read them; terminal and page show the same."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from performer.bench.show.goals import Goal
from performer.bench.show.profile import Profile

T = TypeVar("T")
Write = Callable[[float], str]
Figure = Callable[[T], float | None]
Line = tuple[str, str, Write, Figure[T]]
"""A row to be: its key, its title, how its figure is written, and where it is found."""
Groups = Mapping[str, Sequence[Line[T]]]
"""Rows by the title that they are read under."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One figure of every take."""

    title: str
    key: str
    cells: tuple[str, ...]
    goal: Goal | None = None
    wanted: str = ""
    """The goal in words: `at least 0.65`."""
    reached: str = ""
    """What was reached of it, over all takes that it is about."""


@dataclass(frozen=True, kw_only=True)
class Group:
    """Rows that are read together."""

    title: str
    rows: tuple[Row, ...]


def sheet(profiles: Sequence[Profile], goals: Sequence[Goal]) -> tuple[Group, ...]:
    """Write all figures into rows, a cell a profile; the goals stand in the rows of their figures."""
    return written(_GROUPS, profiles, goals)


def written(groups: Groups[T], profiles: Sequence[T], goals: Sequence[Goal]) -> tuple[Group, ...]:
    """Write figures of any kind of profile into rows."""
    by_key = {goal.key: goal for goal in goals}
    return tuple(
        Group(title=title, rows=tuple(_row(profiles, by_key.get(line[0]), *line) for line in lines))
        for title, lines in groups.items()
    )


def _row(profiles: Sequence[T], goal: Goal | None, key: str, title: str, write: Write, figure: Figure[T]) -> Row:
    cells = tuple(_cell(figure(profile), write) for profile in profiles)
    if goal is None:
        return Row(title=title, key=key, cells=cells)
    wanted, reached = f"{goal.bound} {write(goal.limit)}", _cell(goal.value, write)
    return Row(title=title, key=key, cells=cells, goal=goal, wanted=wanted, reached=reached)


def _cell(value: float | None, write: Write) -> str:
    return "–" if value is None else write(value)


def number(value: float) -> str:
    """Write a number to two places."""
    return f"{value:.2f}"


def count(value: float) -> str:
    """Write a whole number."""
    return f"{value:.0f}"


def percent(value: float) -> str:
    """Write a share."""
    return f"{100 * value:.1f} %"


def seconds(value: float) -> str:
    """Write a time."""
    return f"{value:.2f} s"


def _per_idle_minute(profile: Profile) -> float | None:
    return profile.false_triggers / profile.idle_minutes if profile.idle_minutes else None


_GROUPS: Final[Groups[Profile]] = {
    "At the right moment": (
        ("f1", "trigger F1", number, lambda it: it.triggers.f1),
        ("ahead", "F1 above both fixed intervals", number, lambda _it: None),
        ("precision", "precision", number, lambda it: it.triggers.precision),
        ("recall", "recall", number, lambda it: it.triggers.recall),
        ("react_p50_s", "time to react, median", seconds, lambda it: it.triggers.react_p50_s),
        ("react_p95_s", "time to react, 95 of 100", seconds, lambda it: it.triggers.react_p95_s),
        ("premature", "lines before their event", percent, lambda it: it.grounding.premature),
        ("false_triggers", "lines a minute with nothing to see", number, _per_idle_minute),
    ),
    "As much as is good": (
        ("lines_per_min", "lines a minute", number, lambda it: it.pace.lines_per_min),
        ("silence", "silence", percent, lambda it: it.pace.silence),
        ("gap_p50_s", "gap between lines, median", seconds, lambda it: it.pace.gap_p50_s),
        ("gap_cv", "unevenness of the gaps", number, lambda it: it.pace.gap_cv),
        ("words_p50", "words a line, median", count, lambda it: it.pace.words_p50),
        ("words_p95", "words a line, 95 of 100", count, lambda it: it.pace.words_p95),
        ("line_p50_s", "length of a line, median", seconds, lambda it: it.pace.line_p50_s),
        ("line_p95_s", "length of a line, 95 of 100", seconds, lambda it: it.pace.line_p95_s),
    ),
    "While it is true": (
        ("fresh_p50_s", "picture to start, median", seconds, lambda it: it.pace.fresh_p50_s),
        ("fresh_p95_s", "picture to start, 95 of 100", seconds, lambda it: it.pace.fresh_p95_s),
        ("end_p95_s", "picture to end, 95 of 100", seconds, lambda it: it.pace.end_p95_s),
        ("late", "ends over 8 s after its picture", percent, lambda it: it.pace.late),
        ("stale_spoken", "stale lines spoken", count, lambda it: it.pace.stale_spoken),
        ("stale_dropped", "stale lines dropped", count, lambda it: it.pace.stale_dropped),
    ),
    "Something new": (
        ("duplicates", "duplicates", percent, lambda it: it.repetition.duplicates),
        ("rep_3", "threes of words heard before", percent, lambda it: it.repetition.rep_3),
        ("seq_rep_3", "threes repeated within a line", percent, lambda it: it.repetition.seq_rep_3),
        ("openers", "commonest opening", percent, lambda it: it.repetition.openers),
        ("distinct_2", "different pairs of words", percent, lambda it: it.repetition.distinct_2),
    ),
    "And lets others speak": (
        ("talk_over", "of its sound, over the streamer", percent, lambda it: it.courtesy.talk_over),
        (
            "starts_while_active",
            "starts while the streamer speaks",
            percent,
            lambda it: it.courtesy.starts_while_active,
        ),
        ("stop_p50_s", "time to stop, median", seconds, lambda it: it.courtesy.stop_p50_s),
        ("stop_p95_s", "time to stop, 95 of 100", seconds, lambda it: it.courtesy.stop_p95_s),
        ("pause_take_over", "pauses taken for an end", percent, lambda it: it.courtesy.pause_take_over),
        ("false_stops", "lines lost to a cough", count, lambda it: it.courtesy.false_stops),
    ),
    "What is there": (
        ("grounded", "lines that name what is seen", percent, lambda it: it.grounding.grounded),
        ("invented_numbers", "lines with an invented number", count, lambda it: it.grounding.invented_numbers),
        ("calls_per_min", "tool calls a minute", number, lambda it: it.tools.calls_per_min),
        ("identical", "the same call within 30 s", count, lambda it: it.tools.identical),
    ),
}
