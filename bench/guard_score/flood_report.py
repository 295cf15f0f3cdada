"""The report of a flood: a table of its shows in the terminal, and their figures as JSON."""

import json
from collections.abc import Sequence
from typing import Any, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bench.figures import compute_share, find_percentile
from bench.guard_score.flood import LINES_A_MINUTE, FloodOutcome, compare
from bench.guard_score.flooded_show import THINK_S, ShowTiming
from bench.guard_score.judge import draw_shape
from performer.core.text import make_printable

_WIDTH: Final = 120
_COLOURS: Final = {True: "green", False: "red", None: "yellow"}
_SHOWN_SHAPE: Final = 100
_TITLES: Final = {
    "calm": "calm",
    "ordinary": "ordinary lines",
    "worst": "worst lines",
    "recorded": "the same, recorded",
}


def print_report(outcome: FloodOutcome, console: Console, *, show: bool = False) -> None:
    """Print the table and the goal, and the costliest line by its shape or as it is written."""
    console.width = max(_WIDTH, console.width)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(f"beside {LINES_A_MINUTE:,} a minute", no_wrap=True)
    for title in _TITLES.values():
        table.add_column(title, justify="right", no_wrap=True)
    for row in _build_rows(list(outcome.timings.values())):
        table.add_row(*row)
    console.print(table)
    text = outcome.worst[0] if show else f"{draw_shape(outcome.worst[0])[:_SHOWN_SHAPE]}…"
    costliest = f"The costliest of {len(outcome.worst)} lines takes {outcome.line_us / 1000:.2f} ms a look:"
    console.print(Text(f"{costliest}\n  {make_printable(text)}", "dim"), soft_wrap=True)
    console.print(Text(_describe_goal(outcome), _COLOURS[outcome.goals[0].is_met]), soft_wrap=True)


def format_json(outcome: FloodOutcome, *, show: bool = False) -> str:  # noqa: ARG001  JSON holds the lines anyway
    """Format all figures as JSON, with the costliest lines as they are written."""
    values: dict[str, Any] = {
        "lines_a_minute": LINES_A_MINUTE,
        "rounds": outcome.rounds,
        "shows": {beside: _dump_timing(timing) for beside, timing in outcome.timings.items()},
        "goals": outcome.dump_goals(),
        "are_met": outcome.has_met_goals,
        "line_us": round(outcome.line_us, 1),
        "worst": outcome.worst,
    }
    return json.dumps(values, indent=1)


def _build_rows(timings: Sequence[ShowTiming]) -> list[tuple[str, ...]]:
    calm = timings[0]
    return [
        ("requests of the streamer's", *(str(len(each.sentences_s)) for each in timings)),
        ("request → first sentence, median", *(_format_ms(_find_ms(each.sentences_s, 50)) for each in timings)),
        ("  95 of 100", *(_format_ms(_find_ms(each.sentences_s, 95)) for each in timings)),
        ("  by that of the calm show", *(_format_ratio(compare(each, calm)) for each in timings)),
        ("the loop's tick is late, median", *(_format_ms(_find_ms(each.late_s, 50)) for each in timings)),
        ("  95 of 100", *(_format_ms(_find_ms(each.late_s, 95)) for each in timings)),
        ("  at most", *(_format_ms(_find_ms(each.late_s, 100)) for each in timings)),
        ("chat lines", *(f"{each.lines:,}" for each in timings)),
        ("turns that answer them", *(str(each.turns) for each in timings)),
        ("looks of the guard", *(f"{each.looks:,}" for each in timings)),
        ("  the longest", *(_format_ms(each.longest_s * 1000) for each in timings)),
        ("  their share of one core", *(f"{each.guard_s / each.seconds:.2%}" for each in timings)),
        ("texts dropped unread", *(str(each.unread) for each in timings)),
        ("requests without a sentence", *(str(each.lost) for each in timings)),
    ]


def _find_ms(seconds: Sequence[float], percent: float) -> float | None:
    return find_percentile([1000 * each for each in seconds], percent)


def _format_ms(ms: float | None) -> str:
    return "–" if ms is None else f"{ms:.1f} ms"


def _format_ratio(ratio: float | None) -> str:
    return "–" if ratio is None else f"{ratio:.3f}"


def _describe_goal(outcome: FloodOutcome) -> str:
    goal = outcome.goals[0]
    return (
        f"95 of 100 beside the worst lines, by that of the calm show: {_format_ratio(goal.value)}, {goal.bound} "
        f"{goal.limit:g}: {goal.words}. The model takes {THINK_S * 1000:.0f} ms of each. "
        f"Rounds: {outcome.rounds}."
    )


def _dump_timing(timing: ShowTiming) -> dict[str, Any]:
    return {
        "n": len(timing.sentences_s),
        "p50_ms": _find_ms(timing.sentences_s, 50),
        "p95_ms": _find_ms(timing.sentences_s, 95),
        "late_p50_ms": _find_ms(timing.late_s, 50),
        "late_p95_ms": _find_ms(timing.late_s, 95),
        "late_max_ms": _find_ms(timing.late_s, 100),
        "seconds": timing.seconds,
        "lines": timing.lines,
        "turns": timing.turns,
        "looks": timing.looks,
        "longest_look_ms": round(1000 * timing.longest_s, 3),
        "guard_share": compute_share(timing.guard_s, timing.seconds),
        "unread": timing.unread,
        "lost": timing.lost,
    }
