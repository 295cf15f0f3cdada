"""Values put into the form that their schema says, however deep: the same meaning, or a Misfit.

A value of an enumeration is the member that it clearly is.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Final

from performer.core.values import dataclass
from performer.models.toolcalls.text.schema import items, nodes
from performer.models.toolcalls.text.schema.misfit import (
    Misfit,
    make_kind_misfit,
    make_member_misfit,
    make_missing_misfit,
)
from performer.models.toolcalls.text.schema.names import Slots, place_keys
from performer.models.toolcalls.text.schema.nodes import ANYTHING, Node
from performer.models.toolcalls.text.schema.spelling import LONGEST_NAME, count_slips, fold

_FILE = re.compile(r"(?:.*[/\\])?([^/\\]+)\.(?:mp3|wav|ogg|flac|opus|m4a|png|gif|webp|jpe?g|svg|apng)$", re.IGNORECASE)


def find_member(value: object, members: Sequence[object]) -> object:
    """Find the member that a value is: exactly, differently dressed, or with one slip of the pen.

    Raises Misfit when it is none of them, or might be two; a member is never guessed by its meaning.
    """
    for each in members:
        if type(each) is type(value) and each == value:
            return each
    text = _write_scalar(value)
    if text is None or len(text) > LONGEST_NAME:
        raise make_member_misfit(value, members)
    bare = _FILE.sub(r"\1", text.strip())
    names = {str(each): each for each in members if isinstance(each, str | int | float) and not isinstance(each, bool)}
    ways: tuple[Callable[[str], bool], ...] = (
        lambda name: name == text.strip(),
        lambda name: fold(name) == fold(text) != "",
        lambda name: fold(name) == fold(bare) != "",
        lambda name: count_slips(bare, name) is not None and fold(bare) != "",
    )
    for is_meant in ways:
        found = [name for name in names if is_meant(name)]
        if found:
            if len(found) == 1:
                return names[found[0]]
            break
    raise make_member_misfit(value, members)


def _write_scalar(value: object) -> str | None:
    match value:
        case bool():
            return None
        case str():
            return value
        case float() if value.is_integer() and abs(value) < 2.0**53:
            return str(int(value))
        case int() | float() if abs(value) <= items.LARGEST:
            return str(value)
        case _:
            return None


_DEEPEST: Final = 16
_HOLDERS: Final = frozenset({"text", "content", "label", "name", "option", "value"})
_ECHOED: Final = frozenset({"value", "type", "description", "title", "default", "enum", "name", "format"})
_MOST_ITEMS: Final = 1_000
"""Values of a list that are put right; more are a model that goes in circles."""


@dataclass(frozen=True, kw_only=True)
class SchemaPlace:
    """Where in a tool's schema a value lies."""

    root: Node
    owner: tuple[str, ...]
    """The words of the tool's name."""
    key: str = ""
    depth: int = 0
    strays: list[str] = field(default_factory=list, compare=False)
    """Takes the keys of the object here that fit nowhere in it, and are left out."""

    def under(self, key: str) -> "SchemaPlace":
        """Return the place of one of its values."""
        return SchemaPlace(root=self.root, owner=self.owner, key=key, depth=self.depth + 1)


def cast_value(value: object, schema: object, place: SchemaPlace) -> object:
    """Return a value in its schema's form; one that has it already stays as it is.

    Raises Misfit, which says where, when that takes a guess.
    """
    if place.depth > _DEEPEST:
        raise Misfit("lies too deep")
    choices = nodes.list_options(schema, place.root)
    if len(choices) == 1:
        return _cast_plain(value, choices[0], place)
    found: list[object] = []
    misfits: list[Misfit] = []
    for each in sorted(choices, key=lambda node: nodes.find_kind(node) in ("string", "array")):
        try:
            got = _cast_plain(value, each, place)
        except Misfit as misfit:
            misfits.append(misfit)
            continue
        if _same(got, value):
            return got
        found.append(got)
    if found:
        return found[0]
    raise next((each for each in misfits if each.where), misfits[0])


def fill_object(printed: Mapping[str, object], node: Node, place: SchemaPlace) -> dict[str, object]:
    """Return an object with its keys and values put right.

    Raises Misfit when a value cannot be, or a required one lacks and has no default.
    """
    known, needed = nodes.list_properties(node), nodes.list_required(node)
    slots = Slots(
        properties=known,
        required=needed,
        owner=place.owner,
        fits=lambda value, key: can_cast(value, known[key], place.under(key)),
        as_printed=lambda value, key: can_cast(value, known[key], place.under(key), unchanged=True),
    )
    right, strange = place_keys(printed, slots)
    filled: dict[str, object] = {}
    for key, value in right.items():
        if _is_nothing(value, known[key], place, is_needed=key in needed):
            continue
        filled[key] = _cast_within(key, value, known[key], place)
    if nodes.can_have_more(node):
        more = node.get("additionalProperties")
        filled.update({key: _cast_within(key, value, more, place) for key, value in strange.items()})
    else:
        place.strays.extend(key for key, value in strange.items() if value is not None)
    for key in needed:
        default = nodes.resolve_node(known[key], place.root).get("default") if key not in filled else None
        if default is not None:
            filled[key] = _cast_within(key, default, known[key], place)
    lacking = [key for key in needed if key not in filled]
    if lacking:
        raise make_missing_misfit(lacking, [] if nodes.can_have_more(node) else strange)
    return filled


def _cast_within(key: str, value: object, schema: object, place: SchemaPlace) -> object:
    try:
        return cast_value(value, schema, place.under(key))
    except Misfit as misfit:
        raise misfit.within(key) from None


def _cast_plain(value: object, node: Node, place: SchemaPlace) -> object:
    members = nodes.list_members(node)
    if members is not None:
        return find_member(_take_single(value), members)
    match nodes.find_kind(node):
        case "string":
            return items.convert_to_text(_take_single(value))
        case "integer":
            return items.convert_to_whole(items.convert_to_unit(_take_single(value), place.key))
        case "number":
            return items.convert_to_number(items.convert_to_unit(_take_single(value), place.key))
        case "boolean":
            return items.convert_to_truth(_take_single(value))
        case "array":
            return _cast_list(value, node, place)
        case "object":
            return _cast_object(value, node, place)
        case "null" if value is None or value in ("", *items.NOTHING):
            return None
        case "null":
            raise make_kind_misfit(value, "null")
        case _:
            return value


def _take_single(value: object) -> object:
    """Return the value in a list of one, in `{"text": "Hi"}`, or in a schema's echo, `{"type": …, "value": "Hi"}`."""
    match value:
        case [one] if not isinstance(one, list | dict):
            return one
        case {"value": one, **beside} if all(key in _ECHOED for key in beside):
            return one
        case dict() if len(value) == 1 and not _HOLDERS.isdisjoint(value):
            return next(iter(value.values()))
        case _:
            return value


def _cast_object(value: object, node: Node, place: SchemaPlace) -> dict[str, object]:
    printed = items.read_object(value) if isinstance(value, str) else value
    match printed:
        case [dict() as one]:
            return fill_object(one, node, place)
        case dict():
            return fill_object({str(key): each for key, each in printed.items()}, node, place)
        case _:
            raise make_kind_misfit(value, "an object")


def _cast_list(value: object, node: Node, place: SchemaPlace) -> list[object]:
    element = node.get("items", ANYTHING)
    nullable = any(nodes.find_kind(each) in ("null", "") for each in nodes.list_options(element, place.root))
    found = [each for each in items.split_elements(value, element, place.root) if nullable or each is not None]
    if len(found) > _MOST_ITEMS:
        raise Misfit(f"has {len(found)} values, more than {_MOST_ITEMS}")
    return [_cast_within(f"[{at}]", each, element, place) for at, each in enumerate(found)]


def can_cast(value: object, schema: object, place: SchemaPlace, *, unchanged: bool = False) -> bool:
    """Return whether a value can be put into a schema's type, without looking into objects and lists."""
    if place.depth > _DEEPEST:
        return False
    for node in nodes.list_options(schema, place.root):
        kind = nodes.find_kind(node)
        if kind == "array" and not isinstance(value, list):
            element = node.get("items", ANYTHING)
            if not unchanged and (isinstance(value, str | dict) or can_cast(value, element, place.under("[0]"))):
                return True
        elif kind in ("array", "object"):
            is_written = not unchanged and isinstance(value, str) and value.lstrip().startswith("{")
            if isinstance(value, list if kind == "array" else dict) or is_written:
                return True
        elif _is_cast(value, node, place, unchanged=unchanged):
            return True
    return False


def _is_cast(value: object, node: Node, place: SchemaPlace, *, unchanged: bool) -> bool:
    try:
        got = _cast_plain(value, node, place)
    except Misfit:
        return False
    return not unchanged or _same(got, value)


def _is_nothing(value: object, schema: object, place: SchemaPlace, *, is_needed: bool) -> bool:
    """Return whether a value says that there is none, in an argument that may lack: null, or how models write it."""
    choices = nodes.list_options(schema, place.root)
    if value is None:
        return not any(nodes.find_kind(each) in ("null", "") for each in choices) or not is_needed
    if is_needed or not isinstance(value, str) or value not in ("", *items.NOTHING):
        return False
    is_free = any(nodes.find_kind(each) in ("string", "") and nodes.list_members(each) is None for each in choices)
    members = {str(each).casefold() for node in choices for each in nodes.list_members(node) or ()}
    return not (is_free and value == "") and value.casefold() not in members


def _same(one: object, other: object) -> bool:
    """Return whether two values are the same JSON; 1 is not true, 11 not 11.0."""
    if one is other:
        return True
    match one, other:
        case (dict(), dict()):
            return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
        case (list(), list()):
            return len(one) == len(other) and all(map(_same, one, other))
        case _:
            return type(one) is type(other) and one == other
