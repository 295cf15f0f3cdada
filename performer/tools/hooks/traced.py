"""The hook that publishes each call and what became of it, and the events that say so."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import anyio.to_thread

from performer.core import events
from performer.core.clock import Clock
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.events.stream import EventStream
from performer.tools.result import Progress, Report, ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed


def make_called_event(call: ToolCall, at_s: float = 0.0) -> events.ToolCalled:
    """Return the event that a call was made."""
    after_s = 0.0 if call.asked_s is None else round(at_s - call.asked_s, 4)
    return events.ToolCalled(
        turn=call.turn,
        step=call.step,
        agent=call.agent,
        call=call.id,
        tool=call.name,
        arguments=call.arguments,
        after_s=after_s,
    )


def make_returned_event(call: ToolCall, text: str) -> events.ToolReturned:
    """Return the event of what a call came to."""
    return events.ToolReturned(
        turn=call.turn, step=call.step, agent=call.agent, call=call.id, tool=call.name, text=text, after_s=0.0
    )


def make_refused_event(call: ToolCall, reason: str) -> events.ToolRefused:
    """Return the event of why a call was refused."""
    return events.ToolRefused(
        turn=call.turn, step=call.step, agent=call.agent, call=call.id, tool=call.name, reason=reason
    )


def make_failed_event(call: ToolCall, reason: str) -> events.ToolFailed:
    """Return the event of why a call failed."""
    return events.ToolFailed(
        turn=call.turn, step=call.step, agent=call.agent, call=call.id, tool=call.name, reason=reason
    )


def make_progressed_event(call: ToolCall, came: Report, told: Callable[[str], str] = str) -> events.ToolProgressed:
    """Return the event of what a call told while it ran; `told` writes its words as others may read them."""
    progress = came if isinstance(came, Progress) else Progress(text=ToolResult(parts=(came,)).text)
    return events.ToolProgressed(
        turn=call.turn,
        agent=call.agent,
        call=call.id,
        tool=call.name,
        text=told(progress.text[:_MOST_TOLD]),
        done=progress.done,
        total=progress.total,
    )


_MOST_TOLD = 1000
"""Characters."""

MOST_KEPT: Final = 100_000
"""Characters of a result that are stated; more is a flood."""


def make_trace_hook(stream: EventStream, clock: Clock, told: Callable[[str], str] = str) -> Hook:
    """Return a hook that publishes each call, its reports, and its end, once: returned, refused, or failed.

    Of reports that come too fast some are left out, for whoever called too: all that counts is in the result.

    Args:
        stream: Where.
        clock: Times the call.
        told: Writes what a tool answered as it may be told to others than the model: a tool's words are a stranger's.
    """

    async def trace(call: ToolCall, proceed: Proceed) -> ToolResult:
        began_s = clock.now()
        stream.publish(make_called_event(call, began_s))
        became: events.ToolReturned | events.ToolRefused | events.ToolFailed
        became = make_failed_event(call, "it was ended before it was done")
        try:
            result = await proceed(replace(call, report=reporting(call)))
            became = make_returned_event(call, await _check_in_thread(result.text[:MOST_KEPT], told))
        except ToolRefusedError as refusal:
            became = make_refused_event(call, told(str(refusal)))
            raise
        except ToolFailedError as failure:
            became = make_failed_event(call, told(str(failure)))
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
            stream.publish(make_progressed_event(call, came, told))

        return report

    return trace


async def _check_in_thread(text: str, told: Callable[[str], str]) -> str:
    """Return a text as it may be told; a long one is looked at in a thread, so that the show goes on meanwhile."""
    if len(text) <= _LONG:
        return told(text)
    return await anyio.to_thread.run_sync(told, text, abandon_on_cancel=True)


_LONG: Final = 500
_MOST_REPORTS: Final = 20
_REPORTS_WITHIN_S: Final = 5.0
