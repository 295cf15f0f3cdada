"""The hooks that end a call which takes too long, and make one again that failed."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Final

from performer.core.clock import Clock
from performer.core.errors import ToolFailedError
from performer.core.own_text import own
from performer.core.process.backoff import generate_delays_s
from performer.tools.result import Progress, ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed

_FIRST_S: Final = 0.5
_LONGEST_S: Final = 8.0


def make_timeout_hook(clock: Clock, limit_s: float | Callable[[ToolCall], float | None]) -> Hook:
    """Return a hook that ends a call which takes longer, and tells the model so; None: there is no limit.

    A tool that keeps the time itself is told the limit instead.
    """

    async def watch(call: ToolCall, proceed: Proceed) -> ToolResult:
        within_s = limit_s(call) if callable(limit_s) else limit_s
        if within_s is None:
            return await proceed(call)
        if call.tool and call.tool.keeps_time:
            return await proceed(replace(call, within_s=min(within_s, call.within_s or within_s)))
        with clock.move_on_after(within_s):
            return await proceed(call)
        raise ToolFailedError(
            own("{name} took longer than {within_s:g} s and was ended.", name=call.name, within_s=within_s)
        )

    return watch


def make_retry_hook(clock: Clock, again: Callable[[ToolCall], int]) -> Hook:
    """Return a hook that makes a call that failed again, so often; one that was refused is not made again.

    It waits a growing while before, by chance up to half as long again, so that many do not come back at once. It is
    for the caller to know that twice does no more than once.
    """

    async def insist(call: ToolCall, proceed: Proceed) -> ToolResult:
        for delay_s in islice(generate_delays_s(_FIRST_S, _LONGEST_S), again(call)):
            with suppress(ToolFailedError):
                return await proceed(call)
            wait_s = delay_s * (1 + clock.chance.random() / 2)
            call.report(Progress(text=f"It failed, and is tried again in {wait_s:.1f} s."))
            await clock.sleep(wait_s)
        return await proceed(call)

    return insist
