"""Deeds: the tool calls of one turn, and what came of each."""

from collections.abc import Sequence
from dataclasses import replace

from performer.errors import ToolFailed, ToolRefused
from performer.models.model import AssistantMessage, ChatMessage, Misprint, ToolCalls, ToolMessage, UserMessage
from performer.prompts import prompt
from performer.tools import Toolbox, ToolCall
from performer.turn.misprints import Misprints


class Deeds:
    """Runs calls one after the other; the model reads of each what came of it, or why nothing did.

    What an earlier step called already is not run again, but answered with what came of it then. A misprint never runs:
    the model is told why, and its bad form is kept out of the messages, where it would teach.
    """

    def __init__(self, turn: int, toolbox: Toolbox, misprints: Misprints) -> None:
        self.specs = toolbox.specs
        """The tools that this turn is offered, the same until it ends."""
        self.has_news = False
        """Whether the last step came to something that the model does not know; else asking it again leads nowhere."""
        self._turn = turn
        self._toolbox = toolbox
        self._misprints = misprints
        self._offered = frozenset(spec.name for spec in toolbox.specs)
        self._done: list[ToolMessage] = []
        self._lessons: set[tuple[str, str]] = set()
        """What the model was told of its own mistakes, each once a turn."""

    async def do(self, step: ToolCalls, *, number: int, asked_s: float, said: str) -> tuple[ChatMessage, ...]:
        """Run the calls of a step in their order, then refuse its misprints; give the messages that tell of it.

        Args:
            step: What the model wants.
            number: Which step of the turn it is, from 1.
            asked_s: When the model was asked, an instant of the clock.
            said: What was let through of its words.
        """
        self.has_news = False
        answers = [await self._answer(self._placed(call, number, asked_s)) for call in step.calls]
        self._done += answers
        told = [await self._refuse(each, self._placed(each.call, number, asked_s)) for each in step.misprints]
        return (*_remembered(said, step.calls), *answers, *told)

    def _placed(self, call: ToolCall, number: int, asked_s: float) -> ToolCall:
        return replace(call, turn=self._turn, step=number, asked_s=asked_s)

    async def _answer(self, call: ToolCall) -> ToolMessage:
        before = self._before(call)
        if before is not None:
            self._teach("done before", "")
            return ToolMessage(call=call, text=before.text)
        if call.name in self._offered:
            self.has_news = True
        else:
            self._teach("not there", call.name)
        try:
            return ToolMessage(call=call, text=await self._toolbox.call(call))
        except (ToolRefused, ToolFailed) as no:
            return ToolMessage(call=call, text=str(no))

    async def _refuse(self, misprint: Misprint, call: ToolCall) -> UserMessage:
        self._teach("misprint", call.name)
        await self._misprints.refuse(call, misprint.reason)
        return UserMessage(text=prompt("misprint", tool=call.name, reason=misprint.reason))

    def _before(self, call: ToolCall) -> ToolMessage | None:
        """Find what came of the same call of an offered tool in an earlier step."""
        if call.name not in self._offered:
            return None
        same = (each for each in self._done if (each.call.name, each.call.arguments) == (call.name, call.arguments))
        return next(same, None)

    def _teach(self, mistake: str, tool: str) -> None:
        """Count a mistake as news the first time."""
        self.has_news = self.has_news or (mistake, tool) not in self._lessons
        self._lessons.add((mistake, tool))


def _remembered(said: str, calls: Sequence[ToolCall]) -> tuple[ChatMessage, ...]:
    return (AssistantMessage(text=said, calls=tuple(calls)),) if said or calls else ()
