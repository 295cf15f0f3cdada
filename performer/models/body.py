"""A request's body as JSON that every server takes, whatever a model or a viewer wrote into the conversation."""

import json
import math
from collections.abc import Mapping
from typing import Any

from performer.texts import each_text
from performer.tools import ToolSpec
from performer.untrusted import without_tokens


def encoded(body: Mapping[str, object]) -> bytes:
    """Write a body: half a surrogate pair as its escape, and what is no number in JSON (NaN, infinity) as null."""
    return json.dumps(_finite(body), ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")


def tool_offered(spec: ToolSpec) -> dict[str, Any]:
    """Offer a tool as servers of all kinds take it; it may be anybody's, so no template's token stands in it."""
    function = {"name": spec.name, "description": spec.description, "parameters": dict(spec.parameters)}
    return {"type": "function", "function": each_text(function, without_tokens)}


def has_pictures(body: Mapping[str, Any]) -> bool:
    """Tell whether a question has pictures in it: Ollama's stand beside the text, OpenAI's in its place."""
    return any(each.get("images") or isinstance(each.get("content"), list) for each in body["messages"])


def _finite(value: object) -> object:
    match value:
        case float() if not math.isfinite(value):
            return None
        case Mapping():
            return {key: _finite(each) for key, each in value.items()}
        case list() | tuple():
            return [_finite(each) for each in value]
        case _:
            return value
