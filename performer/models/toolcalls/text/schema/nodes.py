"""JSON schemas made plain: references followed, unions split into their members."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

Node = Mapping[str, Any]
"""A schema of one thing."""
ANYTHING: Final[Node] = {}
_DEEPEST: Final = 8
_MOST_OPTIONS: Final = 32
_MOST_PARTS: Final = 8
"""Most parts of an `allOf`; with its depth they bound the work of a schema that refers to itself."""
_DEPTH_OF_A_PART: Final = 3
_COMPOUND: Final = frozenset({"$ref", "allOf", "anyOf", "oneOf", "nullable"})
"""Keywords of a schema that is not plain as it stands."""


def resolve_node(schema: object, root: Node, *, depth: int = 0) -> Node:
    """Return a schema with its reference followed and its `allOf` folded in; what is no schema admits anything."""
    if isinstance(schema, dict) and _COMPOUND.isdisjoint(schema):
        return schema
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return ANYTHING
    if "$ref" in schema:
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        return {**resolve_node(_find_referred(schema["$ref"], root), root, depth=depth + 1), **beside}
    if isinstance(schema.get("allOf"), list):
        merged: dict[str, Any] = {}
        for each in schema["allOf"][:_MOST_PARTS]:
            merged = _merge(merged, resolve_node(each, root, depth=depth + _DEPTH_OF_A_PART))
        return _merge(merged, {key: value for key, value in schema.items() if key != "allOf"})
    return schema


def list_options(schema: object, root: Node) -> list[Node]:
    """List what a value may be, each with one type or none, split at `anyOf`, `oneOf` and lists of types.

    A union without end gives its first few.
    """
    if isinstance(schema, dict) and isinstance(schema.get("type"), str) and _COMPOUND.isdisjoint(schema):
        return [schema]
    return list(islice(_find_leaves(schema, root, depth=0), _MOST_OPTIONS))


def _find_leaves(schema: object, root: Node, *, depth: int) -> Iterator[Node]:
    node = resolve_node(schema, root)
    if depth > _DEEPEST:
        yield ANYTHING
        return
    for union in ("anyOf", "oneOf"):
        if isinstance(node.get(union), list) and node[union]:
            outer = {key: value for key, value in node.items() if key != union}
            for one in node[union]:
                yield from _find_leaves(_merge(outer, resolve_node(one, root)), root, depth=depth + 1)
            return
    if isinstance(node.get("type"), list) and node["type"]:
        yield from ({**node, "type": each} for each in node["type"])
    elif node.get("nullable") is True and node.get("type") != "null":
        yield from (node, {"type": "null"})
    else:
        yield node


def find_kind(node: Node) -> str:
    """Return the type of a plain schema, told from its keywords when it is not said; "" for anything."""
    said = node.get("type")
    if isinstance(said, str):
        return said
    if "properties" in node:
        return "object"
    return "array" if "items" in node else ""


def list_members(node: Node) -> list[object] | None:
    """List the values of an enumeration; None when the schema is none."""
    named = node.get("enum")
    if isinstance(named, list):
        return named
    return [node["const"]] if "const" in node else None


def list_properties(node: Node) -> Node:
    """Return the keys of an object with their schemas, the required ones that are not described among them."""
    known = node.get("properties")
    described = known if isinstance(known, dict | Mapping) else {}
    lacking = [key for key in list_required(node) if key not in described]
    return {**described, **dict.fromkeys(lacking, ANYTHING)} if lacking else described


def list_required(node: Node) -> list[str]:
    """List the keys that may not lack."""
    names = node.get("required")
    return [each for each in names if isinstance(each, str)] if isinstance(names, list | tuple) else []


def can_have_more(node: Node) -> bool:
    """Return whether an object keeps keys that it does not describe."""
    if "properties" not in node:
        return node.get("additionalProperties") is not False
    return bool(node.get("additionalProperties")) or "patternProperties" in node


def _merge(outer: Node, inner: Node) -> dict[str, Any]:
    both = {**outer, **inner}
    if "properties" in outer and "properties" in inner:
        both["properties"] = {**list_properties(outer), **list_properties(inner)}
    if "required" in outer and "required" in inner:
        both["required"] = list(dict.fromkeys([*list_required(outer), *list_required(inner)]))
    return both


def _find_referred(reference: object, root: Node) -> object:
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return ANYTHING
    found: object = root
    for part in reference[2:].split("/"):
        name = part.replace("~1", "/").replace("~0", "~")
        found = found.get(name, ANYTHING) if isinstance(found, Mapping) else ANYTHING
    return found
