"""The text that teaches a model without native tools to print its calls."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from performer.prompts import prompt
from performer.tools import ToolCall, ToolSpec


class Protocol:
    """Renders `prompts/protocol.md` for the tools on offer, and calls and results as the model has learnt them."""

    def teach(self, tools: Iterable[ToolSpec]) -> str:
        """Write the lesson; empty when there is nothing to call."""
        brief = self.brief(tools)
        return prompt("protocol", tools=brief) if brief else ""

    def brief(self, tools: Iterable[ToolSpec]) -> str:
        """Write what there is to call, whichever way it is to be called."""
        return "\n".join(_brief(tool) for tool in tools)

    def printed(self, call: ToolCall) -> str:
        """Write a call as the model should have printed it."""
        return f"CALL {call.name} {json.dumps(dict(call.arguments), ensure_ascii=False)}"

    def result(self, call: ToolCall, text: str) -> str:
        """Write what came of a call, as the next thing the model is told."""
        return f"[{call.name}] {text}"


def _brief(tool: ToolSpec) -> str:
    properties: Mapping[str, Any] = tool.parameters.get("properties", {})
    required = tool.parameters.get("required", [])
    parts = [_argument(name, schema, required=name in required) for name, schema in properties.items()]
    return f"- {tool.name}: {tool.description}\n  Arguments: {'; '.join(parts) or 'none'}"


def _argument(name: str, schema: Mapping[str, Any], *, required: bool) -> str:
    star = "*" if required else ""
    kind = "one of " + ", ".join(map(str, schema["enum"])) if "enum" in schema else schema.get("type", "any")
    described = f", {schema['description'].rstrip('.')}" if schema.get("description") else ""
    return f"{name}{star} ({kind}{described})"
