"""Printed calls: those that may run, those that must not, and those of tools that are not on offer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

MOST_CALLS = 4
"""Calls that one step may make; a model that wants more is in a loop or has been talked into something."""
_Any = TypeVar("_Any")


@dataclass(frozen=True, kw_only=True)
class PrintedCall:
    """A call that a model wrote into its text."""

    name: str
    arguments: Mapping[str, object] = field(default_factory=dict)
    strays: tuple[str, ...] = field(default=(), compare=False)
    """The names of arguments that its tool does not have, which were left out."""


@dataclass(frozen=True, kw_only=True)
class PrintedMisprint:
    """A call of a tool on offer that must not run: it was cut off, or its arguments do not fit."""

    call: PrintedCall
    """As far as it could be read."""
    reason: str
    """A sentence for the model."""


@dataclass(frozen=True, kw_only=True)
class UnknownCall:
    """A clear call of a tool that is not on offer; it never runs."""

    call: PrintedCall


Outcome = PrintedCall | PrintedMisprint | UnknownCall


def drop_repeats(many: Iterable[_Any]) -> tuple[_Any, ...]:
    """Return a sequence without what is the same as something before it; nothing in it need be hashable."""
    kept: list[_Any] = []
    for one in many:
        if one not in kept:
            kept.append(one)
    return tuple(kept)
