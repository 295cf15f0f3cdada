"""Asking: what a reaction costs the model's server."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from performer.cli.bench.brain.turns import BenchStep, BenchTurn, BrainTake, drop_unfinished
from performer.cli.bench.show.timing import compute_share, find_percentile


@dataclass(frozen=True, kw_only=True)
class RequestCosts:
    """As far as the server told; None where it told nothing.

    It does not tell the tokens of an answer that was closed early; a rambling model's answers nearly all are.
    """

    requests: float | None
    """A reaction turn."""
    read_tokens: float | None
    """A reaction turn, in all its requests; of one that was not told, the median of the others is taken."""
    asked: int
    """Requests of reactions that a server read."""
    told: int
    """Those of which it told how many tokens it read."""
    written_tokens: float | None
    """A reaction turn all of whose answers came to their end: how long the others would have been nobody knows."""
    cold: float | None
    """Share of the requests of reactions whose prompt was read from its beginning; others are not noticed."""
    read_p50_s: float | None
    """How long the server read a request of a reaction, where it told."""
    read_p95_s: float | None
    modes: Mapping[str, int]
    """How tools were to be called, by requests of all turns."""


def measure_requests(take: BrainTake) -> RequestCosts:
    """Measure the requests of a take."""
    turns = [turn for turn in drop_unfinished(take.turns) if turn.is_reaction]
    asked = [requests for turn in turns if (requests := _requests(turn))]
    steps = [step for requests in asked for step in requests]
    told = [step.prompt_tokens for step in steps if step.prompt_tokens]
    usual = median(told) if told else 0
    written = [requests for requests in asked if all(step.answer_tokens for step in requests)]
    reads = [step.read_s for step in steps if step.read_s]
    every = [step for turn in take.turns for step in turn.steps]
    return RequestCosts(
        requests=compute_share(sum(turn.asked for turn in turns), len(turns)),
        read_tokens=_mean([sum(step.prompt_tokens or usual for step in each) for each in asked if told]),
        asked=len(steps),
        told=len(told),
        written_tokens=_mean([sum(step.answer_tokens for step in each) for each in written]),
        cold=_cold(steps),
        read_p50_s=find_percentile(reads, 50),
        read_p95_s=find_percentile(reads, 95),
        modes=dict(Counter(step.mode for step in every if step.mode).most_common()),
    )


def _requests(turn: BenchTurn) -> list[BenchStep]:
    return [step for step in turn.steps if step.is_request]


def _mean(values: Sequence[float]) -> float | None:
    return round(fmean(values), 1) if values else None


def _cold(steps: list[BenchStep]) -> float | None:
    known = [step.cold for step in steps if step.cold is not None]
    return compute_share(sum(known), len(known))
