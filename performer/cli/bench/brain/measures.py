"""Answers: which cues gave a line, and how soon.

Talk: whether people who ask are answered, and how soon.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, median
from typing import Final

from performer.cli.bench.brain.turns import BenchStep, BenchTurn, BrainTake, drop_unfinished
from performer.cli.bench.show.ground_truth import TOLERANCE_S
from performer.cli.bench.show.microphone import Span
from performer.cli.bench.show.take import Take
from performer.cli.bench.show.timing import compute_share, find_percentile, sum_idle_minutes


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


DEAD_S: Final = 20.0
"""From so long on the silence of a companion is noticed, while things happen."""


@dataclass(frozen=True, kw_only=True)
class SpeechGaps:
    """Lines and the gaps between them, to the beginning and the end of the take too; the understudy's count here."""

    lines_per_min: float | None
    moving_lines_per_min: float | None
    """Of the time in which there is something to see: no menu, no loading screen; None beside no arcade."""
    longest_gap_s: float | None
    longest_dead_s: float | None
    """The longest stretch of marked events, from the first to the last, without a line; None beside no arcade."""
    dead_s: float | None
    """What all such stretches have above 20 s, together."""
    dead: float | None
    """Its share of the take."""


def measure_gaps(take: BrainTake) -> SpeechGaps:
    """Measure a take's gaps."""
    shown = take.take
    gaps = list(_gaps(shown))
    moving = shown.minutes - sum_idle_minutes(shown)
    has_marks = shown.arcade is not None
    stretches = [_stretch_s(shown, gap) for gap in gaps]
    dead_s = round(sum(max(0.0, stretch - DEAD_S) for stretch in stretches), 3)
    return SpeechGaps(
        lines_per_min=compute_share(len(shown.lines), shown.minutes),
        moving_lines_per_min=compute_share(len(shown.lines), moving) if has_marks else None,
        longest_gap_s=round(max((gap.length_s for gap in gaps), default=0.0), 3),
        longest_dead_s=round(max(stretches, default=0.0), 3) if has_marks else None,
        dead_s=dead_s if has_marks else None,
        dead=compute_share(dead_s, shown.seconds) if has_marks else None,
    )


def _gaps(take: Take) -> Iterator[Span]:
    """Give the spans in which nothing of ours sounds."""
    end_s = take.begin_s + take.seconds
    spans = [Span(take.begin_s, take.begin_s), *(line.span for line in take.lines), Span(end_s, end_s)]
    for before, after in pairwise(spans):
        if after.begin_s > before.end_s:
            yield Span(before.end_s, after.begin_s)


def _stretch_s(take: Take, gap: Span) -> float:
    """Tell how long it is in a gap from the first marked event to the end of the last one's moment."""
    instants = [event.at_s for moment in take.moments for event in moment.events if gap.holds(event.at_s)]
    if not instants:
        return 0.0
    return min(gap.end_s, instants[-1] + TOLERANCE_S) - instants[0]
