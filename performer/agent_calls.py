"""Calls of programs that had to wait for a person's yes: each program can ask how it stands with its own.

It has to ask. A call that were held until somebody has decided would be given up by most programs after a minute, and
none of them listens to what it was not just now waiting for.
"""

from collections.abc import Sequence
from typing import Final, Protocol, assert_never

from performer.approvals import Fate, Parked
from performer.errors import ConfigError, ToolRefused
from performer.tools import Tool, ToolCall

_CHARS: Final = 4000
"""Of what a call came to; whoever needs more, makes calls that need no yes."""


class Approvals(Protocol):
    """Where calls wait."""

    @property
    def waiting(self) -> Sequence[Parked]:
        """What waits now."""
        ...

    def left_s(self, parked: Parked) -> float:
        """Tell how long a call may still be decided of, in seconds."""
        ...

    async def fate(self, number: int) -> Fate:
        """Tell how it stands with a call.

        Raises:
            ConfigError: when there is none of that number.
        """
        ...


def my_calls_tool(approvals: Approvals) -> Tool:
    """Make the tool by which a program asks after its calls; those of others do not exist for it."""

    async def my_calls(_call: ToolCall, number: int = 0) -> str:
        """Tell what came of a call of yours that had to wait for the owner's yes. Ask once a minute, not more often.

        Args:
            number: The call's, as you were told it; 0: those that still wait.
        """
        if number:
            return _told(await _fate(number, _call.agent), approvals)
        waiting = [each.number for each in approvals.waiting if each.agent == _call.agent]
        return f"Those that wait: {', '.join(map(str, waiting)) or 'none'}. For what came of another give its number."

    async def _fate(number: int, agent: str) -> Fate:
        refusal = ToolRefused(f"You have no call number {number}.")
        try:
            fate = await approvals.fate(number)
        except ConfigError:
            raise refusal from None
        if fate.parked.agent != agent:
            raise refusal
        return fate

    return Tool.of(my_calls, is_read_only=True, chars=_CHARS)


def _told(fate: Fate, approvals: Approvals) -> str:
    """Tell how it stands with a call, without a word on who decided: programs may tell everything to anybody."""
    tool = fate.parked.tool
    match fate.state:
        case "pending":
            return f"{tool} still waits, for {approvals.left_s(fate.parked):.0f} s at most."
        case "approved":
            return f"{tool} has its yes, and runs."
        case "cancelled":
            return f"The owner said no to {tool}. Let it go."
        case "expired":
            return f"Nobody answered in time, and {tool} will not run. Let it go."
        case "done":
            return f"{tool} is done. {fate.text}".rstrip()[:_CHARS]
        case "failed":
            return f"{tool} had its yes. {fate.text or 'It came to nothing.'}"[:_CHARS]
        case "lost":
            return f"{tool} had its yes. {fate.text or 'Nobody knows whether it was done.'}"[:_CHARS]
        case _:
            assert_never(fate.state)
