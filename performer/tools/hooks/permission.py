"""The hook that asks a person: a call that needs a yes is parked, and the turn goes on without it.

The hooks that keep calls of some tools out, whatever their arguments.

The hook that has long calls go on beside the show: no turn waits for them.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Protocol

from performer.core.errors import ToolRefusedError
from performer.tools.names import is_any_match
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall, is_within
from performer.tools.toolbox import Hook, Proceed


def make_allow_hook(*patterns: str) -> Hook:
    """Keep out the calls of all tools but these, by name or by the beginning of one and `*`."""
    return make_shut_hook(lambda call: not is_any_match(call.name, patterns))


def make_deny_hook(*patterns: str) -> Hook:
    """Keep out the calls of these tools, by name or by the beginning of one and `*`."""
    return make_shut_hook(lambda call: is_any_match(call.name, patterns))


def make_shut_hook(is_shut: Callable[[ToolCall], bool]) -> Hook:
    """Keep out the calls that it names."""

    async def check(call: ToolCall, proceed: Proceed) -> ToolResult:
        if is_shut(call):
            raise ToolRefusedError(f"{call.name} is not used here. Let it go.")
        return await proceed(call)

    return check


class JobRunner(Protocol):
    """Who runs long calls beside the show."""

    async def send(self, call: ToolCall, proceed: Proceed, /) -> ToolResult:
        """Send a call on its way, and give what the model reads meanwhile, or what a quick one came to.

        Raises:
            ToolRefused: when it is not started; and, as `ToolFailed`, what a quick one came to.
        """
        ...


def make_job_hook(porter: JobRunner, is_long: Callable[[ToolCall], bool]) -> Hook:
    """Send the show's own long calls away; those of others are waited for, within their own deadlines.

    Belongs inside `traced` and `confirm`, and outside whatever may take its time; the box that approved calls run
    through does without it.
    """

    async def park(call: ToolCall, proceed: Proceed) -> ToolResult:
        if call.agent or not is_long(call):
            return await proceed(call)
        return await porter.send(call, proceed)

    return park


NeedsYes = Callable[[ToolCall], bool]
"""Tells whether a call needs a person's yes, whatever its turn may do."""


class ApprovalPort(Protocol):
    """Where calls are parked."""

    async def park(self, call: ToolCall) -> str:
        """Keep a call until a person has decided, and give the sentence that the model reads meanwhile.

        It is kept when this returns, over a restart too, and has not run.

        Raises:
            ToolRefused: when it is not asked about: too much waits, or its tool would refuse it anyway.
        """
        ...


def make_confirm_hook(desk: ApprovalPort, *needs_yes: NeedsYes) -> Hook:
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


def make_name_rule(names: Collection[str]) -> NeedsYes:
    """Name the calls of these tools, by name or by the beginning of one and `*`."""

    def is_named(call: ToolCall) -> bool:
        return is_any_match(call.name, names)

    return is_named
