"""Triggers: whether it spoke when something happened, and when nothing did."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from performer.bench.show.marks import Moment
from performer.bench.show.measures.share import percentile, share
from performer.bench.show.span import Span
from performer.bench.show.take import Take
from performer.frames.arcade.state import Screen

_SOONEST_S: Final = 0.8
"""Before that after an event nobody has seen it, thought of words and begun to say them."""
_FLOOR_S: Final = 0.7
"""Of silence, before anybody may begin after the streamer."""
_LATEST_S: Final = 10.0
"""A line that starts so long after a moment is no reaction to it any more."""
_STEP_S: Final = 0.1


@dataclass(frozen=True, kw_only=True)
class Triggers:
    """How well the starts of lines fit the moments."""

    moments: int
    """That left room for a line."""
    talked_over: int
    """Moments that the streamer talked through: no line is asked for, and one that starts there is not judged here."""
    lines: int
    """That are judged."""
    hits: int
    """Moments that got a line within the tolerance, each counted once."""
    precision: float | None
    recall: float | None
    f1: float
    """Harmonic mean of both; 0 when there is no hit."""
    react_p50_s: float | None
    """From a moment's beginning to the next line's start, if that is the first line before the next moment."""
    react_p95_s: float | None


def triggers(take: Take) -> Triggers:
    """Score the starts of a take's lines against the moments of its game."""
    asked, unasked = _asked(take)
    starts = [start for start in _starts(take) if not any(moment.is_met_by(start) for moment in unasked)]
    met = [moment for moment in asked if any(moment.is_met_by(start) for start in starts)]
    precision, recall = share(len(met), len(starts)), share(len(met), len(asked))
    reactions = _reactions(asked, starts)
    return Triggers(
        moments=len(asked),
        talked_over=len(unasked),
        lines=len(starts),
        hits=len(met),
        precision=precision,
        recall=recall,
        f1=round(2 * len(met) / (len(starts) + len(asked)), 4) if met else 0.0,
        react_p50_s=percentile(reactions, 50),
        react_p95_s=percentile(reactions, 95),
    )


def leaves_room(moment: Moment, speech: Sequence[Span]) -> bool:
    """Tell whether there is an instant at which a polite and quick companion could start a line about it."""
    near = [span for span in speech if span.touches(Span(moment.begin_s - _FLOOR_S, moment.end_s))]
    if not near:
        return True
    begin_s = moment.begin_s + _SOONEST_S
    steps = int((moment.end_s - begin_s) / _STEP_S) + 1
    return any(_is_quiet_before(begin_s + number * _STEP_S, near) for number in range(steps))


def false_triggers(take: Take) -> int:
    """Count the lines that start while there is nothing to say: on a still source, or on the menu or loading screen."""
    return sum(_is_idle(take, start) for start in _starts(take))


def idle_minutes(take: Take) -> float:
    """Tell for how long there was nothing to say, in minutes."""
    if take.arcade is None:
        return take.minutes
    ticks = int(take.seconds / _STEP_S)
    return round(sum(_is_idle(take, take.begin_s + number * _STEP_S) for number in range(ticks)) * _STEP_S / 60, 3)


def _starts(take: Take) -> list[float]:
    return [line.span.begin_s for line in take.lines]


def _asked(take: Take) -> tuple[list[Moment], list[Moment]]:
    """Part the moments into those that left room and those that did not; who hears nobody has room always."""
    asked: list[Moment] = []
    unasked: list[Moment] = []
    for moment in take.moments:
        is_asked = not take.gives_way or leaves_room(moment, take.track.speech)
        (asked if is_asked else unasked).append(moment)
    return asked, unasked


def _is_idle(take: Take, at_s: float) -> bool:
    return take.arcade is None or take.arcade.state_at(at_s).screen in {Screen.MENU, Screen.LOADING}


def _is_quiet_before(at_s: float, speech: Sequence[Span]) -> bool:
    return not any(span.touches(Span(at_s - _FLOOR_S, at_s + _STEP_S)) for span in speech)


def _reactions(moments: Sequence[Moment], starts: Sequence[float]) -> list[float]:
    ends = [min(one.begin_s + _LATEST_S, other.begin_s) for one, other in pairwise(moments)]
    if moments:
        ends.append(moments[-1].begin_s + _LATEST_S)
    reactions = []
    for moment, end_s in zip(moments, ends, strict=True):
        first = next((start for start in starts if moment.begin_s <= start < end_s), None)
        if first is not None:
            reactions.append(first - moment.begin_s)
    return reactions
