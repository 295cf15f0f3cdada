"""A streamer's microphone, made up by chance: what is said, coughed and clattered, and exactly when."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from random import Random
from typing import Final, Literal

from performer.bench.show.span import Span

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
class Burst:
    """Something that the microphone takes up."""

    span: Span
    kind: Kind


@dataclass(frozen=True, kw_only=True)
class Track:
    """What a microphone takes up in a while."""

    bursts: tuple[Burst, ...] = ()
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


def write_track(seed: int, seconds: float) -> Track:
    """Write a track of that length; the same numbers give the same track on every machine."""
    chance = Random(f"microphone {seed}")
    speech = _speech(chance, seconds)
    coughs = _now_and_then(chance, seconds, _BETWEEN_COUGHS_S, _COUGH_S)
    coughs = [cough for cough in coughs if _is_alone(_with_room(cough), speech)]
    noises = _now_and_then(chance, seconds, _BETWEEN_NOISES_S, _NOISE_S)
    noises = [noise for noise in noises if _is_alone(noise, speech) and _is_alone(noise, coughs)]
    bursts = [
        *(Burst(span=span, kind="speech") for span in speech),
        *(Burst(span=span, kind="cough") for span in coughs),
        *(Burst(span=span, kind="noise") for span in noises),
    ]
    return Track(bursts=tuple(sorted(bursts, key=lambda burst: (burst.span, burst.kind))))


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
    return before == 0 or not others[before - 1].touches(span)


def _with_room(span: Span) -> Span:
    return Span(span.begin_s - LONGEST_PAUSE_S, span.end_s + LONGEST_PAUSE_S)


def _grid(at_s: float) -> float:
    """Keep instants on a grid of 1/1024 s, so that sums are exact."""
    return round(at_s * 1024) / 1024
