"""The page: an outcome as one HTML file without any other, with a timeline of the first minutes as a picture (SVG)."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from string import Template
from typing import Final

from bench.figures import FigureRow, Goal, Sheet, build_sheet
from bench.show.ground_truth import Moment
from bench.show.microphone import Span
from bench.show.run import ShowOutcome
from bench.show.take import Take, TakeLine
from performer.vision.demo_game.state import Screen

_STRIP_S: Final = 30.0
"""The seconds of a strip; strips stand below one another."""
_STRIPS: Final = 8
_PER_S: Final = 36.0
"""The pixels of a second."""
_LEFT: Final = 96.0
_LANE: Final = 26.0
_LABELS: Final = 34.0
_GAP: Final = 22.0
_FAR: Final = 0.8 * _STRIP_S * _PER_S
"""The place from which on words are written to the left."""
_CHARACTER: Final = 6.1
"""The pixels of a character of the small type, about."""
_IDLE: Final = {Screen.MENU, Screen.LOADING}
_STEP_S: Final = 0.25


def draw_timeline(takes: Sequence[Take]) -> str:
    """Draw the first four minutes: a lane for the streamer, and one for each take that has lines.

    All takes are beside the same game and microphone; the first is drawn in the strongest colour.
    """
    strips = min(_STRIPS, int(takes[0].seconds / _STRIP_S))
    lanes = [take for take in takes if take.lines]
    high = _LABELS + _LANE * (len(lanes) + 1) + _GAP
    drawn = "\n".join(_draw_strip(number, number * high, takes[0], lanes) for number in range(strips))
    wide = _LEFT + _STRIP_S * _PER_S + 8
    return (
        f'<svg viewBox="0 0 {wide:g} {strips * high:g}" role="img" aria-label="Timeline of the first minutes">\n'
        f"{drawn}\n</svg>"
    )


def _draw_strip(number: int, top: float, take: Take, lanes: Sequence[Take]) -> str:
    window = Span(number * _STRIP_S, (number + 1) * _STRIP_S)
    parts = [
        f'<g transform="translate({_LEFT:g} {top:g})">',
        f'<text class="time" x="-{_LEFT:g}" y="16">{number * _STRIP_S // 60:.0f}:{number * _STRIP_S % 60:02.0f}</text>',
        *_draw_idle(take, window, _LABELS + _LANE * (len(lanes) + 1)),
        *_draw_moments(take.moments, window, _LABELS + _LANE * (len(lanes) + 1)),
        _draw_lane_name("streamer", 0),
        *(_draw_bar(span, window, 0, "speech", "The streamer speaks.") for span in take.track.speech),
        *(_draw_bar(span, window, 0, "cough", "A cough.") for span in take.track.coughs),
    ]
    for place, lane in enumerate(lanes, 1):
        parts.append(_draw_lane_name(lane.name, place))
        parts += [_draw_line(line, window, place, "ours" if place == 1 else "theirs") for line in lane.lines]
    return "\n".join(filter(None, [*parts, "</g>"]))


def _draw_idle(take: Take, window: Span, high: float) -> Iterator[str]:
    """Yield the shades of the time in which the menu or the loading screen is shown."""
    if take.game is None:
        return
    screens = [take.game.state_at(window.begin_s + step * _STEP_S).screen for step in range(int(_STRIP_S / _STEP_S))]
    for is_idle, group in groupby(range(len(screens)), lambda step: screens[step] in _IDLE):
        if is_idle:
            first, *rest = group
            x, wide = first * _STEP_S * _PER_S, (len(rest) + 1) * _STEP_S * _PER_S
            yield f'<rect class="idle" x="{x:g}" y="{_LABELS:g}" width="{wide:g}" height="{high - _LABELS:g}"/>'


def _draw_moments(moments: Sequence[Moment], window: Span, high: float) -> Iterator[str]:
    for number, moment in enumerate(each for each in moments if window.holds(each.begin_s)):
        x = (moment.begin_s - window.begin_s) * _PER_S
        wide = min(moment.end_s, window.end_s) - moment.begin_s
        row = 11 if number % 2 else 25
        yield f'<rect class="room" x="{x:g}" y="{_LABELS:g}" width="{wide * _PER_S:g}" height="{high - _LABELS:g}"/>'
        yield f'<line class="mark" x1="{x:g}" x2="{x:g}" y1="{row + 3}" y2="{high:g}"/>'
        look, x = ("moment", x + 3) if x < _FAR else ("moment leftwards", x - 3)
        yield f'<text class="{look}" x="{x:g}" y="{row}">{escape(moment.name)}</text>'


def _draw_lane_name(name: str, place: int) -> str:
    return f'<text class="lane" x="-8" y="{_LABELS + place * _LANE + 17:g}">{escape(name)}</text>'


def _draw_line(line: TakeLine, window: Span, place: int, look: str) -> str:
    """Draw the sounds of a line, and as much of its text as there is room for."""
    bars = "".join(_draw_bar(sound, window, place, look, line.text) for sound in line.sounds)
    if not bars or not window.holds(line.span.begin_s):
        return bars
    x = (line.span.begin_s - window.begin_s) * _PER_S
    room = int((min(line.span.end_s, window.end_s) - line.span.begin_s) * _PER_S / _CHARACTER) - 1
    words = line.text if len(line.text) <= room else line.text[: max(0, room - 1)] + "…"
    y = _LABELS + place * _LANE + 17
    return bars + f'<text class="words {look}-words" x="{x + 4:g}" y="{y:g}">{escape(words)}</text>'


def _draw_bar(span: Span, window: Span, place: int, look: str, title: str) -> str:
    begin_s, end_s = max(span.begin_s, window.begin_s), min(span.end_s, window.end_s)
    if begin_s >= end_s:
        return ""
    x, wide = (begin_s - window.begin_s) * _PER_S, max(1.5, (end_s - begin_s) * _PER_S)
    y = _LABELS + place * _LANE + 3
    return (
        f'<rect class="{look}" x="{x:.1f}" y="{y:g}" width="{wide:.1f}" height="{_LANE - 6:g}" rx="3">'
        f"<title>{escape(title)}</title></rect>"
    )


_TEMPLATE: Final = Path(__file__).with_name("page.html")
_MARKS: Final = {True: ("met", "✓"), False: ("missed", "✗"), None: ("open", "–")}


def format_page(outcome: ShowOutcome) -> str:
    """Format an outcome as a page that can be sent to anybody."""
    plan = outcome.plan
    sheet = build_sheet("show", outcome.profiles, outcome.goals)
    goals = [_format_goal(row, row.goal) for rows in sheet.values() for row in rows if row.goal]
    streamer = "; once more with a streamer who speaks a third of the time" if plan.microphone else ""
    return Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(
        model=escape(plan.model),
        about=f"{plan.minutes:g} minutes beside the arcade, seed {plan.seed}{streamer}",
        goals="\n".join(goals),
        heads="".join(f"<th>{escape(profile.name)}</th>" for profile in outcome.profiles),
        rows="\n".join(_format_rows(sheet)),
        # Only one microphone fits into the picture: of a run with a streamer the take without one is left out.
        timeline=draw_timeline(outcome.takes[1:] if plan.microphone else outcome.takes),
        stills=" ".join(outcome.describe_stills()),
    )


def _format_goal(row: FigureRow, goal: Goal) -> str:
    look, mark = _MARKS[goal.is_met]
    return (
        f'<li class="{look}"><span class="value">{escape(row.reached)}</span><span class="mark">{mark}</span>'
        f'<span class="title">{escape(row.title)}</span>'
        f'<span class="wanted">{escape(row.wanted)}: {goal.words}</span></li>'
    )


def _format_rows(sheet: Sheet) -> Iterator[str]:
    for group, rows in sheet.items():
        yield f'<tr class="group"><th colspan="{len(rows[0].cells) + 2}">{escape(group)}</th></tr>'
        for row in rows:
            cells = "".join(f"<td>{escape(cell)}</td>" for cell in row.cells)
            yield f"<tr><th>{escape(row.title)}</th>{cells}{_format_wanted(row)}</tr>"


def _format_wanted(row: FigureRow) -> str:
    if row.goal is None:
        return "<td></td>"
    look, mark = _MARKS[row.goal.is_met]
    return f'<td class="goal {look}">{mark} {escape(row.wanted)}</td>'
