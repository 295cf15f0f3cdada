"""Measures of a take: which cues and questions were answered and how soon, at what cost, and how long nobody spoke."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, median
from typing import Final

from bench.brain.turns import BenchTurn, BrainTake, drop_unfinished
from bench.figures import compute_share, find_percentile
from bench.show.ground_truth import TOLERANCE_S
from bench.show.microphone import Span
from bench.show.take import Take
from bench.show.timing import sum_idle_minutes


@dataclass(frozen=True, kw_only=True)
class ChatAnswers:
    """The answers to a viewer's questions."""

    questions: int
    answered: float | None
    """Share of questions that got a spoken line; the understudy's lines do not count."""
    answer_p50_s: float | None
    """From the question to the first sentence through the guard."""


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
    """The measures of reactions: turns that nobody asked for. The understudy's lines are no answers of the model."""

    taken: int
    """Cues that became a turn, without a turn that was still on when the show ended."""
    spoken: int
    """Turns in which a line of the model was heard."""
    spoken_share: float | None
    understudy: int
    """Turns in which the understudy was heard instead."""
    wordless: Mapping[str, int]
    """The reasons why the other turns gave no line."""
    ready_p50_s: float | None
    """From the cue to the first sentence through the guard; the picture's words are made in that time."""
    ready_p95_s: float | None
    sound_p50_s: float | None
    """From the cue to the first sound; a line waits for the end of the one before."""
    sound_p95_s: float | None
    first_line_s: float | None
    """From the end of loading to the first sound; from the first marked event, where that came later."""


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
        wordless=dict(Counter(map(_explain_silence, silent)).most_common()),
        ready_p50_s=find_percentile(ready, 50),
        ready_p95_s=find_percentile(ready, 95),
        sound_p50_s=find_percentile(sound, 50),
        sound_p95_s=find_percentile(sound, 95),
        first_line_s=_measure_first_line_s(take),
    )


def _explain_silence(turn: BenchTurn) -> str:
    """Return why a turn gave no line: the rule that dropped its last sentence, or else how it ended."""
    if turn.is_by_understudy:
        return "the understudy stood in"
    if turn.ended.startswith("cut:") or turn.ended == "deadline":
        return turn.ended
    if turn.ready_s is not None:
        return "ready, but not heard"
    if turn.blocked:
        return f"dropped: {turn.blocked[-1]}"
    return turn.ended.partition(":")[0] if turn.ended != "final" else "silence"


def _measure_first_line_s(take: BrainTake) -> float | None:
    """Measure how long the first line took, from when there was something to say."""
    begin_s = take.take.begin_s
    own = [turn for turn in take.turns if not turn.is_by_understudy]
    first_s = min((turn.sounded_s for turn in own if turn.sounded_s is not None), default=None)
    if first_s is None:
        return None
    marked = [moment.begin_s for moment in take.take.moments if moment.begin_s <= first_s]
    return round(first_s - max([begin_s, *marked[:1]]), 3)


@dataclass(frozen=True, kw_only=True)
class RequestCosts:
    """The costs of requests, as far as the server told; None where it told nothing.

    It does not tell the tokens of an answer that was closed early; a rambling model's answers nearly all are.
    """

    requests: float | None
    """Per reaction turn."""
    read_tokens: float | None
    """Per reaction turn, in all its requests; where the server did not tell, the median of the others is taken."""
    asked: int
    """Requests of reactions that a server read."""
    told: int
    """Requests of which the server told how many tokens it read."""
    written_tokens: float | None
    """Per reaction turn all of whose answers came to their end: the length of the others is unknown."""
    cold: float | None
    """Share of the requests of reactions whose prompt was read from its beginning, where that was noticed."""
    read_p50_s: float | None
    """How long the server read a request of a reaction, where it told."""
    read_p95_s: float | None
    modes: Mapping[str, int]
    """The ways of calling tools, by requests of all turns."""


def measure_requests(take: BrainTake) -> RequestCosts:
    """Measure the requests of a take."""
    turns = [turn for turn in drop_unfinished(take.turns) if turn.is_reaction]
    requests = ([step for step in turn.steps if step.is_request] for turn in turns)
    asked = [each for each in requests if each]
    steps = [step for each in asked for step in each]
    told = [step.prompt_tokens for step in steps if step.prompt_tokens]
    usual = median(told) if told else 0
    written = [each for each in asked if all(step.answer_tokens for step in each)]
    known = [step.cold for step in steps if step.cold is not None]
    reads = [step.read_s for step in steps if step.read_s]
    modes = Counter(step.mode for turn in take.turns for step in turn.steps if step.mode)
    return RequestCosts(
        requests=compute_share(sum(turn.asked for turn in turns), len(turns)),
        read_tokens=_mean([sum(step.prompt_tokens or usual for step in each) for each in asked if told]),
        asked=len(steps),
        told=len(told),
        written_tokens=_mean([sum(step.answer_tokens for step in each) for each in written]),
        cold=compute_share(sum(known), len(known)),
        read_p50_s=find_percentile(reads, 50),
        read_p95_s=find_percentile(reads, 95),
        modes=dict(modes.most_common()),
    )


def _mean(values: Sequence[float]) -> float | None:
    return round(fmean(values), 1) if values else None


DEAD_S: Final = 20.0
"""The seconds from which on silence is noticed while things happen."""


@dataclass(frozen=True, kw_only=True)
class SpeechGaps:
    """Lines and the gaps between them, also to both ends of the take; the understudy's lines count here."""

    lines_per_min: float | None
    moving_lines_per_min: float | None
    """In the time without menu and loading screen; None beside anything but the demo game."""
    longest_gap_s: float | None
    longest_dead_s: float | None
    """The longest stretch of marked events, from the first to the last, without a line; None beside no demo game."""
    dead_s: float | None
    """The seconds above 20 of all such stretches, together."""
    dead: float | None
    """The share of these seconds in the take."""


def measure_gaps(take: BrainTake) -> SpeechGaps:
    """Measure the gaps between a take's lines."""
    shown = take.take
    gaps = list(_iterate_gaps(shown))
    moving = shown.minutes - sum_idle_minutes(shown)
    has_marks = shown.game is not None
    stretches = [_measure_stretch_s(shown, gap) for gap in gaps]
    dead_s = round(sum(max(0.0, stretch - DEAD_S) for stretch in stretches), 3)
    return SpeechGaps(
        lines_per_min=compute_share(len(shown.lines), shown.minutes),
        moving_lines_per_min=compute_share(len(shown.lines), moving) if has_marks else None,
        longest_gap_s=round(max((gap.length_s for gap in gaps), default=0.0), 3),
        longest_dead_s=round(max(stretches, default=0.0), 3) if has_marks else None,
        dead_s=dead_s if has_marks else None,
        dead=compute_share(dead_s, shown.seconds) if has_marks else None,
    )


def _iterate_gaps(take: Take) -> Iterator[Span]:
    """Yield the spans in which no line of ours sounds."""
    end_s = take.begin_s + take.seconds
    spans = [Span(take.begin_s, take.begin_s), *(line.span for line in take.lines), Span(end_s, end_s)]
    for before, after in pairwise(spans):
        if after.begin_s > before.end_s:
            yield Span(before.end_s, after.begin_s)


def _measure_stretch_s(take: Take, gap: Span) -> float:
    """Measure the time in a gap from the first marked event to the end of the last one's moment."""
    instants = [event.at_s for moment in take.moments for event in moment.events if gap.holds(event.at_s)]
    if not instants:
        return 0.0
    return min(gap.end_s, instants[-1] + TOLERANCE_S) - instants[0]
