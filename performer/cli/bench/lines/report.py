"""The report on labelled lines: a table for people at a terminal, and JSON for machines."""

import json
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from performer.cli.bench.lines.labelled_lines import GOOD, SOFT
from performer.cli.bench.lines.run import GOOD_GOAL, HARD_GOAL, LabelCount, LineGroup, LinesOutcome

_WIDTH: Final = 100
"""What the tables need; a narrower terminal breaks their lines."""
_COLOURS: Final = {True: "green", False: "red"}


def print_report(outcome: LinesOutcome, console: Console, *, misses: bool) -> None:
    """Print how much of each label would not be spoken, the goals, and models and forms where they are known.

    Args:
        outcome: What became of the lines.
        console: Where to.
        misses: Also print each line that must not be heard and would be, and each good one that is lost.
    """
    console.width = max(_WIDTH, console.width)
    console.print(_labels(outcome))
    for title, groups in (("model", outcome.models), ("form", outcome.forms)):
        if groups:
            console.print(_groups(title, groups))
    console.print(f"Time: {outcome.median_ms:.2f} ms a line (median).")
    if misses:
        _tell_misses(outcome, console)


def format_json(outcome: LinesOutcome, *, misses: bool) -> str:
    """Write an outcome as JSON; `misses` as for `tell`."""
    values: dict[str, object] = {
        "labels": [_values(count) for count in outcome.labels],
        "hard": _values(outcome.hard) | {"goal": HARD_GOAL},
        "good_lost": _values(outcome.good) | {"goal": GOOD_GOAL},
        "are_met": outcome.has_met_goals,
        "models": [_group_values(group) for group in outcome.models],
        "forms": [_group_values(group) for group in outcome.forms],
        "median_ms": round(outcome.median_ms, 3),
    }
    if misses:
        values["misses"] = [
            {
                "text": each.line.text,
                "label": each.line.label,
                "taken_for": each.objection.label if each.objection else GOOD,
            }
            for each in outcome.judged
            if each.is_wrong
        ]
    return json.dumps(values, ensure_ascii=False, indent=1)


def _labels(outcome: LinesOutcome) -> Table:
    table = _table("label", "lines", "not spoken", "share", "goal")
    for count in outcome.labels:
        if count.name != GOOD:
            table.add_row(count.name, *_cells(count), "none" if count.name in SOFT else "")
    table.add_section()
    hard, good = outcome.hard, outcome.good
    table.add_row("all but the soft", *_cells(hard), _goal(f"≥ {HARD_GOAL:.0%}", is_met=hard.share >= HARD_GOAL))
    table.add_row("good, lost", *_cells(good), _goal(f"≤ {GOOD_GOAL:.0%}", is_met=good.share <= GOOD_GOAL))
    return table


def _groups(title: str, groups: tuple[LineGroup, ...]) -> Table:
    table = _table(title, "not to be heard", "not spoken", "share", "good", "lost", "share")
    for group in groups:
        table.add_row(Text(group.name), *_cells(group.hard), *_cells(group.good))
    return table


def _tell_misses(outcome: LinesOutcome, console: Console) -> None:
    for each in outcome.judged:
        if each.is_wrong:
            taken_for = each.objection.label if each.objection else "spoken"
            console.print(Text(f"{each.line.label} → {taken_for}: {each.line.text}"), soft_wrap=True)


def _table(first: str, *others: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(first, no_wrap=True)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _cells(count: LabelCount) -> tuple[str, str, str]:
    return str(count.n), str(count.caught), f"{count.share:.1%}" if count.n else "–"


def _goal(words: str, *, is_met: bool) -> Text:
    return Text(f"{words}: {'reached' if is_met else 'missed'}", style=_COLOURS[is_met])


def _values(count: LabelCount) -> dict[str, object]:
    return {"name": count.name, "n": count.n, "not_spoken": count.caught, "share": round(count.share, 4)}


def _group_values(group: LineGroup) -> dict[str, object]:
    return {"name": group.name, "hard": _values(group.hard), "good_lost": _values(group.good)}
