"""The steps of a turn: the model is asked, what it wants done is done, and so on until it is over.

The phases of a turn: with a plan its first steps pick tools, one at a time, and its last writes the line.

Asking the model once: what it says goes to the speech as it comes, and the step's beginning and end are stated.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal

import anyio

from performer.agent.expression.gestures import TurnGestures
from performer.agent.turn.spoken_output import TurnOutput
from performer.agent.turn.tool_calls import ToolCallRunner
from performer.core import events
from performer.core.clock import Clock
from performer.core.cues import Cue
from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream
from performer.core.prompt_files import load_prompt
from performer.core.untrusted_text import QuoteMarks
from performer.models.model import (
    ChatMessage,
    FinalAnswer,
    Model,
    Phase,
    Step,
    StepRequest,
    ToolCalls,
    Usage,
    UserMessage,
)
from performer.tools.tool import ToolSpec

WORDS_TOKENS: Final = 60
"""The most tokens where a model that said nothing to be heard is asked for words: a sentence or two."""


class Phases:
    """Says what each step is for. A plan costs a second question each turn, and a further one for each tool.

    Args:
        plan: Whether tools are picked first; else every step is free.
        steps: How often the model may be asked: the last time it only writes.
    """

    def __init__(self, *, plan: bool, steps: int) -> None:
        self.now: Phase = "free"
        """That of the step that was asked for last."""
        self._plan = plan
        self._left = steps
        self._may_pick = plan
        self._only_words = False
        self._only_talks = False

    @property
    def is_over(self) -> bool:
        """Whether the model may not be asked again."""
        return self._left <= 0

    def ask(self, messages: tuple[ChatMessage, ...], tools: tuple[ToolSpec, ...], cue: Cue | None) -> StepRequest:
        """Put together what the next step asks."""
        self._left -= 1
        if self._plan:
            self.now = "pick" if self._may_pick and tools and self._left > 0 else "write"
        elif self._only_words:
            self.now = "write"
        offered = () if self.now == "write" else tools
        phase: Phase = "free" if self._only_talks else self.now
        tokens = WORDS_TOKENS if self._only_words else None
        return StepRequest(messages=messages, tools=offered, cue=cue, phase=phase, tokens=tokens)

    def end_with_words(self, *, talks: bool) -> None:
        """Limit the next step to a few words, with which the turn ends.

        Args:
            talks: Whether the model only talks: it is asked as before then, in the short form.
        """
        self._only_words, self._only_talks = True, talks

    def wanted(self, step: Step) -> ToolCalls | None:
        """Return the calls of a step that are made: of a pick one alone, of the last step none."""
        if not isinstance(step, ToolCalls) or self.now == "write":
            return None
        return _keep_first_call(step) if self.now == "pick" else step

    def picked(self, *, has_news: bool) -> None:
        """Note whether a step came to something that the model does not know; if not, there is nothing to pick."""
        self._may_pick = self._may_pick and has_news


def _keep_first_call(step: ToolCalls) -> ToolCalls:
    calls = step.calls[:1]
    return replace(step, calls=calls, misprints=() if calls else step.misprints[:1])


_Kind = Literal["calls", "final", "silence", "stale", "failed", "cut"]


class ModelQuestion:
    """One step of a turn.

    Args:
        model: Who is asked.
        speech: Takes the words.
        clock: Times the step.
        stream: Hears of it.
        turn: Whose step it is.
        number: Which of its steps, from 1.
    """

    def __init__(
        self, model: Model, speech: TurnOutput, clock: Clock, stream: EventStream, *, turn: int, number: int
    ) -> None:
        self.asked_s = clock.now()
        """When the model was asked, an instant of the clock."""
        self._model = model
        self._speech = speech
        self._clock = clock
        self._stream = stream
        self._turn = turn
        self._number = number
        self._scope = anyio.CancelScope()
        self._has_text = False

    async def step(self, request: StepRequest) -> Step | None:
        """Ask; None when the first sentence came too late, at which the asking was ended. Of a pick nothing is said.

        Raises:
            ServiceError: when the model failed; what was said before stands.
        """
        self._begin(request)
        step: Step | None = None
        kind: _Kind = "cut"
        on_text = _ignore_text if request.phase == "pick" else self._hear
        try:
            with self._scope:
                asked = replace(request, enough=self._is_enough, taken_over=self._speech.taken_over)
                step = await self._model.step(asked, on_text)
                self._speech.end_step(cut=step.cut)
                await self._speech.settled()
            kind = _kind(step, is_stale=self._speech.is_stale)
        except ServiceError:
            kind = "failed"
            raise
        finally:
            self._end(step, kind)
        return None if kind == "stale" else step

    def _begin(self, request: StepRequest) -> None:
        pictures = sum(len(message.pictures) for message in request.messages if isinstance(message, UserMessage))
        self._stream.publish(
            events.StepStarted(turn=self._turn, step=self._number, model=self._model.name, pictures=pictures)
        )
        self._speech.begin_step()

    def _hear(self, piece: str) -> None:
        if not self._has_text:
            self._has_text = True
            self._stream.publish(events.FirstText(turn=self._turn, step=self._number, after_s=self._after_s()))
        self._speech.hear(piece)
        if self._speech.is_stale:
            self._scope.cancel()

    def _is_enough(self) -> bool:
        return self._speech.is_full

    def _end(self, step: Step | None, kind: _Kind) -> None:
        usage = step.usage if step else Usage()
        self._stream.publish(
            events.StepEnded(
                turn=self._turn,
                step=self._number,
                kind=kind,
                after_s=self._after_s(),
                calls=len(step.calls) if isinstance(step, ToolCalls) else 0,
                misprints=len(step.misprints) if isinstance(step, ToolCalls) else 0,
                prompt_tokens=usage.prompt_tokens,
                answer_tokens=usage.answer_tokens,
                load_s=round(usage.load_s, 4),
                read_s=round(usage.read_s, 4),
                answer_s=round(usage.answer_s, 4),
                mode=usage.mode,
                cold=usage.cold,
            )
        )

    def _after_s(self) -> float:
        return round(self._clock.now() - self.asked_s, 4)


def _ignore_text(_piece: str) -> None:
    """Ignore words that are for nobody."""


def _kind(step: Step | None, *, is_stale: bool) -> _Kind:
    if step is None or is_stale:
        return "stale"
    if isinstance(step, ToolCalls):
        return "calls"
    return "final" if step.text.strip() else "silence"


@dataclass
class TurnProgress:
    """How far a turn has come; kept outside the steps so that a deadline does not lose it."""

    steps: int = 0
    reason: str = ""
    """Why it is over; empty: it is not."""
    asked_again: bool = False
    """Whether the model was told that it repeats itself."""
    asked_for_words: bool = False
    """Whether it was asked for words alone, after it had said none that may be heard."""
    prompt_tokens: int = 0
    answer_tokens: int = 0

    def count(self, usage: Usage) -> None:
        """Note what a step cost."""
        self.prompt_tokens += usage.prompt_tokens
        self.answer_tokens += usage.answer_tokens


class TurnSteps:
    """Takes the steps of one turn.

    Args:
        clock: Times them.
        stream: Hears of them.
        model: Who is asked.
        turn: Whose they are.
        speech: Takes the words.
        deeds: Does what is wanted.
        phases: Says what each step is for.
        quotes: Marks others' words in what the model is told.
        progress: Told how far it has come.
        gesturing: Thinks of gestures for a model that only talks.
        seen: What is on the screen, in words.
        short: What a model that only talks is told instead.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        model: Model,
        *,
        turn: int,
        speech: TurnOutput,
        deeds: ToolCallRunner,
        phases: Phases,
        quotes: QuoteMarks,
        progress: TurnProgress,
        gesturing: TurnGestures,
        seen: str = "",
        short: tuple[ChatMessage, ...] = (),
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._model = model
        self._turn = turn
        self._speech = speech
        self._deeds = deeds
        self._phases = phases
        self._quotes = quotes
        self._progress = progress
        self._gesturing = gesturing
        self._seen = seen
        self._short = short

    async def take(self, messages: tuple[ChatMessage, ...], cue: Cue) -> None:
        """Run steps until the turn is over, and note why it is.

        Raises:
            ServiceError: when the model failed; what was said before stands.
        """
        while not (self._progress.reason or self._phases.is_over):
            messages = await self._one(messages, cue)
        self._progress.reason = self._progress.reason or "steps"

    async def _one(self, messages: tuple[ChatMessage, ...], cue: Cue) -> tuple[ChatMessage, ...]:
        """Run one step, and return the messages of the next one."""
        progress, speech = self._progress, self._speech
        progress.steps += 1
        ask = ModelQuestion(self._model, speech, self._clock, self._stream, turn=self._turn, number=progress.steps)
        step = await ask.step(replace(self._phases.ask(messages, self._deeds.specs, cue), short=self._short))
        if step is None:
            progress.reason = "stale"
            return messages
        progress.count(step.usage)
        did = await self._did(self._with_gestures(step), ask)
        progress.reason = self._why_over(step)
        if not (speech.repeat and not speech.count):
            return (*messages, *did)
        progress.asked_again = True
        again = UserMessage(text=load_prompt("again", said=self._quotes.quote(speech.repeat.said)))
        return (*messages, *did, again)

    def _with_gestures(self, step: Step) -> Step:
        """Put gestures to what a model said that only talks; its turn is over all the same."""
        wanted = self._gesturing.of(step, self._speech.step_text, self._seen)
        return replace(wanted, preface=self._speech.step_text, usage=step.usage) if wanted else step

    async def _did(self, step: Step, ask: ModelQuestion) -> tuple[ChatMessage, ...]:
        wanted = self._phases.wanted(step)
        did: tuple[ChatMessage, ...] = ()
        if wanted is not None:
            number, said = self._progress.steps, self._speech.step_text
            did = await self._deeds.do(wanted, number=number, asked_s=ask.asked_s, said=said)
            self._speech.told = (*self._speech.told, *self._deeds.describe_gestures(did))
        self._phases.picked(has_news=wanted is not None and self._deeds.has_news)
        return did

    def _why_over(self, step: Step) -> str:
        """Return why the turn ends after this step; empty: it goes on."""
        phase, speech = self._phases.now, self._speech
        if phase == "pick":
            return "stale" if speech.is_late else ""
        if speech.repeat and not speech.count:
            return "said before" if self._progress.asked_again or speech.is_late else ""
        if phase == "write" or isinstance(step, FinalAnswer):
            if speech.count or not speech.was_no_line:
                return "final"
            is_last = phase == "write" or self._phases.is_over
            return speech.why_dropped if is_last else self._for_words(step)
        if self._deeds.has_news:
            return ""
        return "final" if speech.count else self._for_words(step)

    def _for_words(self, step: Step) -> str:
        """Ask the model once for words alone, after none that may be heard; return why the turn is over, if it was."""
        if self._progress.asked_for_words or self._speech.is_late:
            return self._speech.why_dropped or "loop"
        self._progress.asked_for_words = True
        self._phases.end_with_words(talks=step.usage.mode == "talk")
        return ""
