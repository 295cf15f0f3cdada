"""The hook that has long calls go on beside the show: no turn waits for them."""

from collections.abc import Callable
from typing import Protocol

from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed


class Porter(Protocol):
    """Who runs long calls beside the show."""

    async def send(self, call: ToolCall, proceed: Proceed, /) -> ToolResult:
        """Send a call on its way, and give what the model reads meanwhile, or what a quick one came to.

        Raises:
            ToolRefused: when it is not started; and, as `ToolFailed`, what a quick one came to.
        """
        ...


def parked(porter: Porter, is_long: Callable[[ToolCall], bool]) -> Hook:
    """Send the show's own long calls away; those of others are waited for, within their own deadlines.

    Belongs inside `traced` and `confirm`, and outside whatever may take its time; the box that approved calls run
    through does without it.
    """

    async def park(call: ToolCall, proceed: Proceed) -> ToolResult:
        if call.agent or not is_long(call):
            return await proceed(call)
        return await porter.send(call, proceed)

    return park
