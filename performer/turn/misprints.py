"""Misprints: calls that the model meant and got wrong. None runs; each is stated as a call that was refused."""

import re
from contextlib import suppress

from performer.clock import Clock
from performer.errors import ToolRefused
from performer.events import EventStream
from performer.guard import Drop, Guard
from performer.tools import ToolCall, ToolResult
from performer.tools.hooks import guarded, traced

_LONGEST_REASON = 120


class Misprints:
    """States misprints past the guard, as any call is: their words are the model's own."""

    def __init__(self, clock: Clock, stream: EventStream, guard: Guard) -> None:
        self._guard = guard
        self._guarded = guarded(guard, stream)
        self._traced = traced(stream, clock, guard.recorded)

    async def refuse(self, call: ToolCall, reason: str) -> None:
        """State that a call was made, and was refused; of the reason, which is for the model, only what is wrong."""
        verdict = self._guard.check(_what_is_wrong(call.name, reason), limit=_LONGEST_REASON)
        told = "it was printed wrong" if isinstance(verdict, Drop) else f"it was printed wrong: {verdict.text}"

        async def no(_call: ToolCall) -> ToolResult:
            raise ToolRefused(told)

        with suppress(ToolRefused):
            await self._guarded(call, lambda passed: self._traced(passed, no))


def _what_is_wrong(tool: str, reason: str) -> str:
    """Leave out the tool's name, which is said anyway, and what the model is to do about it."""
    return re.split(r"[;.](?= )", reason.removeprefix(f"{tool}: "), maxsplit=1)[0].rstrip(".")
