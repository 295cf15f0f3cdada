"""The profile of a take of a model, with every measure, and the goals that a small model beside a game has to reach."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from performer.cli.bench.brain.measures import (
    AnswerMeasures,
    ChatAnswers,
    RequestCosts,
    SpeechGaps,
    measure_answers,
    measure_chat_answers,
    measure_gaps,
    measure_requests,
)
from performer.cli.bench.brain.relevance import LineRelevance, measure_relevance
from performer.cli.bench.brain.turns import BrainTake
from performer.cli.bench.brain.wording import LineWording, measure_wording
from performer.cli.bench.show.goals import Goal


@dataclass(frozen=True, kw_only=True)
class BrainProfile:
    """Every measure of a take; no measure says much alone."""

    name: str
    minutes: float
    model: str
    why: str
    load_s: float
    answers: AnswerMeasures
    asking: RequestCosts
    air: SpeechGaps
    wording: LineWording
    fit: LineRelevance
    talk: ChatAnswers
    cues_taken: Mapping[str, int]
    cues_dropped: Mapping[str, int]


def measure_profile(take: BrainTake) -> BrainProfile:
    """Measure a take in every way."""
    return BrainProfile(
        name=take.take.name,
        minutes=take.take.minutes,
        model=take.model,
        why=take.why,
        load_s=take.load_s,
        answers=measure_answers(take),
        asking=measure_requests(take),
        air=measure_gaps(take),
        wording=measure_wording(take),
        fit=measure_relevance(take),
        talk=measure_chat_answers(take),
        cues_taken=take.take.cues_taken,
        cues_dropped=take.take.cues_dropped,
    )


_READY_S: Final = {"smollm2:135m": 0.6}
"""The median seconds to a sentence that are allowed, by model."""
_READY_USUAL_S: Final = 0.9
"""The same for qwen2.5-coder:0.5b, and for models that are not listed."""
_READY_P95_S: Final = 2.0
_BUSY: Final = 1.5
"""The factor by which a sentence may take longer beside a busy process."""


def compare_goals(profile: BrainProfile, *, busy: int = 0) -> tuple[Goal, ...]:
    """Compare the performer's take beside the game, while `busy` processes kept a core busy, with its goals."""
    slower = _BUSY if busy else 1.0
    answers, asking, air, wording = profile.answers, profile.asking, profile.air, profile.wording
    ready_s = round(find_ready_limit_s(profile.model) * slower, 3)
    return (
        Goal(key="spoken_share", value=answers.spoken_share, bound="at least", limit=0.9),
        Goal(key="ready_p50_s", value=answers.ready_p50_s, bound="at most", limit=ready_s),
        Goal(key="ready_p95_s", value=answers.ready_p95_s, bound="at most", limit=_READY_P95_S * slower),
        Goal(key="first_line_s", value=answers.first_line_s, bound="at most", limit=6.0),
        Goal(key="moving_lines_per_min", value=air.moving_lines_per_min, bound="at least", limit=2.0),
        Goal(key="dead_s", value=air.dead_s, bound="at most", limit=0.0),
        Goal(key="requests", value=asking.requests, bound="at most", limit=1.1),
        Goal(key="read_tokens", value=asking.read_tokens, bound="at most", limit=350.0),
        Goal(key="cold", value=asking.cold, bound="at most", limit=0.05),
        Goal(key="echoes", value=wording.echoes, bound="at most", limit=0),
        Goal(key="unspeakable", value=sum(wording.unspeakable.values()), bound="at most", limit=0),
        Goal(key="answer_p50_s", value=profile.talk.answer_p50_s, bound="at most", limit=5.0),
    )


def find_ready_limit_s(model: str) -> float:
    """Find the limit for a model's median seconds to a sentence, by its name in a show."""
    return next((limit for name, limit in _READY_S.items() if name in model), _READY_USUAL_S)
