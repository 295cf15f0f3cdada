"""The hook that asks a person: a call that needs a yes is parked, and the turn goes on without it."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Protocol

from performer.tools.patterns import fits_any
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall, is_within
from performer.tools.toolbox import Hook, Proceed

NeedsYes = Callable[[ToolCall], bool]
"""Tells whether a call needs a person's yes, whatever its turn may do."""


class Desk(Protocol):
    """Where calls are parked."""

    async def park(self, call: ToolCall) -> str:
        """Keep a call until a person has decided, and give the sentence that the model reads meanwhile.

        It is kept when this returns, over a restart too, and has not run.

        Raises:
            ToolRefused: when it is not asked about: too much waits, or its tool would refuse it anyway.
        """
        ...


def confirm(desk: Desk, *needs_yes: NeedsYes) -> Hook:
    """Park each call that one of `needs_yes` names, and each that does more than its turn may.

    Nobody is asked about a tool that the call's box does not have: a yes would run it through a box that has it.

    Belongs inside `guarded` and `traced`, so that a person is asked about words that may be shown; and whoever runs
    what was approved does so through a box without this hook.
    """

    async def ask(call: ToolCall, proceed: Proceed) -> ToolResult:
        is_free = is_within(call.needs, call.may) and not any(needs(call) for needs in needs_yes)
        if is_free or call.tool is None:
            return await proceed(call)
        return replace(ToolResult.of(await desk.park(call)), is_passing=True)

    return ask


def named(names: Collection[str]) -> NeedsYes:
    """Name the calls of these tools, by name or by the beginning of one and `*`."""

    def is_named(call: ToolCall) -> bool:
        return fits_any(call.name, names)

    return is_named
