"""The hook that makes a call again that failed."""

from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import Final

from performer.backoff import delays_s
from performer.clock import Clock
from performer.errors import ToolFailed
from performer.tools.result import Progress, ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed

_FIRST_S: Final = 0.5
_LONGEST_S: Final = 8.0


def retry(clock: Clock, again: Callable[[ToolCall], int]) -> Hook:
    """Make a call that failed again, after a while that grows; one that was refused is not made again.

    It is for the caller to know that twice does no more than once.

    Args:
        clock: Waits, and makes the wait up to half as long again, so that many do not come back at once.
        again: How often; 0: never.
    """

    async def insist(call: ToolCall, proceed: Proceed) -> ToolResult:
        for delay_s in islice(delays_s(_FIRST_S, _LONGEST_S), again(call)):
            with suppress(ToolFailed):
                return await proceed(call)
            wait_s = delay_s * (1 + clock.chance.random() / 2)
            call.report(Progress(text=f"It failed, and is tried again in {wait_s:.1f} s."))
            await clock.sleep(wait_s)
        return await proceed(call)

    return insist
