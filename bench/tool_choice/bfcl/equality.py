"""The rules by which BFCL holds a call for the same as a right one; facts of its `ast_checker.py` for Python.

- The name is the same; every required argument is there, and none that the answer does not name.
- A value has the type of its schema, or that of the first allowed value. A whole number is taken for a `float`, but not
  inside a list. The type of a list's items is looked at, and nothing deeper.
- Texts are compared without ` ,./-_*^`, in small letters, with one kind of quotes. This reaches the items of a list and
  the values of an object, and nothing deeper. A text whose schema wants another type is compared as it is.
- A list has the same items in the same order. An object has a list of allowed values for each key.
- `""` among the allowed values: the argument, or the key, may be left out.
- Several calls come in any order. For each right call the first of the others that is the same is taken.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bench.tool_choice.bfcl.answers import LEFT_OUT, RightCall
from bench.tool_choice.trial import MadeCall

_TYPES: Final[Mapping[str, type]] = {
    "string": str,
    "integer": int,
    "float": float,
    "boolean": bool,
    "array": list,
    "tuple": list,
    "dict": dict,
    "any": str,
}
_LISTS: Final = ("array", "tuple")
_IGNORED: Final = re.compile(r"[ ,./\-_*^]")


@dataclass(frozen=True, kw_only=True)
class Matching:
    """The calls of a turn beside the right ones."""

    missing: tuple[RightCall, ...]
    """Right calls that none of the made ones is the same as."""
    over: tuple[MadeCall, ...]
    """Made calls that are not the same as any right one, or that come once too often."""


def match_calls(right: Sequence[RightCall], made: Sequence[MadeCall]) -> Matching:
    """Find for each right call, in turn, the first made one that is the same and was not taken before."""
    over, missing = list(made), []
    for each in right:
        same = next((call for call in over if is_same(each, call)), None)
        if same is None:
            missing.append(each)
        else:
            over.remove(same)
    return Matching(missing=tuple(missing), over=tuple(over))


def is_same(right: RightCall, made: MadeCall) -> bool:
    """Whether a made call is the right one."""
    return made.tool == right.tool and find_difference(right, made.arguments) is None


def find_difference(right: RightCall, arguments: Mapping[str, object]) -> str | None:
    """Return in words the first way in which the arguments are not the right ones; None when they are."""
    for name in right.function.required:
        if name not in arguments:
            return f"{name} is required and missing"
    for name, value in arguments.items():
        if name not in right.function.arguments or name not in right.allowed:
            return f"{name} is not expected"
        if difference := find_value_difference(right, name, value):
            return difference
    for name, allowed in right.allowed.items():
        if name not in arguments and LEFT_OUT not in allowed:
            return f"{name} is missing"
    return None


def find_value_difference(right: RightCall, name: str, value: object) -> str | None:
    """Return in words why a value is none of those that are allowed for an argument; None when it is one."""
    allowed, schema = right.allowed[name], right.function.arguments[name]
    word = schema.get("type")
    first = _find_first_type(allowed)
    wanted = _TYPES.get(str(word), first)
    items = _TYPES.get(str((schema.get("items") or {}).get("type"))) if word in _LISTS else None
    if word == "float" and type(value) is int:
        value = float(value)
    if type(value) not in (wanted, first) or not _has_fitting_items(value, allowed, items if wanted is list else None):
        return f"{name} has the wrong type: {value!r}"
    is_as_written = type(value) is not wanted or (first is not None and first is not wanted)
    is_right = value in allowed if is_as_written else _is_allowed(value, allowed, items)
    return None if is_right else f"{name} has another value: {value!r}"


def _find_first_type(allowed: Sequence[object]) -> type | None:
    return next((type(each) for each in allowed if each != LEFT_OUT), None)


def _has_fitting_items(value: object, allowed: Sequence[object], items: type | None) -> bool:
    if not isinstance(value, list) or items is None:
        return True
    return any(
        all(type(item) in (items, _find_first_type(each)) for item in value) if isinstance(each, list) else True
        for each in allowed
    )


def _is_allowed(value: object, allowed: Sequence[object], items: type | None) -> bool:
    if isinstance(value, dict):
        return any(isinstance(each, dict) and _is_same_object(value, each) for each in allowed)
    if isinstance(value, list) and items is dict:
        return any(_are_same_objects(value, each) for each in allowed if isinstance(each, list) or each == LEFT_OUT)
    if isinstance(value, list):
        return _fold_all(value) in [_fold_all(each) if isinstance(each, list) else [] for each in allowed]
    return _fold(value) in _fold_all(allowed)


def _is_same_object(value: Mapping[str, object], right: Mapping[str, Sequence[object]]) -> bool:
    has_right_values = all(key in right and _fold(each) in _fold_all(right[key]) for key, each in value.items())
    return has_right_values and all(key in value or LEFT_OUT in allowed for key, allowed in right.items())


def _are_same_objects(value: Sequence[Mapping[str, object]], right: object) -> bool:
    if not isinstance(right, list):
        # The mark for an argument that may be left out, which an empty list does as well.
        return not value
    return len(value) == len(right) and all(map(_is_same_object, value, right))


def _fold_all(values: Sequence[object]) -> list[object]:
    return [_fold(each) for each in values]


def _fold(value: object) -> object:
    return _IGNORED.sub("", value).lower().replace("'", '"') if isinstance(value, str) else value
