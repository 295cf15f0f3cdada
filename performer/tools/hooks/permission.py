"""The hooks that keep a call from being made now: shut out, parked until a person says yes, or run beside the show."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from typing import Protocol

from performer.core.errors import ToolRefusedError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.tools.names import is_any_match
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall, is_within
from performer.tools.toolbox import Hook, Proceed


def make_shut_hook(is_shut: Callable[[ToolCall], bool]) -> Hook:
    """Return a hook that refuses the calls for which a function is true."""

    async def check(call: ToolCall, proceed: Proceed) -> ToolResult:
        if is_shut(call):
            raise ToolRefusedError(own("{name} is not used here. Let it go.", name=call.name))
        return await proceed(call)

    return check


@dataclass(frozen=True, kw_only=True)
class Patience:
    """The time that a turn waits for a call that may take longer than that, and how long the call may take in all."""

    waits_s: float
    within_s: float


class SendJob(Protocol):
    """Runs a call as a job beside the show, and answers for it: at once, or later in a turn of its own."""

    async def __call__(self, call: ToolCall, proceed: Proceed, /, patience: Patience | None = None) -> ToolResult:
        """Start a call; without `patience` it is one that no turn waits for."""
        ...


def make_job_hook(
    send: SendJob,
    is_long: Callable[[ToolCall], bool],
    patience: Callable[[ToolCall], Patience | None] = lambda _call: None,
) -> Hook:
    """Return a hook that sends the show's own long calls to run as jobs beside the show.

    `patience` names those that become one only if they still run when their turn has waited long enough. The calls of
    others are waited for, within their own deadlines. The hook belongs inside `traced` and `confirm`, and outside
    whatever may take its time; the box that approved calls run through does without it.
    """

    async def park(call: ToolCall, proceed: Proceed) -> ToolResult:
        if call.agent:
            return await proceed(call)
        if is_long(call):
            return await send(call, proceed)
        waits = patience(call)
        return await (send(call, proceed, waits) if waits else proceed(call))

    return park


NeedsYes = Callable[[ToolCall], bool]
"""Tells whether a call needs a person's yes, whatever its turn may do."""


Park = Callable[[ToolCall], Awaitable[str]]
"""Parks a call until a person has decided, and returns the sentence that the model reads meanwhile.

The call is kept when this returns, over a restart too, and has not run. Raises ToolRefusedError when nobody is asked:
too much waits, or its tool would refuse it anyway.
"""


def make_confirm_hook(park: Park, *needs_yes: NeedsYes) -> Hook:
    """Return a hook that parks each call that one of `needs_yes` names, and each that does more than its turn may.

    Nobody is asked about a tool that the call's box does not have: a yes would run it through a box that has it.

    Belongs inside `guarded` and `traced`, so that a person is asked about words that may be shown; and whoever runs
    what was approved does so through a box without this hook.
    """

    async def ask(call: ToolCall, proceed: Proceed) -> ToolResult:
        is_free = is_within(call.needs, call.may) and not any(needs(call) for needs in needs_yes)
        if is_free or call.tool is None:
            return await proceed(call)
        return replace(ToolResult.of(await park(call)), is_passing=True)

    return ask


def make_name_rule(names: Collection[str] | Callable[[], Collection[str]]) -> NeedsYes:
    """Return a rule that means the calls of these tools, by name or by the beginning of one and `*`."""
    return lambda call: is_any_match(call.name, names() if callable(names) else names)
