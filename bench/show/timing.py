"""Measures of timing: whether lines start when something happens, their pace, and whether the streamer may speak.

Shares and percentiles are None where there is nothing to take them of.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bench.figures import compute_share, find_percentile
from bench.show.ground_truth import Moment
from bench.show.microphone import Span, sum_lengths_s, sum_shared_s
from bench.show.take import Take
from performer.vision.demo_game.state import Screen

_SOONEST_S: Final = 0.8
"""The least time after an event to see it, to think of words and to begin to say them."""
_FLOOR_S: Final = 0.7
"""The silence before anybody may begin after the streamer."""
_LATEST_S: Final = 10.0
"""The time after a moment from which on a line is no reaction to it any more."""
_STEP_S: Final = 0.1


@dataclass(frozen=True, kw_only=True)
class Triggers:
    """The measures of how well the starts of lines fit the moments."""

    moments: int
    """Moments that left room for a line."""
    talked_over: int
    """Moments that the streamer talked through: no line is asked for, and a line that starts there is not judged."""
    lines: int
    """Lines that are judged."""
    hits: int
    """Moments that got a line within the tolerance, each counted once."""
    precision: float | None
    recall: float | None
    f1: float
    """Harmonic mean of both; 0 when there is no hit."""
    react_p50_s: float | None
    """From a moment's beginning to the next line's start, if that is the first line before the next moment."""
    react_p95_s: float | None


def measure_triggers(take: Take) -> Triggers:
    """Measure the starts of a take's lines against the moments of its game."""
    asked, unasked = _split_moments(take)
    starts = [start for start in _list_starts(take) if not any(moment.is_met_by(start) for moment in unasked)]
    met = [moment for moment in asked if any(moment.is_met_by(start) for start in starts)]
    precision, recall = compute_share(len(met), len(starts)), compute_share(len(met), len(asked))
    reactions = _measure_reactions(asked, starts)
    return Triggers(
        moments=len(asked),
        talked_over=len(unasked),
        lines=len(starts),
        hits=len(met),
        precision=precision,
        recall=recall,
        f1=round(2 * len(met) / (len(starts) + len(asked)), 4) if met else 0.0,
        react_p50_s=find_percentile(reactions, 50),
        react_p95_s=find_percentile(reactions, 95),
    )


def has_room(moment: Moment, speech: Sequence[Span]) -> bool:
    """Return whether there is an instant at which a polite and quick companion could start a line about a moment."""
    near = [span for span in speech if span.is_touching(Span(moment.begin_s - _FLOOR_S, moment.end_s))]
    if not near:
        return True
    begin_s = moment.begin_s + _SOONEST_S
    steps = int((moment.end_s - begin_s) / _STEP_S) + 1
    starts = (begin_s + number * _STEP_S for number in range(steps))
    silences = (Span(start_s - _FLOOR_S, start_s + _STEP_S) for start_s in starts)
    return any(not any(span.is_touching(silence) for span in near) for silence in silences)


def count_false_triggers(take: Take) -> int:
    """Count the lines that start while there is nothing to say: on a still source, or on the menu or loading screen."""
    return sum(_is_idle(take, start) for start in _list_starts(take))


def sum_idle_minutes(take: Take) -> float:
    """Sum up how long there was nothing to say, in minutes."""
    if take.game is None:
        return take.minutes
    ticks = int(take.seconds / _STEP_S)
    return round(sum(_is_idle(take, take.begin_s + number * _STEP_S) for number in range(ticks)) * _STEP_S / 60, 3)


def _list_starts(take: Take) -> list[float]:
    return [line.span.begin_s for line in take.lines]


def _split_moments(take: Take) -> tuple[list[Moment], list[Moment]]:
    """Split the moments into those that left room and those that did not; all did for a performer that cannot hear."""
    asked = [each for each in take.moments if not take.gives_way or has_room(each, take.track.speech)]
    return asked, [each for each in take.moments if each not in asked]


def _is_idle(take: Take, at_s: float) -> bool:
    return take.game is None or take.game.state_at(at_s).screen in {Screen.MENU, Screen.LOADING}


def _measure_reactions(moments: Sequence[Moment], starts: Sequence[float]) -> list[float]:
    begins = [moment.begin_s for moment in moments]
    ends = [min(one + _LATEST_S, other) for one, other in pairwise([*begins, math.inf])]
    after = (
        [start - begin for start in starts if begin <= start < end] for begin, end in zip(begins, ends, strict=True)
    )
    return [reactions[0] for reactions in after if reactions]


FRESH_S: Final = 6.0
"""The time from picture to the line's start from which on it is stale; the default of turn.freshness_s."""
_LATE_S: Final = 8.0
"""The time from picture to the line's end after which the viewers of papers lose the thread."""
_OF_PICTURES: Final = frozenset({"scene", "silence", "interval"})
"""The kinds of lines about the picture; lines to people do not grow stale."""


@dataclass(frozen=True, kw_only=True)
class LinePace:
    """The measures of how lines are spread, and how fresh they are."""

    lines_per_min: float | None
    silence: float | None
    """Share of the time in which the performer does not sound."""
    gap_p50_s: float | None
    """From one line's end to the next one's start."""
    gap_cv: float | None
    """Standard deviation of the gaps by their mean; a metronome has 0."""
    words_p50: float | None
    words_p95: float | None
    line_p50_s: float | None
    line_p95_s: float | None
    fresh_p50_s: float | None
    """From picture to start."""
    fresh_p95_s: float | None
    end_p95_s: float | None
    """From picture to end."""
    late: float | None
    """Share of lines whose end comes 8 s or longer after their picture."""
    stale_spoken: int
    """Lines about a picture that was older than FRESH_S when they began."""
    stale_dropped: int
    """Sentences that the speaker dropped as stale."""


def measure_pace(take: Take) -> LinePace:
    """Measure the pace and the freshness of a take's lines."""
    gaps = [max(0.0, after.span.begin_s - before.span.end_s) for before, after in pairwise(take.lines)]
    words = [float(len(line.text.split())) for line in take.lines if line.text]
    lengths = [line.spoken_s for line in take.lines]
    shown = [(each.span, each.picture_s) for each in take.lines if each.kind in _OF_PICTURES]
    starts = [span.begin_s - picture_s for span, picture_s in shown if picture_s is not None]
    ends = [span.end_s - picture_s for span, picture_s in shown if picture_s is not None]
    return LinePace(
        lines_per_min=compute_share(len(take.lines), take.minutes),
        silence=compute_share(take.seconds - sum_lengths_s(take.sounds), take.seconds),
        gap_p50_s=find_percentile(gaps, 50),
        gap_cv=compute_share(statistics.stdev(gaps), statistics.fmean(gaps)) if len(gaps) >= 2 else None,
        words_p50=find_percentile(words, 50),
        words_p95=find_percentile(words, 95),
        line_p50_s=find_percentile(lengths, 50),
        line_p95_s=find_percentile(lengths, 95),
        fresh_p50_s=find_percentile(starts, 50),
        fresh_p95_s=find_percentile(starts, 95),
        end_p95_s=find_percentile(ends, 95),
        late=compute_share(sum(end >= _LATE_S for end in ends), len(ends)),
        stale_spoken=sum(start > FRESH_S for start in starts),
        stale_dropped=take.blocked.get("stale", 0),
    )


_ACTIVE_S: Final = 0.3
"""The time after the streamer's last sound in which the microphone still counts as active."""
_TIE_S: Final = 0.1
"""The time after the streamer's first sound in which a line that starts could not have known of it."""
_CERTAIN_S: Final = 0.3
"""The speech after which it is certain that the streamer wants the floor; from then on the time to stop counts."""
_SINK_S: Final = 0.1
"""The time that a sound device goes on playing after it was told to stop; real ones took less."""
_RESUMES_S: Final = 2.0
"""The time within which a line goes on that a false alarm silenced, or it has lost its end."""
_ALARM_S: Final = 1.0
"""The time after a cough in which a line that falls silent was silenced by it."""


@dataclass(frozen=True, kw_only=True)
class Courtesy:
    """The measures against the streamer's speech as it was, not as it was detected; None where nobody spoke."""

    talk_over: float | None
    """Share of our sound that falls into the streamer's speech."""
    starts_while_active: float | None
    """Share of our starts, resumed lines too, in the streamer's speech or within 0.3 s of it."""
    stops: int
    """Times that the streamer began to speak into a line of ours, and went on for long enough to be heard."""
    stop_p50_s: float | None
    """From 0.3 s of speech to silence; 0 when the line had ended by then."""
    stop_p95_s: float | None
    pause_take_over: float | None
    """Share of the pauses in the streamer's sentences into which we started."""
    coughs: int
    """Short sounds of the streamer's into a line of ours."""
    false_stops: int
    """Lines that such a sound ended, or silenced for longer than 2 s."""


def measure_courtesy(take: Take) -> Courtesy:
    """Measure a take against its microphone."""
    speech, pauses = take.track.speech, take.track.pauses
    starts = sorted([*_list_starts(take), *(stop.resumed_s for stop in take.stops if stop.resumed_s)])
    latencies = _measure_latencies(take, speech)
    coughs = [cough for cough in take.track.coughs if any(sound.holds(cough.begin_s) for sound in take.sounds)]
    active = [Span(span.begin_s + _TIE_S, span.end_s + _ACTIVE_S) for span in speech]
    in_speech = sum(any(span.holds(start) for span in active) for start in starts)
    taken = sum(any(pause.holds(start) for start in starts) for pause in pauses)
    return Courtesy(
        talk_over=compute_share(sum_shared_s(take.sounds, speech), sum_lengths_s(take.sounds)) if speech else None,
        starts_while_active=compute_share(in_speech, len(starts)) if speech else None,
        stops=len(latencies),
        stop_p50_s=find_percentile(latencies, 50),
        stop_p95_s=find_percentile(latencies, 95),
        pause_take_over=compute_share(taken, len(pauses)),
        coughs=len(coughs),
        false_stops=sum(_has_ended_line(cough, take) for cough in coughs),
    )


def _measure_latencies(take: Take, speech: Sequence[Span]) -> list[float]:
    """Measure for each run of speech into a line how long that line went on after the speech was certain."""
    latencies = []
    for run in speech:
        into = [line for line in take.lines if any(sound.holds(run.begin_s) for sound in line.sounds)]
        if not into or run.length_s < _CERTAIN_S:
            continue
        silent_s = max(sound.end_s for line in into for sound in line.sounds if sound.is_touching(run))
        was_stopped = any(stop.at_s == silent_s for stop in take.stops)
        certain_s = run.begin_s + _CERTAIN_S
        latencies.append(max(0.0, silent_s - certain_s + (_SINK_S if was_stopped else 0.0)))
    return latencies


def _has_ended_line(cough: Span, take: Take) -> bool:
    alarm = Span(cough.begin_s, cough.end_s + _ALARM_S)
    stops = [stop for stop in take.stops if alarm.holds(stop.at_s)]
    return any(stop.resumed_s is None or stop.resumed_s - stop.at_s > _RESUMES_S for stop in stops)
