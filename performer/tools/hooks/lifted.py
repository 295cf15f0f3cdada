"""Plain functions lifted into the shape of a hook: what happens before a call, and what after it."""

import inspect
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed

Before: TypeAlias = Callable[[ToolCall], ToolCall | Awaitable[ToolCall | None] | None]
"""Gives the call as it is to be made, or None for as it is; raises ToolRefused to say no."""
After: TypeAlias = Callable[[ToolCall, ToolResult], object]
"""Gives what the call came to, in any form that a tool may, or None for as it is; it may be awaitable."""


def before(function: Before) -> Hook:
    """Make a hook of a function that looks at a call; it does not block, or is a coroutine function."""

    async def hook(call: ToolCall, proceed: Proceed) -> ToolResult:
        changed = function(call)
        if inspect.isawaitable(changed):
            changed = await changed
        return await proceed(changed or call)

    return hook


def after(function: After) -> Hook:
    """Make a hook of a function that looks at what a call came to; one that was refused or failed passes it by."""

    async def hook(call: ToolCall, proceed: Proceed) -> ToolResult:
        result = await proceed(call)
        changed = function(call, result)
        if inspect.isawaitable(changed):
            changed = await changed
        return result if changed is None else ToolResult.of(changed)

    return hook
