"""Which one choice a fun tool leaves open, so that code can fill it in without a model."""

from collections.abc import Sequence

from performer.core.values import dataclass
from performer.tools.tool import ToolSpec


@dataclass(frozen=True, kw_only=True)
class ArgumentChoice:
    """The one argument that a call of a tool must have, and what it may be."""

    argument: str
    values: tuple[str, ...]


def find_choice(spec: ToolSpec) -> ArgumentChoice | None:
    """Return the choice of a tool; None: what it must have is not chosen from a list, or is not one thing."""
    required = spec.parameters.get("required", ())
    if len(required) != 1:
        return None
    argument = required[0]
    values = spec.parameters.get("properties", {}).get(argument, {}).get("enum", ())
    if not values or not all(isinstance(each, str) and each for each in values):
        return None
    return ArgumentChoice(argument=argument, values=tuple(values))


def find_choices(specs: Sequence[ToolSpec]) -> dict[str, ArgumentChoice]:
    """Return the choices of those tools that have one, by the tools' names, in their order."""
    return {spec.name: choice for spec in specs if (choice := find_choice(spec))}
