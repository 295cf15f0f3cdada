"""How a model that answers in JSON is taught to, and how it reads again what it said and called before."""

import json
from collections.abc import Iterable

from performer.models.soft.brief import example
from performer.models.soft.protocol import Protocol
from performer.prompts import prompt
from performer.tools import ToolCall, ToolSpec
from performer.untrusted import NONE, Prompt, own


class ConstrainedWording:
    """Renders `prompts/constrained.md` for the tools on offer, and calls as the schema has them."""

    def __init__(self) -> None:
        self._protocol = Protocol()

    def teach(self, tools: Iterable[ToolSpec]) -> Prompt:
        """Write the lesson; empty when there is nothing to call."""
        taught = list(tools)
        if not taught:
            return NONE
        name, arguments = example(taught)
        sample = json.dumps({"tool": name, "arguments": arguments}, ensure_ascii=False)
        return prompt("constrained", tools=self._protocol.brief(taught), example=own(sample))

    def said(self, text: Prompt, calls: Iterable[ToolCall]) -> Prompt:
        """Write what the model said and called, which has no tokens in it, as it should have written it."""
        written = [{"tool": call.name, "arguments": dict(call.arguments)} for call in calls]
        return Prompt(json.dumps({"say": text, "calls": written}, ensure_ascii=False))

    def result(self, call: ToolCall, text: Prompt) -> Prompt:
        """Write what came of a call, as the next thing the model is told."""
        return self._protocol.result(call, text)
