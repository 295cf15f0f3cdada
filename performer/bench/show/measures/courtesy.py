"""Courtesy: whether it lets the streamer speak."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from performer.bench.show.measures.share import percentile, share
from performer.bench.show.span import Span, shared_s, total_s
from performer.bench.show.take import Take

_ACTIVE_S: Final = 0.3
"""Who starts so soon after the streamer's last sound starts while the microphone is active."""
_TIE_S: Final = 0.1
"""Who starts so soon after the streamer's first sound could not have known."""
_CERTAIN_S: Final = 0.3
"""After so much speech it is certain that the streamer wants the floor; from then on the time to stop counts."""
_SINK_S: Final = 0.1
"""What a sound device goes on to play after it was told to stop; what real ones took was below that."""
_RESUMES_S: Final = 2.0
"""A line that a false alarm silenced goes on within that, or it has lost its end."""
_ALARM_S: Final = 1.0
"""A line that falls silent so soon after a cough was silenced by it."""


@dataclass(frozen=True, kw_only=True)
class Courtesy:
    """Against the streamer's speech as it was, not as it was detected; None where nobody spoke."""

    talk_over: float | None
    """Share of our sound that falls into the streamer's speech."""
    starts_while_active: float | None
    """Share of our starts, resumed lines too, in the streamer's speech or within 0.3 s of it."""
    stops: int
    """Times that the streamer began to speak into a line of ours, and went on for long enough to be heard."""
    stop_p50_s: float | None
    """From 0.3 s of speech to silence; 0 when the line was over by then."""
    stop_p95_s: float | None
    pause_take_over: float | None
    """Share of the pauses in the streamer's sentences into which we started."""
    coughs: int
    """Short sounds of the streamer's into a line of ours."""
    false_stops: int
    """Lines that such a sound ended, or silenced for longer than 2 s."""


def courtesy(take: Take) -> Courtesy:
    """Measure a take against its microphone."""
    speech, pauses = take.track.speech, take.track.pauses
    starts = sorted(
        [*(line.span.begin_s for line in take.lines), *(stop.resumed_s for stop in take.stops if stop.resumed_s)]
    )
    latencies = _latencies(take, speech)
    coughs = [cough for cough in take.track.coughs if any(sound.holds(cough.begin_s) for sound in take.sounds)]
    return Courtesy(
        talk_over=share(shared_s(take.sounds, speech), total_s(take.sounds)) if speech else None,
        starts_while_active=share(sum(_is_active(start, speech) for start in starts), len(starts)) if speech else None,
        stops=len(latencies),
        stop_p50_s=percentile(latencies, 50),
        stop_p95_s=percentile(latencies, 95),
        pause_take_over=share(sum(any(pause.holds(start) for start in starts) for pause in pauses), len(pauses)),
        coughs=len(coughs),
        false_stops=sum(_ended_a_line(cough, take) for cough in coughs),
    )


def _is_active(start_s: float, speech: Sequence[Span]) -> bool:
    return any(span.begin_s + _TIE_S <= start_s < span.end_s + _ACTIVE_S for span in speech)


def _latencies(take: Take, speech: Sequence[Span]) -> list[float]:
    """Tell for each run of speech into a line how long that line went on after it was certain."""
    latencies = []
    for run in speech:
        into = [line for line in take.lines if any(sound.holds(run.begin_s) for sound in line.sounds)]
        if not into or run.length_s < _CERTAIN_S:
            continue
        silent_s = max(sound.end_s for line in into for sound in line.sounds if sound.touches(run))
        was_stopped = any(stop.at_s == silent_s for stop in take.stops)
        certain_s = run.begin_s + _CERTAIN_S
        latencies.append(max(0.0, silent_s - certain_s + (_SINK_S if was_stopped else 0.0)))
    return latencies


def _ended_a_line(cough: Span, take: Take) -> bool:
    alarm = Span(cough.begin_s, cough.end_s + _ALARM_S)
    stops = [stop for stop in take.stops if alarm.holds(stop.at_s)]
    return any(stop.resumed_s is None or stop.resumed_s - stop.at_s > _RESUMES_S for stop in stops)
