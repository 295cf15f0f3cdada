"""The hook that ends a call that takes too long."""

from collections.abc import Callable

from performer.clock import Clock
from performer.errors import ToolFailed
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed


def timeout(clock: Clock, limit_s: float | Callable[[ToolCall], float | None]) -> Hook:
    """End a call that takes longer, and tell the model so; one without a limit takes as long as it does."""

    async def watch(call: ToolCall, proceed: Proceed) -> ToolResult:
        within_s = limit_s(call) if callable(limit_s) else limit_s
        if within_s is None:
            return await proceed(call)
        with clock.move_on_after(within_s):
            return await proceed(call)
        raise ToolFailed(f"{call.name} took longer than {within_s:g} s and was ended.")

    return watch
