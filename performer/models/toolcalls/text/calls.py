"""Printed calls: those that may run, those that must not, and those of tools that are not on offer."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Final, TypeVar

from performer.core.values import dataclass
from performer.models.toolcalls.text.schema.fit import UnfitArguments, fit_arguments
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.tools.tool import ToolSpec

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
    is_read: bool = False
    """Whether its arguments were read, and only do not fit."""


@dataclass(frozen=True, kw_only=True)
class UnknownCall:
    """A clear call of a tool that is not on offer; it never runs."""

    call: PrintedCall


Outcome = PrintedCall | PrintedMisprint | UnknownCall


PLACEHOLDER: Final = re.compile(
    r"\.{3,}|…|<[A-Za-z_][\w \-]{1,40}>|\{{1,2}[\w \-]{1,40}\}{1,2}|\[your [\w ]{1,40}\]"
    r"|YOUR_[A-Z_]{1,40}|\w{1,40}_HERE|string|str"
)
"""Words that stand for a value in a description of the format."""
_LONGEST_PLACEHOLDER: Final = 60


def resolve_call(name: str, arguments: object, offered: OfferedTools, *, cut: bool) -> Outcome:
    """Return what a printed name and arguments, of any type that `schema.fit` takes, come to.

    Arguments that broke off, `cut`, are never completed.
    """
    tool = offered.find(name)
    if tool is not None:
        return make_outcome(tool, arguments, cut=cut)
    shown = arguments if isinstance(arguments, dict) else {}
    return UnknownCall(call=PrintedCall(name=name.strip(), arguments=shown))


def make_outcome(tool: ToolSpec, arguments: object, *, cut: bool) -> Outcome:
    """Return the call that a tool and printed arguments make, or one that must not run and why."""
    if cut:
        shown = arguments if isinstance(arguments, dict) else {}
        reason = f"{tool.name}: the call was cut off before its arguments ended; print it again, whole."
        return PrintedMisprint(call=PrintedCall(name=tool.name, arguments=shown), reason=reason)
    is_empty = isinstance(arguments, str) and not arguments.strip()
    fitted = fit_arguments(None if is_empty else arguments, tool)
    if isinstance(fitted, UnfitArguments):
        unfit = PrintedCall(name=tool.name, arguments=fitted.arguments)
        return PrintedMisprint(call=unfit, reason=fitted.reason, is_read=fitted.is_read)
    call = PrintedCall(name=tool.name, arguments=fitted.arguments, strays=fitted.strays)
    if any(_is_placeholder(each) for each in fitted.arguments.values()):
        reason = f"{tool.name}: an argument is no more than a placeholder; print the call with what it shall be."
        return PrintedMisprint(call=call, reason=reason, is_read=True)
    return call


def _is_placeholder(value: object) -> bool:
    return (
        isinstance(value, str)
        and len(value) <= _LONGEST_PLACEHOLDER
        and PLACEHOLDER.fullmatch(value.strip()) is not None
    )


def drop_repeats(many: Iterable[_Any]) -> tuple[_Any, ...]:
    """Return a sequence without what is the same as something before it; nothing in it need be hashable."""
    kept: list[_Any] = []
    for one in many:
        if one not in kept:
            kept.append(one)
    return tuple(kept)
