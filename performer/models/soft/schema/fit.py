"""Arguments put right by their tool's schema, or refused with the reason: generous in form, strict in meaning.

No value is invented, and none goes where it would mean something else. How much of a thing is allowed (`minimum`,
`maxLength`) is left to the tools.
"""

from dataclasses import dataclass, field

from performer.models.soft.schema import nodes
from performer.models.soft.schema.glance import fits_already
from performer.models.soft.schema.misfit import Misfit
from performer.models.soft.schema.printed import as_object
from performer.models.soft.schema.spelling import words
from performer.models.soft.schema.values import Place, fill
from performer.tools import ToolSpec


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """Arguments as the tool's schema has them."""

    arguments: dict[str, object]
    strays: tuple[str, ...] = field(default=(), compare=False)
    """Printed names that are none of the tool's, nor were clearly meant for one; they are left out."""


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
    if isinstance(arguments, dict) and fits_already(arguments, tool.parameters):
        return Fitted(arguments=dict(arguments))
    root = tool.parameters
    read: dict[str, object] = {}
    try:
        node = nodes.plain(root, root)
        read = as_object(arguments, node, tool.name)
        place = Place(root=root, owner=words(tool.name))
        return Fitted(arguments=fill(read, node, place), strays=tuple(place.strays))
    except Misfit as misfit:
        return Unfit(reason=f"{tool.name}: {misfit}; print the whole call again.", arguments=read)
