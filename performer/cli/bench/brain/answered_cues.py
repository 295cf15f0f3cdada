"""Answers: which cues gave a line, and how soon.

Talk: whether people who ask are answered, and how soon.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from performer.cli.bench.brain.turns import BenchTurn, BrainTake, drop_unfinished
from performer.cli.bench.show.timing import compute_share, find_percentile


@dataclass(frozen=True, kw_only=True)
class ChatAnswers:
    """What came of a viewer's questions."""

    questions: int
    answered: float | None
    """Share that got a spoken line; one of the understudy's is none."""
    answer_p50_s: float | None
    """From when it was asked to the first sentence through the guard."""


def measure_chat_answers(take: BrainTake) -> ChatAnswers:
    """Measure the answers to the chat."""
    turns = [turn for turn in take.turns if turn.kind == "chat"]
    asked = max(take.questions, len(turns))
    own = [turn for turn in turns if not turn.is_by_understudy]
    waits = [turn.ready_s - turn.taken_s + turn.waited_s for turn in own if turn.ready_s is not None]
    return ChatAnswers(
        questions=asked,
        answered=compute_share(sum(turn.is_spoken for turn in own), asked),
        answer_p50_s=find_percentile(waits, 50),
    )


@dataclass(frozen=True, kw_only=True)
class AnswerMeasures:
    """Of reactions: turns that nobody asked for. What the understudy said is no answer of the model's."""

    taken: int
    """Cues that became a turn, without one that was still on when the show ended."""
    spoken: int
    """Those of which something of the model's was heard."""
    spoken_share: float | None
    understudy: int
    """Those in which the understudy was heard instead."""
    wordless: Mapping[str, int]
    """Why the others said nothing."""
    ready_p50_s: float | None
    """From the cue to the first sentence through the guard; the picture's words are made in that time."""
    ready_p95_s: float | None
    sound_p50_s: float | None
    """From the cue to the first sound; a line waits for the end of the one before."""
    sound_p95_s: float | None
    first_line_s: float | None
    """From when the model was loaded to its first sound; from the first marked event, where that came later."""


def measure_answers(take: BrainTake) -> AnswerMeasures:
    """Measure the reactions of a take."""
    turns = [turn for turn in drop_unfinished(take.turns) if turn.is_reaction]
    own = [turn for turn in turns if not turn.is_by_understudy]
    spoken = [turn for turn in own if turn.is_spoken]
    silent = [turn for turn in turns if turn.is_by_understudy or not turn.is_spoken]
    ready = [turn.ready_s - turn.taken_s for turn in own if turn.ready_s is not None]
    sound = [turn.sounded_s - turn.taken_s for turn in spoken if turn.sounded_s is not None]
    return AnswerMeasures(
        taken=len(turns),
        spoken=len(spoken),
        spoken_share=compute_share(len(spoken), len(turns)),
        understudy=sum(turn.is_by_understudy and turn.is_spoken for turn in turns),
        wordless=dict(Counter(map(_why, silent)).most_common()),
        ready_p50_s=find_percentile(ready, 50),
        ready_p95_s=find_percentile(ready, 95),
        sound_p50_s=find_percentile(sound, 50),
        sound_p95_s=find_percentile(sound, 95),
        first_line_s=_first_line_s(take),
    )


def _why(turn: BenchTurn) -> str:
    """Say why a turn gave no line: what was dropped of it last, or else how it ended."""
    if turn.is_by_understudy:
        return "the understudy stood in"
    if turn.ended.startswith("cut:") or turn.ended == "deadline":
        return turn.ended
    if turn.ready_s is not None:
        return "ready, but not heard"
    if turn.blocked:
        return f"dropped: {turn.blocked[-1]}"
    return turn.ended.partition(":")[0] if turn.ended != "final" else "silence"


def _first_line_s(take: BrainTake) -> float | None:
    """Tell how long the first line took, from when there was something to say it about."""
    begin_s = take.take.begin_s
    own = [turn for turn in take.turns if not turn.is_by_understudy]
    first_s = min((turn.sounded_s for turn in own if turn.sounded_s is not None), default=None)
    if first_s is None:
        return None
    marked = [moment.begin_s for moment in take.take.moments if moment.begin_s <= first_s]
    return round(first_s - max([begin_s, *marked[:1]]), 3)
