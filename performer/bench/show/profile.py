"""The profile: every measure of one take."""

from collections.abc import Mapping
from dataclasses import dataclass

from performer.bench.show.drift import Drift, drift
from performer.bench.show.measures.courtesy import Courtesy, courtesy
from performer.bench.show.measures.grounding import Grounding, grounding
from performer.bench.show.measures.pace import Pace, pace
from performer.bench.show.measures.repetition import Repetition, repetition
from performer.bench.show.measures.tool_use import ToolUse, tool_use
from performer.bench.show.measures.triggers import Triggers, false_triggers, idle_minutes, triggers
from performer.bench.show.take import Take


@dataclass(frozen=True, kw_only=True)
class Profile:
    """What a take was worth; no measure of it says much alone."""

    name: str
    minutes: float
    idle_minutes: float
    """For so long there was nothing to say: a still picture, the menu, a loading screen."""
    false_triggers: int
    """Lines that began in that time."""
    triggers: Triggers
    pace: Pace
    repetition: Repetition
    courtesy: Courtesy
    grounding: Grounding
    tools: ToolUse
    cues_taken: Mapping[str, int]
    cues_dropped: Mapping[str, int]
    blocked: Mapping[str, int]
    drift: Drift | None
    """Only of a long take."""


def profile_of(take: Take) -> Profile:
    """Measure a take in every way."""
    return Profile(
        name=take.name,
        minutes=take.minutes,
        idle_minutes=idle_minutes(take),
        false_triggers=false_triggers(take),
        triggers=triggers(take),
        pace=pace(take),
        repetition=repetition(take),
        courtesy=courtesy(take),
        grounding=grounding(take),
        tools=tool_use(take),
        cues_taken=take.cues_taken,
        cues_dropped=take.cues_dropped,
        blocked=take.blocked,
        drift=drift(take),
    )
