"""The hook that states each call and what became of it."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import anyio.to_thread

from performer import events
from performer.clock import Clock
from performer.errors import ToolFailed, ToolRefused
from performer.events import EventStream
from performer.tools.hooks.stated import called, failed, progressed, refused, returned
from performer.tools.result import Report, ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed

MOST_KEPT: Final = 100_000
"""Characters of a result that are stated; more is a flood."""


def traced(stream: EventStream, clock: Clock, told: Callable[[str], str] = str) -> Hook:
    """State each call, what it reports meanwhile, and what became of it, once: returned, refused, or failed.

    Of reports that come too fast some are left out, for whoever called too: all that counts is in the result.

    Args:
        stream: Where.
        clock: Times the call.
        told: Writes what a tool answered as it may be told to others than the model: a tool's words are a stranger's.
    """

    async def trace(call: ToolCall, proceed: Proceed) -> ToolResult:
        began_s = clock.now()
        stream.publish(called(call, began_s))
        became: events.ToolReturned | events.ToolRefused | events.ToolFailed
        became = failed(call, "it was ended before it was done")
        try:
            result = await proceed(replace(call, report=reporting(call)))
            became = returned(call, await _looked_at(result.text[:MOST_KEPT], told))
        except ToolRefused as refusal:
            became = refused(call, told(str(refusal)))
            raise
        except ToolFailed as failure:
            became = failed(call, told(str(failure)))
            raise
        finally:
            stream.publish(replace(became, after_s=round(clock.now() - began_s, 4)))
        return result

    def reporting(call: ToolCall) -> Callable[[Report], None]:
        newest = deque[float](maxlen=_MOST_REPORTS)

        def report(came: Report) -> None:
            now_s = clock.now()
            if len(newest) == _MOST_REPORTS and newest[0] > now_s - _REPORTS_WITHIN_S:
                return
            newest.append(now_s)
            call.report(came)
            stream.publish(progressed(call, came, told))

        return report

    return trace


async def _looked_at(text: str, told: Callable[[str], str]) -> str:
    """Have a long text looked at in a thread, so that the show goes on meanwhile."""
    if len(text) <= _LONG:
        return told(text)
    return await anyio.to_thread.run_sync(told, text, abandon_on_cancel=True)


_LONG: Final = 500
_MOST_REPORTS: Final = 20
_REPORTS_WITHIN_S: Final = 5.0
