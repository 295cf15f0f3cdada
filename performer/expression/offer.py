"""The offer: which one choice each fun tool leaves open, so that code can fill it in without a model."""

from collections.abc import Sequence
from dataclasses import dataclass

from performer.tools import ToolSpec


@dataclass(frozen=True, kw_only=True)
class Choice:
    """The one argument that a call of a tool must have, and what it may be."""

    argument: str
    values: tuple[str, ...]


def choice_of(spec: ToolSpec) -> Choice | None:
    """Find the choice of a tool; None: what it must have is not chosen from a list, or is not one thing."""
    required = spec.parameters.get("required", ())
    if len(required) != 1:
        return None
    argument = required[0]
    values = spec.parameters.get("properties", {}).get(argument, {}).get("enum", ())
    if not values or not all(isinstance(each, str) and each for each in values):
        return None
    return Choice(argument=argument, values=tuple(values))


def choices_of(specs: Sequence[ToolSpec]) -> dict[str, Choice]:
    """Find the choices of those tools that have one, by the tools' names, in their order."""
    return {spec.name: choice for spec in specs if (choice := choice_of(spec))}
