"""The profile of a take, with every measure, and the goals that a companion beside a streamer has to reach."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bench.figures import Goal
from bench.show.content import (
    Grounding,
    RepetitionShares,
    ToolUse,
    measure_grounding,
    measure_repetition,
    measure_tool_use,
)
from bench.show.take import Take
from bench.show.timing import (
    Courtesy,
    LinePace,
    Triggers,
    count_false_triggers,
    measure_courtesy,
    measure_pace,
    measure_triggers,
    sum_idle_minutes,
)

LEAST_MINUTES: Final = 20.0
"""The shortest take whose fifths hold enough lines to be compared."""


@dataclass(frozen=True, kw_only=True)
class TakeFifth:
    """Some measures of a fifth of a take."""

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
    """Compare the first and the last fifth of a take; None when it is too short for that."""
    if take.minutes < LEAST_MINUTES:
        return None
    fifth_s = take.seconds / 5
    return Drift(
        first=_measure_part(take, 0.0, fifth_s), last=_measure_part(take, take.seconds - fifth_s, take.seconds)
    )


def _measure_part(take: Take, begin_s: float, end_s: float) -> TakeFifth:
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


@dataclass(frozen=True, kw_only=True)
class ShowProfile:
    """Every measure of a take; no measure says much alone."""

    name: str
    minutes: float
    idle_minutes: float
    """The time without anything to say: a still picture, the menu, a loading screen."""
    false_triggers: int
    """Lines that began in that time."""
    triggers: Triggers
    pace: LinePace
    repetition: RepetitionShares
    courtesy: Courtesy
    grounding: Grounding
    tools: ToolUse
    cues_taken: Mapping[str, int]
    cues_dropped: Mapping[str, int]
    blocked: Mapping[str, int]
    drift: Drift | None
    """None for a short take."""

    @property
    def false_triggers_per_min(self) -> float | None:
        """Return how many lines a minute began while there was nothing to say."""
        return rate_false_triggers_per_min([self])


def measure_profile(take: Take) -> ShowProfile:
    """Measure a take in every way."""
    return ShowProfile(
        name=take.name,
        minutes=take.minutes,
        idle_minutes=sum_idle_minutes(take),
        false_triggers=count_false_triggers(take),
        triggers=measure_triggers(take),
        pace=measure_pace(take),
        repetition=measure_repetition(take),
        courtesy=measure_courtesy(take),
        grounding=measure_grounding(take),
        tools=measure_tool_use(take),
        cues_taken=take.cues_taken,
        cues_dropped=take.cues_dropped,
        blocked=take.blocked,
        drift=compare_ends(take),
    )


def compare_goals(
    alone: ShowProfile, with_streamer: ShowProfile, others: Sequence[ShowProfile], stills: Sequence[ShowProfile]
) -> tuple[Goal, ...]:
    """Compare the performer with its goals: alone beside the game, with a streamer (or alone again), beside stills.

    The `others` are the baselines beside the same game.
    """
    f1, courtesy = alone.triggers.f1, with_streamer.courtesy
    ahead = round(f1 - max((each.triggers.f1 for each in others), default=0.0), 4)
    repeated = [alone.repetition, with_streamer.repetition]
    stale = max(alone.pace.stale_spoken, with_streamer.pace.stale_spoken)
    false = rate_false_triggers_per_min([alone, with_streamer, *stills])
    return (
        Goal("f1", f1, "at least", 0.65),
        Goal("ahead", ahead, "at least", 0.2),
        Goal("false_triggers", false, "at most", 0.2),
        Goal("duplicates", _find_worst(each.duplicates for each in repeated), "at most", 0.02),
        Goal("rep_3", _find_worst(each.rep_3 for each in repeated), "at most", 0.10),
        Goal("talk_over", courtesy.talk_over, "at most", 0.03),
        Goal("starts_while_active", courtesy.starts_while_active, "at most", 0.01),
        Goal("stop_p95_s", courtesy.stop_p95_s, "at most", 0.3),
        Goal("stale_spoken", stale, "at most", 0),
    )


def rate_false_triggers_per_min(profiles: Sequence[ShowProfile]) -> float | None:
    """Compute how many lines a minute began while there was nothing to say, over all of some takes."""
    idle = sum(each.idle_minutes for each in profiles)
    return round(sum(each.false_triggers for each in profiles) / idle, 4) if idle else None


def _find_worst(values: Iterable[float | None]) -> float | None:
    return max((value for value in values if value is not None), default=None)
