"""Argument names put right: a key that the schema does not know goes to the one it must have meant.

Types are left alone: the tool coerces its own arguments, and refuses what it cannot.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rapidfuzz import fuzz

from performer.models.soft.offered import folded

_SAME_MEANING: Final = (
    frozenset({"text", "msg", "message", "content", "caption", "line", "body", "string", "txt"}),
    frozenset({"name", "emote", "emoji", "sound", "sfx", "clip", "effect", "id", "title", "key"}),
    frozenset({"question", "query", "prompt", "ask", "q"}),
    frozenset({"durations", "seconds", "secs", "sec", "time", "duration", "length", "for"}),
    frozenset({"position", "pos", "place", "where", "location", "anchor"}),
    frozenset({"volume", "vol", "loudness", "gain"}),
)
"""Families of argument names, folded; models swap within one."""
_NEAR: Final = 80.0
_JSON_TYPES: Final[Mapping[str, type | tuple[type, ...]]] = {
    "string": (str, int, float),
    "number": (int, float, str),
    "integer": (int, float, str),
    "boolean": (bool, str),
    "array": list,
    "object": dict,
}


def repaired(arguments: Mapping[str, object], schema: Mapping[str, Any]) -> dict[str, object]:
    """Give the arguments by the schema's keys.

    Known keys stay. An unknown one is mapped when exactly one key that is still free fits it: by spelling, by meaning,
    or as the last required one; otherwise it is dropped.
    """
    properties: Mapping[str, Any] = schema.get("properties", {})
    if not properties:
        return dict(arguments)
    right = {key: value for key, value in arguments.items() if key in properties}
    strange = [key for key in arguments if key not in properties]
    for key in strange:
        free = [each for each in properties if each not in right]
        meant = _meant(key, arguments[key], free, schema, alone=len(strange) == 1)
        if meant is not None:
            right[meant] = arguments[key]
    return right


def lacks(arguments: Mapping[str, object], schema: Mapping[str, Any]) -> list[str]:
    """Name the required arguments that are not there."""
    return [key for key in schema.get("required", []) if key not in arguments]


def _meant(key: str, value: object, free: list[str], schema: Mapping[str, Any], *, alone: bool) -> str | None:
    required = [each for each in schema.get("required", []) if each in free]
    ways = (
        [each for each in free if folded(each) == folded(key)],
        [each for each in free if _akin(folded(each), folded(key))],
        [each for each in free if fuzz.ratio(folded(each), folded(key)) >= _NEAR],
        required if alone and len(required) == 1 else [],
    )
    for candidates in ways:
        fitting = _fitting(candidates, value, schema["properties"])
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
    return None


def _akin(one: str, other: str) -> bool:
    """Tell whether two folded names mean the same, or one is the other with its unit (`duration`, `durations`)."""
    if any(one in family and other in family for family in _SAME_MEANING):
        return True
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= 4 and longer.startswith(shorter)


def _fitting(keys: Iterable[str], value: object, properties: Mapping[str, Any]) -> list[str]:
    fits = []
    for key in keys:
        declared = properties[key].get("type") if isinstance(properties[key], dict) else None
        wanted = _JSON_TYPES.get(declared) if isinstance(declared, str) else None
        if wanted is None or isinstance(value, wanted):
            fits.append(key)
    return fits
