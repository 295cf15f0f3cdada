"""The sheet: a run's figures in rows, as people read them; terminal and page show the same."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from performer.bench.show.goals import Goal
from performer.bench.show.profile import Profile

Write = Callable[[float], str]
Figure = Callable[[Profile], float | None]


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
    by_key = {goal.key: goal for goal in goals}
    return tuple(
        Group(title=title, rows=tuple(_row(profiles, by_key.get(line[0]), *line) for line in lines))
        for title, lines in _GROUPS.items()
    )


def _row(profiles: Sequence[Profile], goal: Goal | None, key: str, title: str, write: Write, figure: Figure) -> Row:
    cells = tuple(_cell(figure(profile), write) for profile in profiles)
    if goal is None:
        return Row(title=title, key=key, cells=cells)
    wanted, reached = f"{goal.bound} {write(goal.limit)}", _cell(goal.value, write)
    return Row(title=title, key=key, cells=cells, goal=goal, wanted=wanted, reached=reached)


def _cell(value: float | None, write: Write) -> str:
    return "–" if value is None else write(value)


def _number(value: float) -> str:
    return f"{value:.2f}"


def _count(value: float) -> str:
    return f"{value:.0f}"


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _seconds(value: float) -> str:
    return f"{value:.2f} s"


def _per_idle_minute(profile: Profile) -> float | None:
    return profile.false_triggers / profile.idle_minutes if profile.idle_minutes else None


_GROUPS: Final[dict[str, tuple[tuple[str, str, Write, Figure], ...]]] = {
    "At the right moment": (
        ("f1", "trigger F1", _number, lambda it: it.triggers.f1),
        ("ahead", "F1 above both fixed intervals", _number, lambda _it: None),
        ("precision", "precision", _number, lambda it: it.triggers.precision),
        ("recall", "recall", _number, lambda it: it.triggers.recall),
        ("react_p50_s", "time to react, median", _seconds, lambda it: it.triggers.react_p50_s),
        ("react_p95_s", "time to react, 95 of 100", _seconds, lambda it: it.triggers.react_p95_s),
        ("premature", "lines before their event", _percent, lambda it: it.grounding.premature),
        ("false_triggers", "lines a minute with nothing to see", _number, _per_idle_minute),
    ),
    "As much as is good": (
        ("lines_per_min", "lines a minute", _number, lambda it: it.pace.lines_per_min),
        ("silence", "silence", _percent, lambda it: it.pace.silence),
        ("gap_p50_s", "gap between lines, median", _seconds, lambda it: it.pace.gap_p50_s),
        ("gap_cv", "unevenness of the gaps", _number, lambda it: it.pace.gap_cv),
        ("words_p50", "words a line, median", _count, lambda it: it.pace.words_p50),
        ("words_p95", "words a line, 95 of 100", _count, lambda it: it.pace.words_p95),
        ("line_p50_s", "length of a line, median", _seconds, lambda it: it.pace.line_p50_s),
        ("line_p95_s", "length of a line, 95 of 100", _seconds, lambda it: it.pace.line_p95_s),
    ),
    "While it is true": (
        ("fresh_p50_s", "picture to start, median", _seconds, lambda it: it.pace.fresh_p50_s),
        ("fresh_p95_s", "picture to start, 95 of 100", _seconds, lambda it: it.pace.fresh_p95_s),
        ("end_p95_s", "picture to end, 95 of 100", _seconds, lambda it: it.pace.end_p95_s),
        ("late", "ends over 8 s after its picture", _percent, lambda it: it.pace.late),
        ("stale_spoken", "stale lines spoken", _count, lambda it: it.pace.stale_spoken),
        ("stale_dropped", "stale lines dropped", _count, lambda it: it.pace.stale_dropped),
    ),
    "Something new": (
        ("duplicates", "duplicates", _percent, lambda it: it.repetition.duplicates),
        ("rep_3", "threes of words heard before", _percent, lambda it: it.repetition.rep_3),
        ("seq_rep_3", "threes repeated within a line", _percent, lambda it: it.repetition.seq_rep_3),
        ("openers", "commonest opening", _percent, lambda it: it.repetition.openers),
        ("distinct_2", "different pairs of words", _percent, lambda it: it.repetition.distinct_2),
    ),
    "And lets others speak": (
        ("talk_over", "of its sound, over the streamer", _percent, lambda it: it.courtesy.talk_over),
        (
            "starts_while_active",
            "starts while the streamer speaks",
            _percent,
            lambda it: it.courtesy.starts_while_active,
        ),
        ("stop_p50_s", "time to stop, median", _seconds, lambda it: it.courtesy.stop_p50_s),
        ("stop_p95_s", "time to stop, 95 of 100", _seconds, lambda it: it.courtesy.stop_p95_s),
        ("pause_take_over", "pauses taken for an end", _percent, lambda it: it.courtesy.pause_take_over),
        ("false_stops", "lines lost to a cough", _count, lambda it: it.courtesy.false_stops),
    ),
    "What is there": (
        ("grounded", "lines that name what is seen", _percent, lambda it: it.grounding.grounded),
        ("invented_numbers", "lines with an invented number", _count, lambda it: it.grounding.invented_numbers),
        ("calls_per_min", "tool calls a minute", _number, lambda it: it.tools.calls_per_min),
        ("identical", "the same call within 30 s", _count, lambda it: it.tools.identical),
    ),
}
