"""The tool calls of one turn, and what came of each.

Misprints are calls that the model meant and got wrong. None runs; each is stated as a call that was refused.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, replace
from typing import Final, Literal

import anyio

from performer.agent.turn.result_pictures import ResultPictures
from performer.core.cues import Cue, collect_lines
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.own_text import OwnText, own
from performer.core.plain_reason import make_plain_reason
from performer.core.prompt_files import load_prompt
from performer.core.text import MOST_DEPTH, is_too_deep, map_arguments
from performer.core.untrusted_text import (
    NONE,
    Prompt,
    QuoteMarks,
    join_prompts,
    remove_tokens,
    repeat_own_words,
    state_to_model,
)
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.guard.verdict import Dropped
from performer.models.driver.request import spell_names
from performer.models.model import AssistantMessage, ChatMessage, Misprint, ToolCalls, ToolMessage, UserMessage
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.hooks.traced import make_trace_hook
from performer.tools.offer import ToolOffer
from performer.tools.result import ToolResult
from performer.tools.tool import Privilege, ToolCall, ToolSpec
from performer.tools.toolbox import Toolbox

_LONGEST_REASON = 120


class Misprints:
    """States misprints past the guard, as any call is: their words are the model's own."""

    def __init__(self, runtime: Runtime) -> None:
        self._guard = runtime.guard
        self._guarded = make_guard_hook(runtime.guard, runtime.stream)
        self._traced = make_trace_hook(runtime.stream, runtime.clock, runtime.guard.recorded)

    async def refuse(self, misprint: Misprint) -> None:
        """State that a call was made, and was refused; of the reason, which is for the model, only what is wrong."""
        call = misprint.call
        verdict = self._guard.check(_describe_misprint(call.name, misprint.reason), limit=_LONGEST_REASON)
        wrong = own("it was printed wrong")
        told = wrong if isinstance(verdict, Dropped) else own("{wrong}: {why}", wrong=wrong, why=verdict.text)

        async def no(_call: ToolCall) -> ToolResult:
            raise ToolRefusedError(told, misprint="unfit" if misprint.is_read else "unread")

        with suppress(ToolRefusedError):
            await self._guarded(call, lambda passed: self._traced(passed, no))


def _describe_misprint(tool: str, reason: str) -> str:
    """Leave out the tool's name, which is said anyway, and what the model is to do about it."""
    return re.split(r"[;.](?= )", reason.removeprefix(f"{tool}: "), maxsplit=1)[0].rstrip(".")


_RESULT_CHARS: Final = 2000
_REASON_CHARS: Final = 400
_CANCELLED: Final = "It was cancelled. Let it go."
_KEPT: Final = "It is ready. Now say one short line to go with it."
_NEVER: Final = "It was left out, for its line was not said."
_NAME_CHARS: Final = 80

Moment = Literal["now", "kept", "never"]
"""When the gestures of a step are made: now, with a line that is still to come, or never."""
NewOffer = Callable[[Toolbox, Privilege, Cue | None], ToolOffer]
"""Decides which tools of a box a turn is offered that began for that reason."""


@dataclass(frozen=True, kw_only=True)
class Caller:
    """Who calls tools, and why: each call carries it."""

    turn: int | None
    may: Privilege = "fun"
    """The most that a call may do at first."""
    cue: Cue | None = None
    """Why the turn began, as its model read it."""
    agent: str = ""
    """A sub-agent by its id, whose words are no part of the turn's; empty: the show itself."""
    lineage: tuple[str, ...] = ()
    """The profiles that led to it, its own last."""


@dataclass(eq=False)
class ToolCallRunner:
    """Runs calls one after the other; the model reads of each what came of it, or why nothing did.

    What an earlier step called already is not run again, and its model told so. A misprint never runs:
    the model is told why, and its bad form is kept out of the messages, where it would teach. Once a step's calls have
    come to anything but an answer in our own words, they may no more than play: others' words may have come in.
    """

    toolbox: Toolbox
    misprints: Misprints
    caller: Caller
    _: KW_ONLY
    quotes: QuoteMarks
    """Marks what came of them: it may be anybody's words."""
    offer: NewOffer = ToolOffer
    """Decides which tools the model is told of. It may call the others of the box all the same."""
    pictures: ResultPictures | None = None
    """Shows the model the pictures that calls come to; None: it sees none."""

    def __post_init__(self) -> None:
        self.has_news = False
        """Whether the last step came to something that the model does not know; else asking it again leads nowhere."""
        spelt_names = spell_names(each.name for each in self.toolbox.specs)
        self._own_names = {spelt: name for name, spelt in spelt_names.items()}
        """Of tools by how they are spelt to models: one that is not offered now may be called as it was before."""
        self._may = self.caller.may
        self._offer = self.offer(self.toolbox, self.caller.may, self.caller.cue)
        self._running: tuple[str, anyio.CancelScope] | None = None
        """The call that runs now, by its id, and how it is ended."""
        self._said = ""
        self._has_read_others = False
        """Whether the model was told of a call what may be others' words."""
        self._done: list[ToolCall] = []
        self._has_failed = False
        self.has_worked = False
        """Whether any call did what it was to do."""
        self._kept: list[ToolCall] = []
        """The gestures that wait for a line."""
        self._gestures = frozenset(spec.name for spec in self.toolbox.gestures().specs)
        self._lessons: set[tuple[str, str]] = set()
        """What the model was told of its own mistakes, each once a turn."""

    @property
    def has_done(self) -> bool:
        """Whether the model has called anything."""
        return bool(self._done)

    @property
    def has_failed(self) -> bool:
        """Whether the last call tried to do something and could not."""
        return self._has_failed

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """The tools that the turn is offered now."""
        return self._offer.specs(self._may)

    def cancel(self, call: str) -> bool:
        """End a call, by its id, which its model is told; False where it does not run now."""
        if self._running is None or self._running[0] != call:
            return False
        self._running[1].cancel()
        return True

    @property
    def has_kept(self) -> bool:
        """Whether gestures wait for `make_kept`."""
        return bool(self._kept)

    def is_gesture(self, call: ToolCall) -> bool:
        """Whether a call only shows or sounds something, of which the model learns nothing."""
        return self._own_names.get(call.name, call.name) in self._gestures

    async def do(
        self,
        step: ToolCalls,
        *,
        number: int,
        asked_s: float,
        said: str,
        gestures: Moment = "now",
    ) -> tuple[ChatMessage, ...]:
        """Run the calls of a step in their order, then refuse its misprints; return the messages that tell of it.

        `number` is the step's in the turn, from 1; `asked_s` the instant at which the model was asked; `said` what was
        let through of its words. `gestures` are made now, kept for `make_kept`, or never made.
        """
        self.has_news = False
        self._said = f"{self._said} {said}".strip()
        step = _strip_arguments(step)
        calls = [self._placed(call, number, asked_s) for call in step.calls]
        put_off = [] if gestures == "now" else [call for call in calls if self.is_gesture(call)]
        answers = [self._put_off(call, gestures) if call in put_off else await self._answer(call) for call in calls]
        self._done += (call for call in calls if call not in put_off)
        wrong = [replace(each, call=self._placed(each.call, number, asked_s)) for each in step.misprints]
        told = [await self._refuse(each) for each in wrong]
        if told or self._has_read_others:
            self._may = "fun"
        shown = self.pictures.message() if self.pictures else None
        return (*self._remembered(said, step.calls), *answers, *([shown] if shown else []), *told)

    async def make_kept(self) -> None:
        """Make the gestures that were kept; what came of them is not told to the model, which has gone on."""
        kept, self._kept = self._kept, []
        for call in kept:
            await self._answer(call)
        self._done += kept

    def describe_gestures(self, messages: Sequence[ChatMessage]) -> tuple[str, ...]:
        """Return what the model was told of gestures, without marks: news to it, and nothing for anybody's ears."""
        told = (each for each in messages if isinstance(each, ToolMessage))
        return tuple(self.quotes.unmarked(each.text) for each in told if not self.toolbox.tells(each.call.name))

    def _placed(self, call: ToolCall, number: int, asked_s: float) -> ToolCall:
        arguments = map_arguments(call.arguments, self.quotes.unmarked)
        return replace(
            call,
            name=self._own_names.get(call.name, call.name),
            arguments=arguments,
            turn=self.caller.turn,
            step=number,
            asked_s=asked_s,
            may=self._may,
            cue=self.caller.cue,
            said="" if self.caller.agent else self._said,
            agent=self.caller.agent,
            lineage=self.caller.lineage,
        )

    async def _answer(self, call: ToolCall) -> ToolMessage:
        if self._was_made(call):
            self._teach("done before", "")
            return ToolMessage(call=self._retold(call), text=load_prompt("called_before"))
        if not self._is_offered(call):
            self._teach("not there", call.name)
        came, worked = await self._came_of(call)
        if self._is_offered(call):
            self.has_news = self.has_news or not worked or self.toolbox.tells(call.name)
        self._has_read_others = self._has_read_others or not came.is_ours
        told = self._quoted(came.text)
        if self.pictures and came.pictures and self.toolbox.is_seen(call.name):
            told = join_prompts(told, await self.pictures.take(call.name, came.pictures), by=" ")
        return ToolMessage(call=self._retold(call), text=told)

    def _put_off(self, call: ToolCall, until: Moment) -> ToolMessage:
        """Keep a gesture for its line, or leave it out, and return what the model is told."""
        if until == "kept" and all((call.name, call.arguments) != (each.name, each.arguments) for each in self._kept):
            self._kept.append(call)
        # Our own words, and no others': marks around them are what a small model recites then.
        told = state_to_model(_KEPT if until == "kept" else _NEVER, _REASON_CHARS)
        return ToolMessage(call=self._retold(call), text=told)

    async def _came_of(self, call: ToolCall) -> tuple[ToolResult, bool]:
        """Run a call, unless somebody ends it meanwhile, and tell whether it worked.

        What it found is offered from the next step on.
        """
        with anyio.CancelScope() as scope:
            self._running = call.id, scope
            self._has_failed = False
            try:
                result = await self.toolbox.call(call)
            except ToolRefusedError as no:
                return ToolResult.of(str(no)), False
            except ToolFailedError as failure:
                self._has_failed = True
                return ToolResult.of(self._format_failure(failure)), False
            finally:
                self._running = None
            self._offer.found(result.offers)
            self.has_worked = True
            return result, True
        return ToolResult.of(_CANCELLED), False

    def _format_failure(self, failure: ToolFailedError) -> OwnText:
        """Return why a call failed; a model that answers a viewer is not told where files of the streamer's lie."""
        reason = OwnText.of(str(failure))
        return reason.map_foreign(make_plain_reason) if collect_lines(self.caller.cue) else reason

    def _quoted(self, came: str) -> Prompt:
        """Quote what came of a call, as much of it as a model shall read, and say so where that is not all."""
        whole = " ".join(came.split())
        is_cut = len(whole) > _RESULT_CHARS
        cut = state_to_model(f"(cut; {len(whole):,} characters in all)", _REASON_CHARS) if is_cut else NONE
        return join_prompts(self.quotes.quote(whole, most=_RESULT_CHARS), cut, by=" ")

    async def _refuse(self, misprint: Misprint) -> UserMessage:
        self._teach("misprint", misprint.call.name)
        await self.misprints.refuse(misprint)
        tool = state_to_model(misprint.call.name, _NAME_CHARS)
        reason = self.quotes.quote(misprint.reason, most=_REASON_CHARS)
        return UserMessage(text=load_prompt("misprint", tool=tool, reason=reason))

    def _was_made(self, call: ToolCall) -> bool:
        """Whether an earlier step made the same call of an offered tool."""
        made = ((each.name, each.arguments) for each in self._done)
        return self._is_offered(call) and (call.name, call.arguments) in made

    def _is_offered(self, call: ToolCall) -> bool:
        return any(spec.name == call.name for spec in self.toolbox.offered(self._may))

    def _remembered(self, said: str, calls: Sequence[ToolCall]) -> tuple[ChatMessage, ...]:
        """Remind the model what it said and called itself."""
        text, retold = repeat_own_words(self.quotes.unmarked(said)), tuple(self._retold(call) for call in calls)
        return (AssistantMessage(text=text, calls=retold),) if text or calls else ()

    def _retold(self, call: ToolCall) -> ToolCall:
        """Return a call as the model may read it again: no token and no mark of its own is sent back to it."""
        arguments = map_arguments(call.arguments, lambda text: remove_tokens(self.quotes.unmarked(text)))
        return replace(call, name=remove_tokens(call.name), arguments=arguments)

    def _teach(self, mistake: str, tool: str) -> None:
        """Count a mistake as news the first time."""
        self.has_news = self.has_news or (mistake, tool) not in self._lessons
        self._lessons.add((mistake, tool))


def _strip_arguments(step: ToolCalls) -> ToolCalls:
    """Return the calls as they are where arguments are nested too deep for a search of misprints."""
    deep = [call for call in step.calls if is_too_deep(call.arguments)]
    if not deep:
        return step
    wrong = [Misprint(call=replace(call, arguments={}), reason=f"{call.name}: {_TOO_DEEP}") for call in deep]
    calls = tuple(call for call in step.calls if not is_too_deep(call.arguments))
    return replace(step, calls=calls, misprints=(*step.misprints, *wrong))


_TOO_DEEP: Final = f"its arguments are nested deeper than {MOST_DEPTH} times; print it again, plainly."
