"""The steps of a turn: the model is asked, what it wants done is done, and so on until it is over.

With a plan the first steps pick tools, one at a time, and the last writes the line.
"""

from dataclasses import field, replace
from typing import Final, Literal

import anyio

from performer.agent.expression.gestures import Gestures
from performer.agent.prompt.scene import TurnPrompt
from performer.agent.turn.held_gestures import HeldGestures, LineBegins, begins_at_once
from performer.agent.turn.spoken_output import TurnOutput
from performer.agent.turn.tool_calls import ToolCallRunner
from performer.core import events
from performer.core.cues import Cue, awaits_answer
from performer.core.errors import ServiceError
from performer.core.prompt_files import load_prompt
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.models.call_meter import CallMeter
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


@dataclass(eq=False, kw_only=True)
class Phases:
    """The purpose of each step. A plan costs a second question each turn, and a further one for each tool."""

    plan: bool
    """Whether tools are picked first; else every step is free."""
    steps: int
    """How often the model may be asked yet: the last time it only writes."""
    now: Phase = field(init=False, default="free")
    """The phase of the step that was asked for last."""

    def __post_init__(self) -> None:
        self._may_pick = self.plan
        self._only_words = False
        self._only_talks = False

    @property
    def is_over(self) -> bool:
        """Whether the model may not be asked again."""
        return self.steps <= 0

    def ask(self, messages: tuple[ChatMessage, ...], tools: tuple[ToolSpec, ...], cue: Cue | None) -> StepRequest:
        """Put together what the next step asks."""
        self.steps -= 1
        if self.plan:
            self.now = "pick" if self._may_pick and tools and self.steps > 0 else "write"
        elif self._only_words:
            self.now = "write"
        offered = () if self.now == "write" else tools
        phase: Phase = "free" if self._only_talks else self.now
        tokens = WORDS_TOKENS if self._only_words else None
        return StepRequest(messages=messages, tools=offered, cue=cue, phase=phase, tokens=tokens)

    def end_with_words(self, *, talks: bool) -> None:
        """Limit the next step to a few words, with which the turn ends.

        A model that only talks is asked as before then, in the short form.
        """
        self._only_words, self._only_talks = True, talks

    def wanted(self, step: Step) -> ToolCalls | None:
        """Return the calls of a step that are made: of a pick one alone, of the last step none."""
        if not isinstance(step, ToolCalls) or self.now == "write":
            return None
        return _keep_first_call(step) if self.now == "pick" else step

    def make_next_last(self) -> None:
        """Limit the turn to one more question to the model."""
        self.steps = min(self.steps, 1)

    def picked(self, *, has_news: bool) -> None:
        """Note whether a step came to something that the model does not know; if not, there is nothing to pick."""
        self._may_pick = self._may_pick and has_news


def _keep_first_call(step: ToolCalls) -> ToolCalls:
    calls = step.calls[:1]
    return replace(step, calls=calls, misprints=() if calls else step.misprints[:1])


_Kind = Literal["calls", "final", "silence", "stale", "failed", "cut"]


@dataclass
class TurnProgress:
    """The progress of a turn; kept outside the steps so that a deadline does not lose it."""

    steps: int = 0
    reason: str = ""
    """Why it is over; empty: it is not."""
    prompt_tokens: int = 0
    answer_tokens: int = 0
    has_failed: bool = False
    """Whether the model failed."""
    is_closing: bool = False
    """Whether the last step asked for closing words, because no further one may follow."""


@dataclass(eq=False, kw_only=True)
class TurnSteps:
    """The steps of one turn: each asks the model once, and a conversation takes them until it is over."""

    runtime: Runtime
    model: Model
    prompt: TurnPrompt
    output: TurnOutput
    """Reads the words as they come."""
    calls: ToolCallRunner
    gestures: Gestures
    shown: tuple[ToolSpec, ...]
    """The tools that only show or sound, and are on offer."""
    progress: TurnProgress
    room: int | None = None
    """The most tokens of an answer that is written; None: it is not."""
    line_begins: LineBegins = begins_at_once

    @property
    def cue(self) -> Cue | None:
        """Why the turn began, as its model reads it."""
        return self.calls.caller.cue

    def __post_init__(self) -> None:
        """Start before the first step."""
        self._is_awaited = awaits_answer(self.cue)
        self.held = HeldGestures(
            clock=self.runtime.clock,
            output=self.output,
            calls=self.calls,
            line_begins=self.line_begins,
            is_awaited=self._is_awaited,
        )
        self._meter = CallMeter(self.runtime.clock)
        self._asked_again = False
        """Whether the model was told that it repeats itself."""
        self._asked_for_words = False
        """Whether it was asked for words alone, after it had said none that may be heard."""
        self._has_answered = False

    @property
    def asked_s(self) -> float:
        """When the model was asked last, an instant of the clock."""
        return self._meter.asked_s

    @property
    def has_begun(self) -> bool:
        """Whether the model has answered anything yet."""
        return self._has_answered or self._meter.has_text

    async def ask(self, request: StepRequest) -> Step | None:
        """Ask the model once, and publish the step's beginning and end; of a pick nothing is said.

        Returns:
            None when the first sentence came too late, at which the asking was ended.

        Raises:
            ServiceError: when the model failed; what was said before stands.
        """
        output, progress = self.output, self.progress
        progress.steps += 1
        self._meter = CallMeter(self.runtime.clock)
        if request.phase != "pick":
            self._meter = CallMeter(self.runtime.clock, output.hear, self._publish_first_text)
        scope = anyio.CancelScope()
        step: Step | None = None
        kind: _Kind = "cut"
        self._publish_start(request)
        output.begin_step(scope.cancel)
        try:
            with scope:
                asked = replace(request, enough=output.is_full, taken_over=output.taken_over)
                step = await self.model.step(asked, self._meter)
                self._has_answered = True
                output.end_step(cut=step.cut)
                await output.settled()
            kind = _kind(step, is_stale=output.is_stale)
        except ServiceError:
            kind = "failed"
            raise
        finally:
            self._publish_end(step, kind)
        if step is None or kind == "stale":
            return None
        progress.prompt_tokens += step.usage.prompt_tokens
        progress.answer_tokens += step.usage.answer_tokens
        return step

    async def converse(self, phases: Phases) -> None:
        """Ask step after step until the turn is over, and note why it is.

        Raises:
            ServiceError: when the model failed; what was said before stands.
        """
        progress, output, messages = self.progress, self.output, self.prompt.messages
        while not (progress.reason or phases.is_over):
            step = await self.ask(self._next_request(phases, messages))
            if step is None:
                progress.reason = "stale"
                return
            await self.held.make_kept()
            messages = (*messages, *await self._make_calls(phases, self._with_gestures(step)))
            progress.reason = self._why_over(phases, step)
            if output.repeat and not output.sentences.passed:
                self._asked_again = True
                output.repeats = self._is_awaited
                said = self.prompt.quotes.quote(output.repeat.said)
                again = load_prompt("again_asked" if self._is_awaited else "again", said=said)
                messages = (*messages, UserMessage(text=again))
        await self.held.finish()
        progress.reason = progress.reason or "steps"

    def _next_request(self, phases: Phases, messages: tuple[ChatMessage, ...]) -> StepRequest:
        """Put together the next step; the last one after calls asks for closing words, and offers no tool."""
        request = phases.ask(messages, self.calls.specs, self.cue)
        request = replace(request, short=self.prompt.short, room=self.room)
        self.progress.is_closing = phases.is_over and not phases.plan and self.calls.has_done
        if not self.progress.is_closing:
            return request
        closing = load_prompt("closing", length=self.output.limits.length.ask())
        return replace(request, messages=(*messages, UserMessage(text=closing)), tools=())

    def think_of_gestures(self, step: Step) -> ToolCalls | None:
        """Return gestures for a model that only talks, to go with what was let through of its words."""
        return self.gestures.of(step, self.output.step_text, self.prompt.seen, self.shown)

    def _with_gestures(self, step: Step) -> Step:
        """Put gestures to what a model said that only talks; its turn is over all the same."""
        wanted = self.think_of_gestures(step)
        return replace(wanted, preface=self.output.step_text, usage=step.usage) if wanted else step

    async def _make_calls(self, phases: Phases, step: Step) -> tuple[ChatMessage, ...]:
        """Run the calls of a step, and return the messages about them."""
        wanted = None if self.progress.is_closing else phases.wanted(step)
        told: tuple[ChatMessage, ...] = ()
        if wanted is not None:
            told = await self.held.do(wanted, number=self.progress.steps, asked_s=self.asked_s)
        phases.picked(has_news=wanted is not None and self.calls.has_news)
        return told

    def _why_over(self, phases: Phases, step: Step) -> str:
        """Return why the turn ends after this step; empty: it goes on."""
        phase, output = phases.now, self.output
        if phase == "pick":
            return "stale" if output.is_late else ""
        if output.sentences.has_no_word_left:  # whatever another step brought, none of it would be heard
            return "" if self._has_kept_a_word(phases, step) else "final"
        if output.repeat and not output.sentences.passed:
            return "said before" if self._asked_again or output.is_late else ""
        if phase == "write" or isinstance(step, FinalAnswer):
            has_kept_quiet = not (output.sentences.dropped or self.calls.has_done)
            if output.sentences.passed or not (output.was_no_line or (self._is_awaited and has_kept_quiet)):
                return "final"
            is_last = phase == "write" or phases.is_over
            return (output.why_dropped or "final") if is_last else self._ask_for_words(phases, step)
        if self.calls.has_news:
            return ""
        return "final" if output.sentences.passed else self._ask_for_words(phases, step)

    def _has_kept_a_word(self, phases: Phases, step: Step) -> bool:
        """Return whether a last sentence may tell what a call came to, as somebody waits for it."""
        is_told = not (isinstance(step, ToolCalls) and self.calls.has_news)
        if is_told or phases.is_over or not self._is_awaited:
            return False
        self.output.sentences.allow_one_more()
        phases.make_next_last()
        return True

    def _ask_for_words(self, phases: Phases, step: Step) -> str:
        """Ask the model once for words alone, after none that may be heard; return why the turn is over, if it was."""
        if self._asked_for_words or self.output.is_late:
            return self.output.why_dropped or "loop"
        self._asked_for_words = True
        phases.end_with_words(talks=step.usage.mode == "talk")
        return ""

    def _publish_start(self, request: StepRequest) -> None:
        pictures = sum(len(message.pictures) for message in request.messages if isinstance(message, UserMessage))
        turn, step = self.output.limits.turn, self.progress.steps
        self.runtime.stream.publish(events.StepStarted(turn=turn, step=step, model=self.model.name, pictures=pictures))

    def _publish_first_text(self) -> None:
        turn, after_s = self.output.limits.turn, round(self._meter.since_asked_s, 4)
        self.runtime.stream.publish(events.FirstText(turn=turn, step=self.progress.steps, after_s=after_s))

    def _publish_end(self, step: Step | None, kind: _Kind) -> None:
        usage = step.usage if step else Usage()
        self.runtime.stream.publish(
            events.StepEnded(
                turn=self.output.limits.turn,
                step=self.progress.steps,
                kind=kind,
                after_s=round(self._meter.since_asked_s, 4),
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


def _kind(step: Step | None, *, is_stale: bool) -> _Kind:
    if step is None or is_stale:
        return "stale"
    if isinstance(step, ToolCalls):
        return "calls"
    return "final" if step.text.strip() else "silence"
