"""What the fake Ollama says when it is run by hand."""

import itertools
from typing import Any

from tests.fakes.ollama_wire import Body, Reply

LINES = (
    "That jump had more courage than knees.",
    "The boss has a health bar. You have a personality. Fair fight.",
    "I have seen shopping trolleys corner better than that.",
    "Somewhere, a tutorial is shaking its head.",
    "Bold choice, walking in there with three hearts and a dream.",
    "That enemy trained for years. You brought a hat.",
)


class Wit:
    """Answers by hand: a canned line each time, and every third time a call of one of the tools on offer."""

    def __init__(self) -> None:
        self._turns = itertools.count(1)

    def __call__(self, body: Body) -> Reply:
        turn = next(self._turns)
        if body["messages"][-1]["role"] == "tool":
            return Reply()
        line = LINES[turn % len(LINES)]
        offered = body.get("tools") or ()
        if turn % 3 or not offered:
            return Reply(text=line, token_s=0.03)
        function = offered[turn // 3 % len(offered)]["function"]
        return Reply(text=line, calls=[(function["name"], _filled(function["parameters"], line))], token_s=0.03)


def _filled(schema: Body, line: str) -> Body:
    """Fill in the required arguments of a tool."""
    properties = schema.get("properties", {})
    return {key: _value(properties[key], line) for key in schema.get("required", ())}


def _value(schema: Body, line: str) -> Any:
    if schema.get("enum"):
        return schema["enum"][len(line) % len(schema["enum"])]
    return {"string": line, "integer": 3, "number": 3, "boolean": True}.get(str(schema.get("type")), line)
