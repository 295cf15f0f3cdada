"""Arguments put right by their tool's schema, or refused with the reason: generous in form, strict in meaning.

No value is invented, and none goes where it would mean something else. How much of a thing is allowed (`minimum`,
`maxLength`) is left to the tools.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from performer.models.soft.schema import nodes
from performer.models.soft.schema.misfit import Misfit
from performer.models.soft.schema.printed import as_object
from performer.models.soft.schema.spelling import words
from performer.models.soft.schema.values import NOTHING, Place, fill
from performer.tools import ToolSpec

_PLAIN: Final[Mapping[object, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """Arguments as the tool's schema has them."""

    arguments: dict[str, object]


@dataclass(frozen=True, kw_only=True)
class Unfit:
    """Arguments that must not run."""

    reason: str
    """One sentence for the model: the tool, the argument, its value, and how it is right."""
    arguments: dict[str, object]
    """As far as they could be read."""


def fit(arguments: object, tool: ToolSpec) -> Fitted | Unfit:
    """Put printed arguments right.

    Args:
        arguments: A mapping; `Positional` of a call as Python writes it; an object in a text; a single value for a
            tool that takes one; or nothing (None, "", []). Any other value is unfit, and none raises.
        tool: The one that is meant.
    """
    if isinstance(arguments, dict) and _fits_already(arguments, tool.parameters):
        return Fitted(arguments=dict(arguments))
    root = tool.parameters
    read: dict[str, object] = {}
    try:
        node = nodes.plain(root, root)
        read = as_object(arguments, node, tool.name)
        return Fitted(arguments=fill(read, node, Place(root=root, owner=words(tool.name))))
    except Misfit as misfit:
        return Unfit(reason=f"{tool.name}: {misfit}; print the whole call again.", arguments=read)


def _fits_already(arguments: Mapping[str, object], schema: nodes.Node) -> bool:
    """Tell whether there is nothing to do; a schema that takes more than a glance is not worth asking."""
    known = schema.get("properties")
    if not isinstance(known, Mapping):
        return False
    for key in schema.get("required", ()):
        if key not in arguments:
            return False
    return all(_is_plain(value, known.get(key)) for key, value in arguments.items())


def _is_plain(value: object, node: object) -> bool:
    if not isinstance(node, Mapping) or not _PLAIN_KEYS.issuperset(node):
        return False
    wanted = _PLAIN.get(node.get("type"))
    if wanted is None or type(value) not in wanted or value in NOTHING:
        return False
    if "enum" in node and value not in node["enum"]:
        return False
    return not isinstance(value, float) or math.isfinite(value)


_PLAIN_KEYS: Final = frozenset(
    {"type", "enum", "description", "title", "default", "minimum", "maximum", "minLength", "maxLength", "examples"}
)
