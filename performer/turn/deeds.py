"""Deeds: the tool calls of one turn, and what came of each."""

from dataclasses import replace

from performer.errors import ToolFailed, ToolRefused
from performer.models.model import AssistantMessage, ChatMessage, ToolCalls, ToolMessage
from performer.tools import Toolbox, ToolCall


class Deeds:
    """Runs calls one after the other; the model reads of each what came of it, or why nothing did."""

    def __init__(self, turn: int, toolbox: Toolbox) -> None:
        self.specs = toolbox.specs
        """The tools that this turn is offered, the same until it ends."""
        self._turn = turn
        self._toolbox = toolbox
        self._done: list[ToolMessage] = []
        self._known: tuple[ToolMessage, ...] = ()

    async def do(self, step: ToolCalls, *, said: str) -> tuple[ChatMessage, ...]:
        """Run the calls of a step, and write down what was said with them and what came of them."""
        answers = [await self._answer(call) for call in step.calls]
        self._done += answers
        return (AssistantMessage(text=said, calls=step.calls), *answers)

    def expect_again(self) -> None:
        """Take in that the model is asked again: what it called so far is done, and is not run a second time."""
        self._known = tuple(self._done)

    async def _answer(self, call: ToolCall) -> ToolMessage:
        same = [each for each in self._known if (each.call.name, each.call.arguments) == (call.name, call.arguments)]
        if same:
            return ToolMessage(call=call, text=same[0].text)
        try:
            return ToolMessage(call=call, text=await self._toolbox.call(replace(call, turn=self._turn)))
        except (ToolRefused, ToolFailed) as no:
            return ToolMessage(call=call, text=str(no))
