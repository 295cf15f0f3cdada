"""A small JSON schema validator, so that the fitted arguments are judged by something that did not make them."""

import math
from collections.abc import Mapping
from typing import Any

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def is_valid(value: object, schema: object, root: Mapping[str, Any]) -> bool:
    """Return whether a value has the form; an object may have no key that its schema does not describe."""
    if not isinstance(schema, Mapping):
        return True
    if "$ref" in schema:
        return is_valid(value, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root)
    if "anyOf" in schema:
        return any(is_valid(value, each, root) for each in schema["anyOf"])
    if "enum" in schema and not any(type(each) is type(value) and each == value for each in schema["enum"]):
        return False
    if "type" in schema and not _is_of(value, schema["type"]):
        return False
    if isinstance(value, list):
        return all(is_valid(each, schema.get("items"), root) for each in value)
    if isinstance(value, dict) and "properties" in schema:
        known = schema["properties"]
        return set(schema.get("required", ())) <= value.keys() <= known.keys() and all(
            is_valid(each, known[key], root) for key, each in value.items()
        )
    return True


def _is_of(value: object, types: str | list[str]) -> bool:
    wanted = [types] if isinstance(types, str) else types
    if isinstance(value, bool):
        return "boolean" in wanted
    if isinstance(value, float) and not math.isfinite(value):
        return False
    return any(isinstance(value, _TYPES[each]) for each in wanted)
