"""The hook that states each call and what became of it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

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

    Args:
        stream: Where.
        clock: Times the call.
        told: Writes what a tool answered as it may be told to others than the model: a tool's words are a stranger's.
    """

    async def trace(call: ToolCall, proceed: Proceed) -> ToolResult:
        began_s = clock.now()
        stream.publish(called(call, began_s))
        became: events.ToolReturned | events.ToolRefused | events.ToolFailed
        became = failed(call, "its turn ended before it was done")
        try:
            result = await proceed(replace(call, report=partial(report, call)))
            became = returned(call, told(result.text[:MOST_KEPT]))
        except ToolRefused as refusal:
            became = refused(call, told(str(refusal)))
            raise
        except ToolFailed as failure:
            became = failed(call, told(str(failure)))
            raise
        finally:
            stream.publish(replace(became, after_s=round(clock.now() - began_s, 4)))
        return result

    def report(call: ToolCall, came: Report) -> None:
        call.report(came)
        stream.publish(progressed(call, came, told))

    return trace
