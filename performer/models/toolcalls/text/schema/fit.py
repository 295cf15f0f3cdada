"""Arguments put right by their tool's schema, or refused with the reason: generous in form, strict in meaning.

No value is invented, and none goes where it would mean something else. How much of a thing is allowed (`minimum`,
`maxLength`) is left to the tools.
"""

from dataclasses import dataclass, field

from performer.models.toolcalls.text.schema import nodes
from performer.models.toolcalls.text.schema.misfit import Misfit
from performer.models.toolcalls.text.schema.printed import make_object
from performer.models.toolcalls.text.schema.spelling import split_name
from performer.models.toolcalls.text.schema.units import is_fitted
from performer.models.toolcalls.text.schema.values import SchemaPlace, fill_object
from performer.tools.tool import ToolSpec


@dataclass(frozen=True, kw_only=True)
class FittedArguments:
    """Arguments as the tool's schema has them."""

    arguments: dict[str, object]
    strays: tuple[str, ...] = field(default=(), compare=False)
    """Printed names that are none of the tool's, nor were clearly meant for one; they are left out."""


@dataclass(frozen=True, kw_only=True)
class UnfitArguments:
    """Arguments that must not run."""

    reason: str
    """One sentence for the model: the tool, the argument, its value, and how it is right."""
    arguments: dict[str, object]
    """As far as they could be read."""


def fit_arguments(arguments: object, tool: ToolSpec) -> FittedArguments | UnfitArguments:
    """Put printed arguments right.

    Args:
        arguments: A mapping; `Positional` of a call as Python writes it; an object in a text; a single value for a
            tool that takes one; or nothing (None, "", []). Any other value is unfit, and none raises.
        tool: The one that is meant.
    """
    if isinstance(arguments, dict) and is_fitted(arguments, tool.parameters):
        return FittedArguments(arguments=dict(arguments))
    root = tool.parameters
    read: dict[str, object] = {}
    try:
        node = nodes.resolve_node(root, root)
        read = make_object(arguments, node, tool.name)
        place = SchemaPlace(root=root, owner=split_name(tool.name))
        return FittedArguments(arguments=fill_object(read, node, place), strays=tuple(place.strays))
    except Misfit as misfit:
        return UnfitArguments(reason=f"{tool.name}: {misfit}; print the whole call again.", arguments=read)
