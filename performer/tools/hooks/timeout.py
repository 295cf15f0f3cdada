"""The hook that ends a call that takes too long."""

from performer.clock import Clock
from performer.errors import ToolFailed
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed


def timeout(clock: Clock, limit_s: float) -> Hook:
    """End a call that takes longer, and tell the model so."""

    async def watch(call: ToolCall, proceed: Proceed) -> ToolResult:
        with clock.move_on_after(limit_s):
            return await proceed(call)
        raise ToolFailed(f"{call.name} took longer than {limit_s:g} s and was ended.")

    return watch
