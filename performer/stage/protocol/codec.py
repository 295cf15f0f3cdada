"""Messages as one line of JSON, and back, checked against the types of their fields."""

import json
from collections.abc import Hashable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Final, cast, get_args, get_origin, get_type_hints

from performer.stage.protocol.elements import Element
from performer.stage.protocol.messages import Message

_ELEMENTS: Final[dict[str, type[Any]]] = {each.kind: each for each in get_args(Element)}
_MESSAGES: Final[dict[str, type[Any]]] = {each.op: each for each in get_args(Message)}


class WireError(ValueError):
    """Raised by `decode` for text that is no message of ours; its text says what is wrong."""


def encode(message: Message) -> str:
    """Return a message as one line of JSON."""
    return json.dumps(_plain(message), default=_plain, ensure_ascii=False, separators=(",", ":"))


def decode(text: str) -> Message:
    """Parse one message.

    Raises:
        WireError: when the text is no JSON object, its `op` or `kind` is unknown, or a field is missing or of another
            type. The caller checks whether a number is in its range.
    """
    try:
        known = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WireError(f"Not JSON: {error}.") from None
    if not isinstance(known, dict):
        raise WireError("A message is a JSON object.")
    try:
        return _message(known)
    except WireError:
        raise
    except (TypeError, ValueError, AttributeError) as error:
        raise WireError(f"Not shaped like a message: {error}.") from None


def _message(known: dict[str, Any]) -> Message:
    op = known.pop("op", None)
    if op not in _MESSAGES:
        raise WireError(f"Unknown op {op!r}; known are {', '.join(_MESSAGES)}.")
    if op == "snapshot":
        known["elements"] = tuple(_element(each) for each in known.get("elements", ()))
    if op == "put":
        known["element"] = _element(known.get("element") or {})
    message: Message = _build(_MESSAGES[op], known)
    return message


def _element(given: Mapping[str, Any]) -> Element:
    known = dict(given)
    kind = known.pop("kind", None)
    if kind not in _ELEMENTS:
        raise WireError(f"Unknown element kind {kind!r}; known are {', '.join(_ELEMENTS)}.")
    element: Element = _build(_ELEMENTS[kind], known)
    return element


def _build(shape: type[Any], given: Mapping[str, Any]) -> Any:
    """Build a dataclass from JSON and ignore fields that it does not know, so that a newer peer can send more."""
    hints = _hints(cast("Hashable", shape))
    known = {
        name: _check_value(f"{shape.__name__}: {name}", given[name], hints[name]) for name in hints if name in given
    }
    try:
        return shape(**known)
    except TypeError as error:
        raise WireError(f"{shape.__name__}: {error}.") from None


@cache
def _hints(shape: Any) -> Mapping[str, Any]:
    hints = get_type_hints(shape)
    return {name: hints[name] for name in _list_row_fields(shape) or (each.name for each in fields(shape))}


def _list_row_fields(shape: Any) -> tuple[str, ...]:
    """Return the fields of a named tuple; none of anything else."""
    names: tuple[str, ...] = getattr(shape, "_fields", ())
    return names


def _check_value(where: str, value: object, expected: Any) -> Any:
    """Check a value against a plain type, and build nested dataclasses; elements exist already, Literals are open."""
    if is_dataclass(expected) and isinstance(value, Mapping):
        return _build(expected, value)  # type: ignore[arg-type]  # is_dataclass cannot say that it is no instance
    if _list_row_fields(expected):
        return _build_row(where, value, expected)
    if get_origin(expected) is tuple and isinstance(value, list | tuple):
        inner = get_args(expected)[0]
        return tuple(_check_value(where, each, inner) for each in value)
    if get_origin(expected) is UnionType and type(None) in get_args(expected):
        inner = next(each for each in get_args(expected) if each is not type(None))
        return None if value is None else _check_value(where, value, inner)
    fits = True
    if expected is float:
        fits = type(value) in {int, float}
    elif expected in {str, int, bool} or is_dataclass(expected) or get_origin(expected) is tuple:
        fits = type(value) is expected
    if not fits:
        raise WireError(f"{where} is {value!r}, which is no {getattr(expected, '__name__', expected)}.")
    return value


def _build_row(where: str, value: object, shape: Any) -> Any:
    """Build a named tuple from a row of values, and ignore the values behind those that it knows."""
    hints = _hints(cast("Hashable", shape))
    if not isinstance(value, list | tuple) or len(value) < len(hints):
        raise WireError(f"{where} is {value!r}, which is no {shape.__name__}.")
    return shape(*(_check_value(where, each, hint) for each, hint in zip(value, hints.values(), strict=False)))


def _plain(part: Any) -> dict[str, Any]:
    """Return the fields of a message, an element, or a section of a theme, with the `op` or `kind` that it has."""
    tag = {name: getattr(part, name) for name in ("op", "kind") if hasattr(part, name)}
    return {**tag, **{each.name: getattr(part, each.name) for each in fields(part)}}
