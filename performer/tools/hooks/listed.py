"""The hooks that keep calls of some tools out, whatever their arguments."""

from collections.abc import Callable

from performer.errors import ToolRefused
from performer.tools.patterns import fits_any
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed


def allow(*patterns: str) -> Hook:
    """Keep out the calls of all tools but these, by name or by the beginning of one and `*`."""
    return shut(lambda call: not fits_any(call.name, patterns))


def deny(*patterns: str) -> Hook:
    """Keep out the calls of these tools, by name or by the beginning of one and `*`."""
    return shut(lambda call: fits_any(call.name, patterns))


def shut(is_shut: Callable[[ToolCall], bool]) -> Hook:
    """Keep out the calls that it names."""

    async def check(call: ToolCall, proceed: Proceed) -> ToolResult:
        if is_shut(call):
            raise ToolRefused(f"{call.name} is not used here. Let it go.")
        return await proceed(call)

    return check
