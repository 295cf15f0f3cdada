"""The report of BFCL: tables of its categories and groups, what they do not say, and the same as JSON."""

import json
from collections.abc import Mapping
from typing import Any, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bench.tool_choice.bfcl.files import BfclFolder
from bench.tool_choice.bfcl.scores import BfclScores, CategoryScore, GroupScore
from bench.tool_choice.figures.statistics import Interval
from bench.tool_choice.trial import AskedMode, Label

_WIDTH: Final = 120
_SHOWN: Final[tuple[Label, ...]] = (
    "wrong tool",
    "wrong argument",
    "missing call",
    "false call",
    "extra call",
    "not readable",
    "timeout",
    "error",
)
"""The verdicts that a case of BFCL can have beside `right`."""
_SCALE: Final = (
    "No overall figure is claimed: of the published one {unmeasured} % are for what is not measured here ({names})."
)
_MULTI_TURN: Final = (
    "Multi-turn is stricter than published. The leaderboard compares what the calls do to simulated objects; here each "
    "turn's calls themselves are compared, in any order, and a turn that expects none is looked at as well."
)
_LEFT_OUT: Final = "Left out: {count} cases whose right answers contradict their own functions."
_LACKING: Final = "A group that lacks categories is taken together from its others: it is not the published figure."


def print_report(scores: BfclScores, folder: BfclFolder, console: Console) -> None:
    """Print both tables and what they do not say."""
    console.width = max(_WIDTH, console.width)
    console.print(format_table(scores))
    console.print(format_groups(scores))
    for note in list_notes(scores, folder):
        console.print(Text(note, "dim"), soft_wrap=True)


def format_table(scores: BfclScores) -> Table:
    """Return a table of the categories: the share that was right with its interval, and what the others were."""
    table = Table(box=SIMPLE_HEAD, padding=0)
    table.add_column("BFCL", no_wrap=True)
    table.add_column("right, 95 % interval", justify="right", no_wrap=True)
    for title in ("cases", *_SHOWN, "left out"):
        table.add_column(title.replace(" ", "\n"), justify="right")
    for each in scores.categories:
        counts = [each.cases, *(each.labels.get(label, 0) for label in _SHOWN), each.left_out]
        shown = (f"{count:,}" if count else "–" for count in counts)
        table.add_row(each.category.name, _format_share(each.rate, each.interval), *shown)
    return table


def format_groups(scores: BfclScores) -> Table:
    """Return a table of the published groups: the figure, its part of the overall score, and what is not in it."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("group", no_wrap=True)
    for title in ("right, 95 % interval", "of overall"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("taken together")
    table.add_column("lacking")
    for each in scores.groups:
        together = "by cases" if each.group.is_by_cases else "mean of categories"
        share = _format_share(each.rate, each.interval)
        table.add_row(each.group.name, share, f"{each.group.weight} %", together, ", ".join(each.lacking) or "–")
    return table


def list_notes(scores: BfclScores, folder: BfclFolder) -> list[str]:
    """Return what the figures do not say, a sentence or two each."""
    absent = [each.group for each in scores.groups if each.rate is None and each.group.weight]
    notes = [_SCALE.format(unmeasured=sum(each.weight for each in absent), names=", ".join(e.name for e in absent))]
    if any(each.rate is not None and each.lacking for each in scores.groups):
        notes.append(_LACKING)
    if any(each.category.has_turns and each.cases for each in scores.categories):
        notes.append(_MULTI_TURN)
    if count := sum(each.left_out for each in scores.categories):
        notes.append(_LEFT_OUT.format(count=count))
    if folder.unread:
        notes.append(f"Not read: {', '.join(folder.unread)}.")
    return notes


def format_json(scores: Mapping[AskedMode, BfclScores], folder: BfclFolder, stopped: str) -> str:
    """Format the figures of all modes as one JSON value, with why it ended early; a player's mode is empty."""
    modes = {mode: to_json(each, folder) for mode, each in scores.items()}
    return json.dumps({"modes": modes, "stopped": stopped}, indent=1)


def to_json(scores: BfclScores, folder: BfclFolder) -> dict[str, Any]:
    """Return all figures, and the cases that were left out, as values that JSON holds; shares are 0 to 1."""
    return {
        "categories": {each.category.name: _dump_category(each) for each in scores.categories},
        "groups": {each.group.name: _dump_group(each) for each in scores.groups},
        "notes": list_notes(scores, folder),
        "left_out": [{"id": each.id, "category": each.category, "why": each.why} for each in folder.left_out],
        "unread": list(folder.unread),
    }


def _dump_category(score: CategoryScore) -> dict[str, Any]:
    return {
        "group": score.category.group,
        "cases": score.cases,
        "right": round(score.right, 4),
        "rate": _round(score.rate),
        "interval": _dump_interval(score.interval),
        "labels": dict(sorted(score.labels.items())),
        "left_out": score.left_out,
    }


def _dump_group(score: GroupScore) -> dict[str, Any]:
    return {
        "rate": _round(score.rate),
        "interval": _dump_interval(score.interval),
        "weight_percent": score.group.weight,
        "by": "cases" if score.group.is_by_cases else "categories",
        "lacking": list(score.lacking),
    }


def _dump_interval(interval: Interval | None) -> list[float] | None:
    return [round(interval.low, 4), round(interval.high, 4)] if interval else None


def _round(rate: float | None) -> float | None:
    return None if rate is None else round(rate, 4)


def _format_share(rate: float | None, interval: Interval | None) -> str:
    if rate is None or interval is None:
        return "–"
    return f"{100 * rate:.1f} % [{100 * interval.low:.1f}–{100 * interval.high:.1f}]"
