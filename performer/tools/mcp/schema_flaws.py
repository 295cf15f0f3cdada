"""Flaws of a tool's JSON schema for which a model's server would refuse a request, with all the sound tools in it."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from performer.core.untrusted_text import make_plain

_TYPES: Final = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})
_BY_NAME: Final = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
"""Keywords that hold schemas by name."""
_LISTED: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
_SINGLE: Final = ("items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else")
_DEEPEST: Final = 40
_SHOWN: Final = 60
"""Characters of a stranger's words in a reason."""


def find_flaw(schema: object) -> str:
    """Return what is wrong with the schema of a tool's arguments, in a few words; empty for a sound one."""
    if not isinstance(schema, Mapping):
        return "is none"
    if _is_deeper(schema, _DEEPEST):
        return f"is nested deeper than {_DEEPEST} levels"
    if schema.get("type", "object") != "object":
        return f"is of {_show(schema['type'])}, not of an object"
    return next(_find_flaws(schema, schema, ""), "")


def _is_deeper(value: object, most: int) -> bool:
    level = [value]
    for _ in range(most):
        level = [each for held in level if isinstance(held, Mapping | list) for each in _list_held(held)]
        if not level:
            return False
    return True


def _list_held(held: Mapping[str, Any] | list[Any]) -> list[Any]:
    return list(held.values()) if isinstance(held, Mapping) else held


def _find_flaws(schema: object, root: Mapping[str, Any], where: str) -> Iterator[str]:
    if isinstance(schema, bool):
        return
    if not isinstance(schema, Mapping):
        yield f"is broken: {_show(where)} is no schema"
        return
    yield from _find_own_flaws(schema, root, where)
    for keyword in _BY_NAME:
        held = schema.get(keyword, {})
        if not isinstance(held, Mapping):
            yield f"is broken: {_show(where + keyword)} is no table"
            continue
        for name, each in held.items():
            yield from _find_flaws(each, root, f"{where}{name}.")
    for keyword in (*_LISTED, *_SINGLE):
        held = schema.get(keyword, [])
        if keyword in _LISTED and (not isinstance(held, list) or (keyword in schema and not held)):
            yield f"is broken: {_show(where + keyword)} is no list of schemas"
            continue
        for each in held if isinstance(held, list) else [held]:
            yield from _find_flaws(each, root, f"{where}{keyword}.")


def _find_own_flaws(schema: Mapping[str, Any], root: Mapping[str, Any], where: str) -> Iterator[str]:
    """Yield what is wrong with a schema itself, apart from those in it."""
    types = schema.get("type", "object")
    for each in types if isinstance(types, list) and types else [types]:
        if not isinstance(each, str) or each not in _TYPES:
            yield f"is broken: {_show(where + 'type')} is {_show(each)}, which is no type"
    required = schema.get("required", [])
    # Draft 3 has a truth value there, and many a server of today as well: models' servers pass it over.
    if not isinstance(required, bool) and not (
        isinstance(required, list) and all(isinstance(it, str) for it in required)
    ):
        yield f"is broken: {_show(where + 'required')} is no list of names"
    if not isinstance(schema.get("enum", []), list):
        yield f"is broken: {_show(where + 'enum')} is no list"
    reference = schema.get("$ref", "#")
    if not isinstance(reference, str) or (reference.startswith("#/") and not _leads_somewhere(reference, root)):
        yield f"is broken: it refers to {_show(reference)}, which is not there"


def _leads_somewhere(reference: str, root: Mapping[str, Any]) -> bool:
    found: object = root
    for part in reference[2:].split("/"):
        name = part.replace("~1", "/").replace("~0", "~")
        if not isinstance(found, Mapping) or name not in found:
            return False
        found = found[name]
    return True


def _show(value: object) -> str:
    return repr(make_plain(str(value).rstrip("."), _SHOWN))
