"""The timeline: the first minutes of some takes as a picture (SVG): what happened, who spoke, and what was said."""

from collections.abc import Iterator, Sequence
from functools import partial
from html import escape
from itertools import groupby
from typing import Final

from performer.bench.show.marks import Moment
from performer.bench.show.span import Span
from performer.bench.show.take import Line, Take
from performer.frames.arcade.game import Arcade
from performer.frames.arcade.state import Screen

_STRIP_S: Final = 30.0
"""Seconds a strip; strips stand below one another."""
_STRIPS: Final = 8
_PER_S: Final = 36.0
"""Pixels a second."""
_LEFT: Final = 96.0
_LANE: Final = 26.0
_LABELS: Final = 34.0
_GAP: Final = 22.0
_FAR: Final = 0.8 * _STRIP_S * _PER_S
"""Words that begin further to the right than this are written to the left."""
_CHARACTER: Final = 6.1
"""Pixels a character of the small type takes, about."""
_IDLE: Final = {Screen.MENU, Screen.LOADING}
_STEP_S: Final = 0.25


def timeline(takes: Sequence[Take]) -> str:
    """Draw the first four minutes: a lane for the streamer, and one for each take that has lines.

    Args:
        takes: Beside the same game, with the same microphone; the first is drawn in the strongest colour.
    """
    strips = min(_STRIPS, int(takes[0].seconds / _STRIP_S))
    lanes = [take for take in takes if take.lines]
    high = _LABELS + _LANE * (len(lanes) + 1) + _GAP
    drawn = "\n".join(_strip(number, number * high, takes[0], lanes) for number in range(strips))
    wide = _LEFT + _STRIP_S * _PER_S + 8
    return (
        f'<svg viewBox="0 0 {wide:g} {strips * high:g}" role="img" aria-label="Timeline of the first minutes">\n'
        f"{drawn}\n</svg>"
    )


def _strip(number: int, top: float, take: Take, lanes: Sequence[Take]) -> str:
    window = Span(number * _STRIP_S, (number + 1) * _STRIP_S)
    parts = [
        f'<g transform="translate({_LEFT:g} {top:g})">',
        f'<text class="time" x="-{_LEFT:g}" y="16">{_clock(window.begin_s)}</text>',
        *_idle(take, window, _LABELS + _LANE * (len(lanes) + 1)),
        *_moments(take.moments, window, _LABELS + _LANE * (len(lanes) + 1)),
        _lane_name("streamer", 0),
        *(_bar(span, window, 0, "speech", "The streamer speaks.") for span in take.track.speech),
        *(_bar(span, window, 0, "cough", "A cough.") for span in take.track.coughs),
    ]
    for place, lane in enumerate(lanes, 1):
        parts.append(_lane_name(lane.name, place))
        parts += [_said(line, window, place, "ours" if place == 1 else "theirs") for line in lane.lines]
    return "\n".join(filter(None, [*parts, "</g>"]))


def _idle(take: Take, window: Span, high: float) -> Iterator[str]:
    """Shade where the menu or the loading screen is shown."""
    if take.arcade is None:
        return
    steps = range(int(window.length_s / _STEP_S))
    for is_idle, group in groupby(steps, partial(_is_idle, take.arcade, window.begin_s)):
        if is_idle:
            first, *rest = group
            x, wide = first * _STEP_S * _PER_S, (len(rest) + 1) * _STEP_S * _PER_S
            yield f'<rect class="idle" x="{x:g}" y="{_LABELS:g}" width="{wide:g}" height="{high - _LABELS:g}"/>'


def _is_idle(arcade: Arcade, begin_s: float, step: int) -> bool:
    return arcade.state_at(begin_s + step * _STEP_S).screen in _IDLE


def _moments(moments: Sequence[Moment], window: Span, high: float) -> Iterator[str]:
    for number, moment in enumerate(each for each in moments if window.holds(each.begin_s)):
        x = (moment.begin_s - window.begin_s) * _PER_S
        wide = min(moment.end_s, window.end_s) - moment.begin_s
        row = 11 if number % 2 else 25
        yield f'<rect class="room" x="{x:g}" y="{_LABELS:g}" width="{wide * _PER_S:g}" height="{high - _LABELS:g}"/>'
        yield f'<line class="mark" x1="{x:g}" x2="{x:g}" y1="{row + 3}" y2="{high:g}"/>'
        look, x = ("moment", x + 3) if x < _FAR else ("moment leftwards", x - 3)
        yield f'<text class="{look}" x="{x:g}" y="{row}">{escape(moment.name)}</text>'


def _lane_name(name: str, place: int) -> str:
    return f'<text class="lane" x="-8" y="{_LABELS + place * _LANE + 17:g}">{escape(name)}</text>'


def _said(line: Line, window: Span, place: int, look: str) -> str:
    """Draw what sounded of a line, and as much of its text as there is room for."""
    bars = "".join(_bar(sound, window, place, look, line.text) for sound in line.sounds)
    if not bars or not window.holds(line.span.begin_s):
        return bars
    x = (line.span.begin_s - window.begin_s) * _PER_S
    room = int((min(line.span.end_s, window.end_s) - line.span.begin_s) * _PER_S / _CHARACTER) - 1
    words = line.text if len(line.text) <= room else line.text[: max(0, room - 1)] + "…"
    y = _LABELS + place * _LANE + 17
    return bars + f'<text class="words {look}-words" x="{x + 4:g}" y="{y:g}">{escape(words)}</text>'


def _bar(span: Span, window: Span, place: int, look: str, title: str) -> str:
    begin_s, end_s = max(span.begin_s, window.begin_s), min(span.end_s, window.end_s)
    if begin_s >= end_s:
        return ""
    x, wide = (begin_s - window.begin_s) * _PER_S, max(1.5, (end_s - begin_s) * _PER_S)
    y = _LABELS + place * _LANE + 3
    return (
        f'<rect class="{look}" x="{x:.1f}" y="{y:g}" width="{wide:.1f}" height="{_LANE - 6:g}" rx="3">'
        f"<title>{escape(title)}</title></rect>"
    )


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
