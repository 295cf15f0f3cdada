"""The hook that publishes each call and what became of it, and the events that say so."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import anyio.to_thread

from performer.core import events
from performer.core.clock import Clock
from performer.core.errors import MisprintKind, ToolFailedError, ToolRefusedError
from performer.core.events.stream import EventStream
from performer.core.own_text import OwnText, own
from performer.tools.masked_arguments import mask_arguments_aside
from performer.tools.result import Progress, Report, ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed

MOST_KEPT: Final = 100_000
"""Characters of a result that are published; more is a flood."""
_MOST_TOLD: Final = 1000
"""Characters of a report."""
_LONG: Final = 500
_MOST_REPORTS: Final = 20
_REPORTS_WITHIN_S: Final = 5.0


def make_called_event(call: ToolCall, at_s: float = 0.0) -> events.ToolCalled:
    """Return the event that a call was made; its arguments are such as may be told."""
    after_s = 0.0 if call.asked_s is None else round(at_s - call.asked_s, 4)
    return events.ToolCalled(**_name_call(call), step=call.step, arguments=call.arguments, after_s=after_s)


def make_refused_event(call: ToolCall, reason: str, misprint: MisprintKind = "none") -> events.ToolRefused:
    """Return the event of why a call was refused."""
    return events.ToolRefused(**_name_call(call), step=call.step, reason=reason, misprint=misprint)


def _name_call(call: ToolCall) -> dict[str, Any]:
    """Return what every event about a call says of it."""
    return {"turn": call.turn, "agent": call.agent, "call": call.id, "tool": call.name}


def make_trace_hook(stream: EventStream, clock: Clock, told: Callable[[str], str] = str) -> Hook:
    """Return a hook that publishes each call, its reports, and its end, once: returned, refused, or failed.

    Of reports that come too fast some are left out, for whoever called too: all that counts is in the result.

    `told` writes what a tool was asked and answered as it may be told to others than the model: a tool's words are a
    stranger's, and what a program is asked has passed no guard.
    """

    async def trace(call: ToolCall, proceed: Proceed) -> ToolResult:
        began_s = clock.now()
        masked = await mask_arguments_aside(call.arguments, told)
        stream.publish(make_called_event(replace(call, arguments=masked), began_s))
        about = {**_name_call(call), "step": call.step}
        became: events.ToolReturned | events.ToolRefused | events.ToolFailed
        became = events.ToolFailed(**about, reason=own("it was ended before it was done"))
        try:
            result = await proceed(replace(call, report=reporting(call)))
            text = await _check_in_thread(result.text[:MOST_KEPT], told)
            became = events.ToolReturned(**about, text=text, after_s=0.0)
        except ToolRefusedError as refusal:
            became = make_refused_event(call, OwnText.of(str(refusal)).map_foreign(told), refusal.misprint)
            raise
        except ToolFailedError as failure:
            became = events.ToolFailed(**about, reason=OwnText.of(str(failure)).map_foreign(told))
            raise
        finally:
            stream.publish(replace(became, after_s=round(clock.now() - began_s, 4)))
        return result

    def reporting(call: ToolCall) -> Callable[[Report], None]:
        newest, about = deque[float](maxlen=_MOST_REPORTS), _name_call(call)

        def report(came: Report) -> None:
            now_s = clock.now()
            if len(newest) == _MOST_REPORTS and newest[0] > now_s - _REPORTS_WITHIN_S:
                return
            newest.append(now_s)
            call.report(came)
            progress = came if isinstance(came, Progress) else Progress(text=ToolResult(parts=(came,)).text)
            text = told(progress.text[:_MOST_TOLD])
            stream.publish(events.ToolProgressed(**about, text=text, done=progress.done, total=progress.total))

        return report

    return trace


async def _check_in_thread(text: str, told: Callable[[str], str]) -> str:
    """Return a text as it may be told; a long one is looked at in a thread, so that the show goes on meanwhile."""
    if len(text) <= _LONG:
        return told(text)
    return await anyio.to_thread.run_sync(told, text, abandon_on_cancel=True)
