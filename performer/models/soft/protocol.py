"""The text that teaches a model without native tools to print its calls.

The form is one line: the word CALL, the tool's name, and its arguments as one JSON object. JSON is what models write
best, whatever form they were asked for; what they get wrong is mostly around it: tags half open or never closed, fences
left hanging, envelopes whose keys have a dozen names, a tool's own `name` taken for the name of the tool. So there is
nothing around it here, neither tag nor envelope, and no mark by which a server's own reader would take the call for
itself, and lose it.
"""

import json
from collections.abc import Iterable
from typing import Final

from performer.models.soft.brief import brief, can_be_taught, example
from performer.prompts import prompt
from performer.tools import ToolCall, ToolSpec
from performer.untrusted import NONE, Prompt, joined, own, stated

_LONGEST_LINE: Final = 2000
"""Characters of a tool's line; the brief keeps it shorter unless a tool has hundreds of choices."""


class Protocol:
    """Renders `prompts/protocol.md` for the tools on offer, and calls and results as the model has learnt them."""

    def teach(self, tools: Iterable[ToolSpec]) -> Prompt:
        """Write the lesson; empty when there is nothing to call."""
        taught = [tool for tool in tools if can_be_taught(tool)]
        if not taught:
            return NONE
        name, arguments = example(taught)
        sample = self.printed(ToolCall(id="", name=name, arguments=arguments))
        return prompt("protocol", tools=self.brief(taught), example=sample)

    def brief(self, tools: Iterable[ToolSpec]) -> Prompt:
        """Tell of each tool in a line, with its arguments, those that must be there marked with a star."""
        return joined(*(stated(f"- {brief(tool)}", _LONGEST_LINE) for tool in tools), by="\n")

    def said(self, text: Prompt, calls: Iterable[ToolCall]) -> Prompt:
        """Write what the model said, and behind it each call on a line of its own."""
        return joined(text, *(self.printed(call) for call in calls), by="\n")

    def printed(self, call: ToolCall) -> Prompt:
        """Write a call, which has no tokens in it, as the model should have printed it; it is read back as the same."""
        written = json.dumps(dict(call.arguments), ensure_ascii=False, default=str)
        # Half a surrogate pair, which no server takes, is written as JSON escapes it.
        return Prompt(f"CALL {call.name} {written}".encode("utf-8", "backslashreplace").decode())

    def result(self, call: ToolCall, text: Prompt) -> Prompt:
        """Write what came of a call, as the next thing the model is told."""
        return joined(own(f"[{call.name}]"), text, by=" ")
