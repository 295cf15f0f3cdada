"""The profile of a take of a model, with every measure, and the goals that a small model beside a game has to reach."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bench.brain.line_quality import LineRelevance, LineWording, measure_relevance, measure_wording
from bench.brain.measures import (
    AnswerMeasures,
    ChatAnswers,
    RequestCosts,
    SpeechGaps,
    measure_answers,
    measure_chat_answers,
    measure_gaps,
    measure_requests,
)
from bench.brain.turns import BrainTake
from bench.figures import Goal


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
        Goal("spoken_share", answers.spoken_share, "at least", 0.9),
        Goal("ready_p50_s", answers.ready_p50_s, "at most", ready_s),
        Goal("ready_p95_s", answers.ready_p95_s, "at most", _READY_P95_S * slower),
        Goal("first_line_s", answers.first_line_s, "at most", 6.0),
        Goal("moving_lines_per_min", air.moving_lines_per_min, "at least", 2.0),
        Goal("dead_s", air.dead_s, "at most", 0.0),
        Goal("requests", asking.requests, "at most", 1.1),
        Goal("read_tokens", asking.read_tokens, "at most", 350.0),
        Goal("cold", asking.cold, "at most", 0.05),
        Goal("echoes", wording.echoes, "at most", 0),
        Goal("unspeakable", sum(wording.unspeakable.values()), "at most", 0),
        Goal("answer_p50_s", profile.talk.answer_p50_s, "at most", 5.0),
    )


def find_ready_limit_s(model: str) -> float:
    """Find the limit for a model's median seconds to a sentence, by its name in a show."""
    return next((limit for name, limit in _READY_S.items() if name in model), _READY_USUAL_S)
