"""The report: an outcome for people at a terminal, and for machines."""

import json
from collections.abc import Mapping, Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from performer.bench.show.goals import Goal
from performer.bench.show.outcome import Outcome, as_values
from performer.bench.show.profile import Profile
from performer.bench.show.sheet import Group, Row, sheet

WIDTH: Final = 136
"""What the table needs; a narrower terminal breaks its lines."""
_COLOURS: Final = {True: "green", False: "red", None: "yellow"}


def tell(outcome: Outcome, console: Console) -> None:
    """Print the figures beside the baselines', the goals, and what became of cues and sentences."""
    console.width = max(WIDTH, console.width)
    console.print(_table(outcome))
    alone = outcome.profiles[0]
    for still in outcome.stills:
        console.print(f"Beside a {still.name} picture: {_lines(still)} in {still.minutes:g} min.")
    console.print(f"Cues taken: {counted(alone.cues_taken)}.")
    console.print(f"Cues dropped: {counted(alone.cues_dropped)}.")
    console.print(f"Sentences held back: {counted(alone.blocked)}.")
    console.print(verdict(outcome.goals))


def as_json(outcome: Outcome) -> str:
    """Write an outcome as JSON; the same plan gives the same bytes, unless a real model was asked."""
    return json.dumps(as_values(outcome), ensure_ascii=False, indent=1)


def _table(outcome: Outcome) -> Table:
    plan = outcome.plan
    title = f"{plan.model}: {plan.minutes:g} minutes beside the arcade, seed {plan.seed}"
    return table(title, [profile.name for profile in outcome.profiles], sheet(outcome.profiles, outcome.goals))


def table(title: str, names: Sequence[str], groups: Sequence[Group]) -> Table:
    """Draw rows of figures under the names of whose they are, with the goals beside them."""
    drawn = Table(title=title, box=SIMPLE_HEAD, pad_edge=False)
    drawn.add_column(no_wrap=True)
    for name in names:
        drawn.add_column(name, justify="right", no_wrap=True)
    drawn.add_column("goal", no_wrap=True)
    for group in groups:
        drawn.add_row(Text(group.title, style="bold"))
        for row in group.rows:
            drawn.add_row(f"  {row.title}", *row.cells, _goal(row))
        drawn.add_section()
    return drawn


def _goal(row: Row) -> Text:
    if row.goal is None:
        return Text("")
    return Text(f"{row.reached}, {row.wanted}: {row.goal.words}", style=_COLOURS[row.goal.is_met])


def _lines(profile: Profile) -> str:
    count = profile.false_triggers
    return f"{count or 'no'} line{'' if count == 1 else 's'}"


def counted(counts: Mapping[str, int]) -> str:
    """Write how many there were of each."""
    return ", ".join(f"{name} ({count})" for name, count in counts.items()) or "none"


def verdict(goals: Sequence[Goal]) -> Text:
    """Say how many goals were met."""
    met, missed = sum(goal.is_met is True for goal in goals), sum(goal.is_met is False for goal in goals)
    words = f"{met} of {len(goals)} goals met" + (f", {missed} not met." if missed else ".")
    return Text(words, style=_COLOURS[not missed])
