"""Talk: whether people who ask are answered, and how soon."""

from dataclasses import dataclass

from performer.bench.brain.take import BrainTake
from performer.bench.show.measures.share import percentile, share


@dataclass(frozen=True, kw_only=True)
class Talk:
    """What came of a viewer's questions."""

    questions: int
    answered: float | None
    """Share that got a spoken line; one of the understudy's is none."""
    answer_p50_s: float | None
    """From when it was asked to the first sentence through the guard."""


def talk(take: BrainTake) -> Talk:
    """Measure the answers to the chat."""
    turns = [turn for turn in take.turns if turn.kind == "chat"]
    asked = max(take.questions, len(turns))
    own = [turn for turn in turns if not turn.is_by_understudy]
    waits = [turn.ready_s - turn.taken_s + turn.waited_s for turn in own if turn.ready_s is not None]
    return Talk(
        questions=asked,
        answered=share(sum(turn.is_spoken for turn in own), asked),
        answer_p50_s=percentile(waits, 50),
    )
