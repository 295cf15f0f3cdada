"""A streamer's microphone, made up by chance: what is said, coughed and clattered, and exactly when.

Spans of time: from one instant to another, in seconds.

The detector: what a detector of speech would tell of a track, so late and so sure as real ones are.
"""

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
    """From its begin up to, but not at, its end."""

    begin_s: float
    end_s: float

    @property
    def length_s(self) -> float:
        """How long it is."""
        return self.end_s - self.begin_s

    def holds(self, at_s: float) -> bool:
        """Tell whether an instant lies in it."""
        return self.begin_s <= at_s < self.end_s

    def is_touching(self, other: "Span") -> bool:
        """Tell whether some instant lies in both."""
        return self.begin_s < other.end_s and other.begin_s < self.end_s


def sum_shared_s(ones: Iterable[Span], others: Sequence[Span]) -> float:
    """Add up how long both are on; neither's spans touch one another."""
    return sum(max(0.0, min(a.end_s, b.end_s) - max(a.begin_s, b.begin_s)) for a in ones for b in others)


def sum_lengths_s(spans: Iterable[Span]) -> float:
    """Add up their lengths."""
    return sum(span.length_s for span in spans)


Kind = Literal["speech", "cough", "noise"]

LONGEST_PAUSE_S: Final = 1.0
"""A shorter silence between two runs of speech is a pause in a sentence, and no invitation."""
_RUN_S = (1.0, 8.0)
_PAUSE_S = (0.3, 0.9)
_MOST_RUNS = 4
_REST_S = (5.0, 27.0)
"""Between two things said. With the runs above, the streamer speaks about a third of the time."""
_COUGH_S = (0.2, 0.5)
_BETWEEN_COUGHS_S = (12.0, 45.0)
_NOISE_S = (0.05, 1.5)
_BETWEEN_NOISES_S = (5.0, 30.0)


@dataclass(frozen=True, kw_only=True)
class SoundBurst:
    """Something that the microphone takes up."""

    span: Span
    kind: Kind


@dataclass(frozen=True, kw_only=True)
class MicTrack:
    """What a microphone takes up in a while."""

    bursts: tuple[SoundBurst, ...] = ()
    """In order of their beginning; none touches another."""

    @property
    def speech(self) -> tuple[Span, ...]:
        """When the streamer speaks."""
        return self._of("speech")

    @property
    def coughs(self) -> tuple[Span, ...]:
        """When something like speech is heard that is too short to be any."""
        return self._of("cough")

    @property
    def pauses(self) -> tuple[Span, ...]:
        """When the streamer takes breath in a sentence."""
        gaps = (Span(one.end_s, other.begin_s) for one, other in pairwise(self.speech))
        return tuple(gap for gap in gaps if gap.length_s < LONGEST_PAUSE_S)

    def _of(self, kind: Kind) -> tuple[Span, ...]:
        return tuple(burst.span for burst in self.bursts if burst.kind == kind)


def write_track(seed: int, seconds: float) -> MicTrack:
    """Write a track of that length; the same numbers give the same track on every machine."""
    chance = Random(f"microphone {seed}")
    speech = _speech(chance, seconds)
    coughs = _now_and_then(chance, seconds, _BETWEEN_COUGHS_S, _COUGH_S)
    coughs = [cough for cough in coughs if _is_alone(_with_room(cough), speech)]
    noises = _now_and_then(chance, seconds, _BETWEEN_NOISES_S, _NOISE_S)
    noises = [noise for noise in noises if _is_alone(noise, speech) and _is_alone(noise, coughs)]
    bursts = [
        *(SoundBurst(span=span, kind="speech") for span in speech),
        *(SoundBurst(span=span, kind="cough") for span in coughs),
        *(SoundBurst(span=span, kind="noise") for span in noises),
    ]
    return MicTrack(bursts=tuple(sorted(bursts, key=lambda burst: (burst.span, burst.kind))))


def _speech(chance: Random, seconds: float) -> list[Span]:
    spans: list[Span] = []
    at = chance.uniform(*_REST_S)
    while at < seconds:
        for _ in range(chance.randint(1, _MOST_RUNS)):
            span = Span(_grid(at), _grid(at + _skewed(chance, _RUN_S)))
            spans.append(span)
            at = span.end_s + chance.uniform(*_PAUSE_S)
        at = spans[-1].end_s + chance.uniform(*_REST_S)
    return spans


def _now_and_then(
    chance: Random, seconds: float, between_s: tuple[float, float], length_s: tuple[float, float]
) -> list[Span]:
    spans: list[Span] = []
    at = chance.uniform(*between_s)
    while at < seconds:
        spans.append(Span(_grid(at), _grid(at + chance.uniform(*length_s))))
        at = spans[-1].end_s + chance.uniform(*between_s)
    return spans


def _skewed(chance: Random, between: tuple[float, float]) -> float:
    """Draw a length of which short ones are likelier."""
    low, high = between
    return low + (high - low) * chance.random() ** 2


def _is_alone(span: Span, others: Sequence[Span]) -> bool:
    """Tell whether a span touches none of others, which are in order: only the last that begins before its end may."""
    before = bisect_left(others, span.end_s, key=attrgetter("begin_s"))
    return before == 0 or not others[before - 1].is_touching(span)


def _with_room(span: Span) -> Span:
    return Span(span.begin_s - LONGEST_PAUSE_S, span.end_s + LONGEST_PAUSE_S)


def _grid(at_s: float) -> float:
    """Keep instants on a grid of 1/1024 s, so that sums are exact."""
    return round(at_s * 1024) / 1024


_SURE: Final[dict[Kind, float]] = {"speech": 0.9, "cough": 0.8, "noise": 0.2}
"""The probability of speech; a cough passes for some, a clatter for none."""
_LATE_S: Final = 0.05
"""For the buffer of a sound system, the detector's own window, and the way from its process to ours."""


def detect_speech(clock: Clock, track: MicTrack) -> samples.SliceSource:
    """Hear a track as the ears do, in the clock's time."""
    return samples.Track(clock, [_spell(burst) for burst in track.bursts])


def _spell(burst: SoundBurst) -> samples.SpeechSpan:
    begin_s, end_s = burst.span
    return samples.SpeechSpan(begin_s=begin_s + _LATE_S, end_s=end_s + _LATE_S, speech=_SURE[burst.kind])
