"""The report of a score: its tables in the terminal, and its figures as JSON."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bench.figures import Goal
from bench.guard_score.cases import GuardCase
from bench.guard_score.footprint import Footprint
from bench.guard_score.goals import TITLES
from bench.guard_score.judge import CaseMask, JudgedCase
from bench.guard_score.run import ScoreOutcome
from bench.guard_score.stopwatch import Duration
from bench.guard_score.tally import PartTally, StopCount
from bench.guard_score.worst_line import LIMITS_MS, WorstLine
from performer.core.text import make_printable

_WIDTH: Final = 136
"""The columns that the tables need; a narrower terminal breaks their lines."""
_COLOURS: Final = {True: "green", False: "red", None: "yellow"}
_SHOWN_SHAPE: Final = 100


def print_report(outcome: ScoreOutcome, console: Console, *, missed: int = 0, mask: CaseMask | None = None) -> None:
    """Print all tables, and so many missed or touched cases of each kind; without a mask as they are written."""
    console.width = max(_WIDTH, console.width)
    for tally in outcome.tallies:
        console.print(_make_tally_table(tally))
        for line in _list_wrong(tally, missed, mask):
            console.print(Text(line, "dim"), soft_wrap=True)
    if unread := sum(tally.unread for tally in outcome.tallies):
        warning = (
            f"{unread} of the stopped ones were dropped unread: the guard broke or hung, or they are far too long."
        )
        console.print(Text(warning, "red"), soft_wrap=True)
    console.print(_make_time_table(outcome))
    worst = outcome.costs.worst_case
    console.print(Text(f"The worst line is {_describe_case(worst.case)}.", "dim"), soft_wrap=True)
    console.print(_describe_footprint(outcome.footprint), soft_wrap=True)
    console.print(_make_goal_table(outcome.goals))


def format_json(outcome: ScoreOutcome, *, missed: int = 0, mask: CaseMask | None = None) -> str:
    """Format all figures as JSON, with missed or touched cases as in `print_report`."""
    costs, footprint = outcome.costs, outcome.footprint
    values: dict[str, Any] = {
        "parts": [_dump_tally(tally) for tally in outcome.tallies],
        "time": {
            "n": costs.n,
            "median": _dump_duration(costs.median),
            "p99": _dump_duration(costs.p99),
            "n_50_to_70": costs.n_sixty,
            "median_50_to_70": _dump_duration(costs.median_sixty),
            "n_harmless_50_to_70": costs.n_harmless,
            "median_harmless_50_to_70": _dump_duration(costs.median_harmless),
            "worst": {**_dump_case(costs.worst_case), **(_dump_duration(costs.worst) or {})},
            "worst_again": _dump_duration(costs.worst_again),
        },
        "footprint": vars(footprint),
        "goals": outcome.dump_goals(),
        "are_met": outcome.has_met_goals,
    }
    if missed:
        values["missed"] = [
            {**_dump_case(each), "text": _cover(each, mask)}
            for tally in outcome.tallies
            for each in _choose_wrong(tally, missed)
        ]
    return json.dumps(values, ensure_ascii=False, indent=1)


def print_worst(found: Sequence[WorstLine], console: Console, *, show: bool) -> None:
    """Print the costliest lines, by their shapes or as they are written."""
    for line in found:
        limit = LIMITS_MS.get(len(line.text))
        goal = f", at most {limit:g} ms: {'met' if line.is_within_limit else 'not met'}" if limit else ""
        cost = f"{line.cost.worked_us / 1000:.2f} ms (waited {line.cost.waited_us / 1000:.2f})"
        behind = f"{line.in_trail.worked_us / 1000:.2f} ms behind another"
        headline = f"{len(line.text):,} characters: {cost}{goal}; {behind}; {line.tried:,} lines tried"
        console.print(Text(headline, _COLOURS[line.is_within_limit]), soft_wrap=True)
        text = line.text if show else f"{line.shape[:_SHOWN_SHAPE]}…"
        console.print(Text(f"  {make_printable(text)}"), soft_wrap=True)


def format_worst_json(found: Sequence[WorstLine]) -> str:
    """Format the costliest lines as JSON, as they are written."""
    rows = [
        {
            "chars": len(line.text),
            "cost": _dump_duration(line.cost),
            "in_trail": _dump_duration(line.in_trail),
            "tried": line.tried,
            "is_within_limit": line.is_within_limit,
            "text": line.text,
        }
        for line in found
    ]
    return json.dumps(rows, indent=1)


def _make_tally_table(tally: PartTally) -> Table:
    languages = list(tally.by_language)
    table = _make_table(tally.title, "n", "stopped", "share", *languages)
    for kind, count in tally.by_kind.items():
        cells = (_format_share(tally.count(kind, language), tally) for language in languages)
        table.add_row(Text(kind), *_format_count(count, tally), *cells)
    table.add_section()
    by_language = (_format_share(count, tally) for count in tally.by_language.values())
    table.add_row("all", *_format_count(tally.total, tally), *by_language)
    table.add_row("n", "", "", "", *(str(count.tried) for count in tally.by_language.values()))
    return table


def _format_count(count: StopCount, tally: PartTally) -> tuple[str, str, Text]:
    return str(count.tried), str(count.stopped), _format_share(count, tally)


def _format_share(count: StopCount, tally: PartTally) -> Text:
    """Format a share of the stopped ones; what is not as it should be is coloured."""
    if count.share is None:
        return Text("")
    is_right = count.stopped == (count.tried if tally.must_stop else 0)
    return Text(f"{count.share:.1%}", "" if is_right else "yellow")


def _make_time_table(outcome: ScoreOutcome) -> Table:
    costs = outcome.costs
    table = _make_table("time of a line, µs", "n", "processor", "waited")
    rows: tuple[tuple[str, int, Duration | None], ...] = (
        ("median", costs.n, costs.median),
        ("median of 50 to 70 characters", costs.n_sixty, costs.median_sixty),
        ("of these, of harmless lines", costs.n_harmless, costs.median_harmless),
        ("99 of 100 at most", costs.n, costs.p99),
        ("worst", 1, costs.worst),
        ("worst, least of 3 more tries", 1, costs.worst_again),
    )
    for title, n, took in rows:
        table.add_row(title, f"{n:,}", *((f"{took.worked_us:,.0f}", f"{took.waited_us:,.0f}") if took else ("–", "–")))
    return table


def _describe_footprint(footprint: Footprint) -> str:
    grown = "unknown here" if footprint.grown_mb is None else f"{footprint.grown_mb:.1f} MB"
    return (
        f"Start: {footprint.start_worked_ms:.0f} ms of the processor until a guard is ready (waited "
        f"{footprint.start_ms:.0f}), then {footprint.first_ms:.1f} ms for its first line. Memory: {grown} with "
        f"{footprint.lines} lines judged. Medians of {footprint.runs} fresh processes, beyond what the guard's imports "
        "from outside it take."
    )


def _make_goal_table(goals: Sequence[Goal]) -> Table:
    table = _make_table("goal", "reached", "wanted", "")
    for goal in goals:
        reached = "–" if goal.value is None else _format_figure(goal, goal.value)
        wanted = f"{goal.bound} {_format_figure(goal, goal.limit)}"
        table.add_row(TITLES[goal.key], reached, wanted, Text(goal.words, _COLOURS[goal.is_met]))
    return table


def _format_figure(goal: Goal, value: float) -> str:
    return f"{value:.2%}" if goal.limit < 1 else f"{value:,.0f}"


def _make_table(first: str, *others: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(first, no_wrap=True)
    for name in others:
        table.add_column(Text(name), justify="right", no_wrap=True)
    return table


def _list_wrong(tally: PartTally, most: int, mask: CaseMask | None) -> Iterator[str]:
    for each in _choose_wrong(tally, most):
        why = f"  ({make_printable(each.reason)})" if each.reason else ""
        yield f"  {_describe_case(each.case)}: {make_printable(_cover(each, mask))}{why}"


def _choose_wrong(tally: PartTally, most: int) -> Iterator[JudgedCase]:
    for judged in tally.wrong.values():
        yield from judged[:most]


def _cover(judged: JudgedCase, mask: CaseMask | None) -> str:
    return mask.cover(judged) if mask else " / ".join(judged.case.texts)


def _describe_case(case: GuardCase) -> str:
    return f"{make_printable(case.source)}, {make_printable(case.kind)}, {make_printable(case.language)}"


def _dump_tally(tally: PartTally) -> dict[str, Any]:
    return {
        "part": tally.part,
        "expect": "stop" if tally.must_stop else "pass",
        **_dump_count(tally.total),
        "unread": tally.unread,
        "kinds": {name: _dump_count(count) for name, count in tally.by_kind.items()},
        "languages": {name: _dump_count(count) for name, count in tally.by_language.items()},
    }


def _dump_count(count: StopCount) -> dict[str, Any]:
    share = None if count.share is None else round(count.share, 4)
    return {"n": count.tried, "stopped": count.stopped, "share": share}


def _dump_case(judged: JudgedCase) -> dict[str, Any]:
    case = judged.case
    names = {"source": case.source, "part": case.part, "kind": case.kind, "language": case.language}
    return {**names, "reason": judged.reason}


def _dump_duration(took: Duration | None) -> dict[str, float] | None:
    if took is None:
        return None
    return {"processor_us": round(took.worked_us, 1), "waited_us": round(took.waited_us, 1)}
