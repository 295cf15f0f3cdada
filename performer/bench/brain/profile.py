"""The profile: every measure of one take of a model."""

from collections.abc import Mapping
from dataclasses import dataclass

from performer.bench.brain.measures.air import Air, air
from performer.bench.brain.measures.answers import Answers, answers
from performer.bench.brain.measures.asking import Asking, asking
from performer.bench.brain.measures.fit import Fit, fit
from performer.bench.brain.measures.talk import Talk, talk
from performer.bench.brain.measures.wording import Wording, wording
from performer.bench.brain.take import BrainTake


@dataclass(frozen=True, kw_only=True)
class Profile:
    """What a take was worth; no measure of it says much alone."""

    name: str
    minutes: float
    model: str
    why: str
    load_s: float
    answers: Answers
    asking: Asking
    air: Air
    wording: Wording
    fit: Fit
    talk: Talk
    cues_taken: Mapping[str, int]
    cues_dropped: Mapping[str, int]


def profile_of(take: BrainTake) -> Profile:
    """Measure a take in every way."""
    return Profile(
        name=take.take.name,
        minutes=take.take.minutes,
        model=take.model,
        why=take.why,
        load_s=take.load_s,
        answers=answers(take),
        asking=asking(take),
        air=air(take),
        wording=wording(take),
        fit=fit(take),
        talk=talk(take),
        cues_taken=take.take.cues_taken,
        cues_dropped=take.take.cues_dropped,
    )
