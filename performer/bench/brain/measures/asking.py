"""Asking: what a reaction costs the model's server."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean

from performer.bench.brain.take import BrainTake
from performer.bench.brain.turns import Step, over
from performer.bench.show.measures.share import percentile, share


@dataclass(frozen=True, kw_only=True)
class Asking:
    """As far as the server told; None where it told nothing."""

    requests: float | None
    """A reaction turn."""
    read_tokens: float | None
    """A reaction turn, in all its requests."""
    written_tokens: float | None
    cold: float | None
    """Share of requests, of all turns, whose prompt was read from its beginning."""
    read_p50_s: float | None
    """How long the server read a request of a reaction."""
    read_p95_s: float | None
    modes: Mapping[str, int]
    """How tools were to be called, by requests of all turns."""


def asking(take: BrainTake) -> Asking:
    """Measure the requests of a take."""
    turns = [turn for turn in over(take.turns) if turn.is_reaction]
    told = [turn for turn in turns if any(step.prompt_tokens for step in turn.steps)]
    every = [step for turn in take.turns for step in turn.steps]
    reads = [step.read_s for turn in turns for step in turn.steps if step.read_s]
    return Asking(
        requests=share(sum(turn.asked for turn in turns), len(turns)),
        read_tokens=_mean([sum(step.prompt_tokens for step in turn.steps) for turn in told]),
        written_tokens=_mean([sum(step.answer_tokens for step in turn.steps) for turn in told]),
        cold=_cold(every),
        read_p50_s=percentile(reads, 50),
        read_p95_s=percentile(reads, 95),
        modes=dict(Counter(step.mode for step in every if step.mode).most_common()),
    )


def _mean(values: list[int]) -> float | None:
    return round(fmean(values), 1) if values else None


def _cold(steps: list[Step]) -> float | None:
    known = [step.cold for step in steps if step.cold is not None]
    return share(sum(known), len(known))
