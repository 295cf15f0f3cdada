"""How a call and what became of it are stated."""

from collections.abc import Callable

from performer import events
from performer.tools.result import Progress, Report, ToolResult
from performer.tools.tool import ToolCall


def called(call: ToolCall, at_s: float = 0.0) -> events.ToolCalled:
    """State that a call was made."""
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


def returned(call: ToolCall, text: str) -> events.ToolReturned:
    """State what a call came to."""
    return events.ToolReturned(
        turn=call.turn, step=call.step, agent=call.agent, call=call.id, tool=call.name, text=text, after_s=0.0
    )


def refused(call: ToolCall, reason: str) -> events.ToolRefused:
    """State why a call was refused."""
    return events.ToolRefused(
        turn=call.turn, step=call.step, agent=call.agent, call=call.id, tool=call.name, reason=reason
    )


def failed(call: ToolCall, reason: str) -> events.ToolFailed:
    """State why a call failed."""
    return events.ToolFailed(
        turn=call.turn, step=call.step, agent=call.agent, call=call.id, tool=call.name, reason=reason
    )


def progressed(call: ToolCall, came: Report, told: Callable[[str], str] = str) -> events.ToolProgressed:
    """State what a call told while it ran; `told` writes its words as others may read them."""
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
