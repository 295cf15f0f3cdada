"""Arguments that fit already, told at a glance: most calls need no more."""

from collections.abc import Mapping
from typing import Final

from performer.models.soft.schema.nodes import Node
from performer.models.soft.schema.scalars import LARGEST, NOTHING

_PLAIN_TYPES: Final[Mapping[object, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}
_PLAIN_KEYWORDS: Final = frozenset(
    "type enum description title default examples minimum maximum minLength maxLength pattern format".split()
)


def fits_already(arguments: Mapping[str, object], schema: Node) -> bool:
    """Tell whether there is certainly nothing to do; a schema that takes more than a glance is not asked."""
    known = schema.get("properties")
    if not isinstance(known, dict) or not isinstance(schema.get("required", ()), list | tuple):
        return False
    for key in schema.get("required", ()):
        if key not in arguments:
            return False
    return all(is_plain(value, known.get(key)) and value not in NOTHING for key, value in arguments.items())


def is_plain(value: object, node: object) -> bool:
    """Tell whether a value is certainly of a schema: single, of its type, and in its enumeration."""
    if not isinstance(node, dict) or not _PLAIN_KEYWORDS.issuperset(node):
        return False
    wanted = _PLAIN_TYPES.get(node.get("type"))
    if wanted is None or type(value) not in wanted or ("enum" in node and value not in node["enum"]):
        return False
    return not isinstance(value, int | float) or abs(value) <= LARGEST
