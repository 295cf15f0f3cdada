"""A streamer's microphone, made up by chance: speech, coughs and noise at known instants, and how they are detected."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from random import Random
from typing import Final, Literal, NamedTuple

from performer.core.clock import Clock
from performer.speech.hearing import samples


class Span(NamedTuple):
    """The time from an instant up to, but not at, another, in seconds."""

    begin_s: float
    end_s: float

    @property
    def length_s(self) -> float:
        """Return the length of the span."""
        return self.end_s - self.begin_s

    def holds(self, at_s: float) -> bool:
        """Return whether an instant lies in the span."""
        return self.begin_s <= at_s < self.end_s

    def is_touching(self, other: "Span") -> bool:
        """Return whether some instant lies in both spans."""
        return self.begin_s < other.end_s and other.begin_s < self.end_s


def sum_shared_s(ones: Iterable[Span], others: Sequence[Span]) -> float:
    """Sum up the time that lies in spans of both lists; within each list no span touches another."""
    return sum(max(0.0, min(a.end_s, b.end_s) - max(a.begin_s, b.begin_s)) for a in ones for b in others)


def sum_lengths_s(spans: Iterable[Span]) -> float:
    """Sum up the lengths of spans."""
    return sum(span.length_s for span in spans)


Kind = Literal["speech", "cough", "noise"]

LONGEST_PAUSE_S: Final = 1.0
"""The silence between two runs of speech below which it is a pause in a sentence, and no invitation."""
_RUN_S = (1.0, 8.0)
_PAUSE_S = (0.3, 0.9)
_MOST_RUNS = 4
_REST_S = (5.0, 27.0)
"""The time between two sentences. With the runs above, the streamer speaks about a third of the time."""
_COUGH_S = (0.2, 0.5)
_BETWEEN_COUGHS_S = (12.0, 45.0)
_NOISE_S = (0.05, 1.5)
_BETWEEN_NOISES_S = (5.0, 30.0)


@dataclass(frozen=True, kw_only=True)
class SoundBurst:
    """A sound that the microphone records."""

    span: Span
    kind: Kind


@dataclass(frozen=True, kw_only=True)
class MicTrack:
    """All sounds that the microphone records."""

    bursts: tuple[SoundBurst, ...] = ()
    """In order of their beginning; none touches another."""

    @property
    def speech(self) -> tuple[Span, ...]:
        """Return the spans in which the streamer speaks."""
        return self._list_spans("speech")

    @property
    def coughs(self) -> tuple[Span, ...]:
        """Return the spans of sounds like speech that are too short to be any."""
        return self._list_spans("cough")

    @property
    def pauses(self) -> tuple[Span, ...]:
        """Return the pauses in the streamer's sentences."""
        gaps = (Span(one.end_s, other.begin_s) for one, other in pairwise(self.speech))
        return tuple(gap for gap in gaps if gap.length_s < LONGEST_PAUSE_S)

    def _list_spans(self, kind: Kind) -> tuple[Span, ...]:
        return tuple(burst.span for burst in self.bursts if burst.kind == kind)


def write_track(seed: int, seconds: float) -> MicTrack:
    """Make a track of a length; the same numbers give the same track on every machine."""
    chance = Random(f"microphone {seed}")
    speech = _draw_speech(chance, seconds)
    coughs = _draw_spans(chance, seconds, _BETWEEN_COUGHS_S, _COUGH_S)
    coughs = [
        cough
        for cough in coughs
        if _is_alone(Span(cough.begin_s - LONGEST_PAUSE_S, cough.end_s + LONGEST_PAUSE_S), speech)
    ]
    noises = _draw_spans(chance, seconds, _BETWEEN_NOISES_S, _NOISE_S)
    noises = [noise for noise in noises if _is_alone(noise, speech) and _is_alone(noise, coughs)]
    spans: dict[Kind, list[Span]] = {"speech": speech, "cough": coughs, "noise": noises}
    bursts = [SoundBurst(span=span, kind=kind) for kind, these in spans.items() for span in these]
    return MicTrack(bursts=tuple(sorted(bursts, key=lambda burst: (burst.span, burst.kind))))


def _draw_speech(chance: Random, seconds: float) -> list[Span]:
    spans: list[Span] = []
    at = chance.uniform(*_REST_S)
    while at < seconds:
        for _ in range(chance.randint(1, _MOST_RUNS)):
            low, high = _RUN_S  # short runs are likelier
            span = Span(_round(at), _round(at + low + (high - low) * chance.random() ** 2))
            spans.append(span)
            at = span.end_s + chance.uniform(*_PAUSE_S)
        at = spans[-1].end_s + chance.uniform(*_REST_S)
    return spans


def _draw_spans(
    chance: Random, seconds: float, between_s: tuple[float, float], length_s: tuple[float, float]
) -> list[Span]:
    spans: list[Span] = []
    at = chance.uniform(*between_s)
    while at < seconds:
        spans.append(Span(_round(at), _round(at + chance.uniform(*length_s))))
        at = spans[-1].end_s + chance.uniform(*between_s)
    return spans


def _is_alone(span: Span, others: Sequence[Span]) -> bool:
    """Return whether a span touches none of others, which are in order: only the last before its end may touch it."""
    before = bisect_left(others, span.end_s, key=attrgetter("begin_s"))
    return before == 0 or not others[before - 1].is_touching(span)


def _round(at_s: float) -> float:
    """Round an instant to a grid of 1/1024 s, so that sums are exact."""
    return round(at_s * 1024) / 1024


_SURE: Final[dict[Kind, float]] = {"speech": 0.9, "cough": 0.8, "noise": 0.2}
"""The probability of speech that a detector gives; a cough passes for speech, a clatter does not."""
_LATE_S: Final = 0.05
"""The delay by the buffer of a sound system, the detector's own window, and the way from its process to ours."""


def detect_speech(clock: Clock, track: MicTrack) -> samples.SliceSource:
    """Make a source of a track as a detector of speech hears it, as late and as sure as real ones are."""
    return samples.Track(clock, [_delay(burst) for burst in track.bursts])


def _delay(burst: SoundBurst) -> samples.SpeechSpan:
    begin_s, end_s = burst.span
    return samples.SpeechSpan(begin_s=begin_s + _LATE_S, end_s=end_s + _LATE_S, speech=_SURE[burst.kind])
