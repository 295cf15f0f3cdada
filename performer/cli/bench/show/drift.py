"""Drift: whether it is at the end of a long show as it was at the beginning."""

from dataclasses import dataclass, replace
from typing import Final

from performer.cli.bench.show.content import measure_repetition
from performer.cli.bench.show.take import Take
from performer.cli.bench.show.timing import measure_pace, measure_triggers

LEAST_MINUTES: Final = 20.0
"""A shorter take's fifths hold too few lines to be compared."""


@dataclass(frozen=True, kw_only=True)
class TakeFifth:
    """Some figures of a fifth of a take."""

    f1: float
    lines_per_min: float | None
    silence: float | None
    words_p50: float | None
    rep_3: float | None
    distinct_2: float | None


@dataclass(frozen=True, kw_only=True)
class Drift:
    """The first fifth of a take beside the last."""

    first: TakeFifth
    last: TakeFifth


def compare_ends(take: Take) -> Drift | None:
    """Compare the ends of a take; None when it is too short for that."""
    if take.minutes < LEAST_MINUTES:
        return None
    fifth_s = take.seconds / 5
    return Drift(first=_fifth(take, 0.0, fifth_s), last=_fifth(take, take.seconds - fifth_s, take.seconds))


def _fifth(take: Take, begin_s: float, end_s: float) -> TakeFifth:
    lines = tuple(line for line in take.lines if begin_s <= line.span.begin_s < end_s)
    part = replace(take, begin_s=begin_s, seconds=end_s - begin_s, lines=lines)
    paced, repeated = measure_pace(part), measure_repetition(part)
    return TakeFifth(
        f1=measure_triggers(part).f1,
        lines_per_min=paced.lines_per_min,
        silence=paced.silence,
        words_p50=paced.words_p50,
        rep_3=repeated.rep_3,
        distinct_2=repeated.distinct_2,
    )
