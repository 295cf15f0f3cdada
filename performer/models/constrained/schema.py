"""The JSON schemas that hold an answer to `{"say": …, "calls": […]}`, or to one call.

Servers make a grammar of it, so it has only keywords that every one of them knows, and `say` stands first, because
they write in the order of the properties and its words are to be heard at once.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from performer.models.answer import MOST_CALLS
from performer.models.planned.pick import NONE_OF_THEM
from performer.tools import ToolSpec

Schema = dict[str, Any]

_KEPT: Final = ("type", "enum", "const", "required")
_DEEPEST: Final = 8
_MOST_LETTERS: Final = 12_000
"""A larger grammar slows down every token; the arguments are then any object, and are fitted when they are read."""


def answer_schema(tools: Sequence[ToolSpec]) -> Schema:
    """Write the schema for these tools on offer, with each one's own arguments where that is cheap."""
    exact = {"anyOf": [_call(each.name, arguments=_plain(each.parameters, each.parameters, 0)) for each in tools]}
    wide = _call(*(each.name for each in tools), arguments={"type": "object"})
    items = exact if len(json.dumps(exact)) <= _MOST_LETTERS else wide
    calls = {"type": "array", "maxItems": MOST_CALLS, "items": items}
    return _object({"say": {"type": "string"}, "calls": calls})


def pick_schema(tools: Sequence[ToolSpec]) -> Schema:
    """Write the schema of one call, or none: `{"tool": …, "arguments": {…}}`."""
    none = _call(NONE_OF_THEM, arguments=_object({}))
    each = [_call(tool.name, arguments=_plain(tool.parameters, tool.parameters, 0)) for tool in tools]
    exact = {"type": "object", "anyOf": [none, *each]}
    wide = _call(NONE_OF_THEM, *(tool.name for tool in tools), arguments={"type": "object"})
    return exact if len(json.dumps(exact)) <= _MOST_LETTERS else wide


def _call(*names: str, arguments: Schema) -> Schema:
    return _object({"tool": {"type": "string", "enum": list(names)}, "arguments": arguments})


def _object(properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _plain(schema: object, root: Mapping[str, Any], depth: int) -> Schema:
    """Leave out what makes no grammar, and put what is referred to in its place."""
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return {}
    if "$ref" in schema:
        return _plain(_referred(schema["$ref"], root), root, depth + 1)
    plain: Schema = {key: schema[key] for key in _KEPT if key in schema}
    ways = schema.get("anyOf") or schema.get("oneOf")
    if ways:
        plain["anyOf"] = [_plain(each, root, depth + 1) for each in ways]
    if "items" in schema:
        plain["items"] = _plain(schema["items"], root, depth + 1)
    if "properties" in schema:
        plain["properties"] = {key: _plain(each, root, depth + 1) for key, each in schema["properties"].items()}
        plain["additionalProperties"] = False
    return plain


def _referred(reference: object, root: Mapping[str, Any]) -> object:
    """Look up `#/$defs/NAME`; anything else may be anything."""
    name = str(reference).removeprefix("#/$defs/").removeprefix("#/definitions/")
    for key in ("$defs", "definitions"):
        found = root.get(key)
        if isinstance(found, Mapping) and name in found:
            return found[name]
    return None
