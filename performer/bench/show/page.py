"""The page: an outcome as one HTML file, with nothing from anywhere else."""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from string import Template
from typing import Final

from performer.bench.show.goals import Goal
from performer.bench.show.outcome import Outcome
from performer.bench.show.sheet import Group, Row, sheet
from performer.bench.show.take import Take
from performer.bench.show.timeline import timeline

_TEMPLATE: Final = Path(__file__).with_name("page.html")
_MARKS: Final = {True: ("met", "✓"), False: ("missed", "✗"), None: ("open", "–")}


def as_html(outcome: Outcome) -> str:
    """Write an outcome as a page that can be sent to anybody."""
    plan = outcome.plan
    groups = sheet(outcome.profiles, outcome.goals)
    goals = [_goal(row, row.goal) for group in groups for row in group.rows if row.goal]
    streamer = "; once more with a streamer who speaks a third of the time" if plan.microphone else ""
    return Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(
        model=escape(plan.model),
        about=f"{plan.minutes:g} minutes beside the arcade, seed {plan.seed}{streamer}",
        goals="\n".join(goals),
        heads="".join(f"<th>{escape(profile.name)}</th>" for profile in outcome.profiles),
        rows="\n".join(_rows(groups)),
        timeline=timeline(_drawn(outcome)),
        stills=" ".join(
            f"Beside a {still.name} picture: {still.false_triggers or 'no'} "
            f"line{'' if still.false_triggers == 1 else 's'} in {still.minutes:g} min."
            for still in outcome.stills
        ),
    )


def _drawn(outcome: Outcome) -> tuple[Take, ...]:
    """Leave the take without a streamer out where there is one with: only one microphone fits into the picture."""
    return outcome.takes[1:] if outcome.plan.microphone else outcome.takes


def _goal(row: Row, goal: Goal) -> str:
    look, mark = _MARKS[goal.is_met]
    return (
        f'<li class="{look}"><span class="value">{escape(row.reached)}</span><span class="mark">{mark}</span>'
        f'<span class="title">{escape(row.title)}</span>'
        f'<span class="wanted">{escape(row.wanted)}: {goal.words}</span></li>'
    )


def _rows(groups: tuple[Group, ...]) -> Iterator[str]:
    for group in groups:
        columns = len(group.rows[0].cells) + 2
        yield f'<tr class="group"><th colspan="{columns}">{escape(group.title)}</th></tr>'
        for row in group.rows:
            cells = "".join(f"<td>{escape(cell)}</td>" for cell in row.cells)
            yield f"<tr><th>{escape(row.title)}</th>{cells}{_wanted(row)}</tr>"


def _wanted(row: Row) -> str:
    if row.goal is None:
        return "<td></td>"
    look, mark = _MARKS[row.goal.is_met]
    return f'<td class="goal {look}">{mark} {escape(row.wanted)}</td>'
