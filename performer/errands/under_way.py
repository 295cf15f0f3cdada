"""A call under way: it runs in a scope of its own, whoever waits for it, and ends in one of four manners."""

from dataclasses import replace
from typing import Final

import anyio

from performer.clock import Clock
from performer.errands.errand import Came, Errand
from performer.errors import ToolFailed, ToolRefused
from performer.tools import Progress, Report, ToolCall, ToolResult
from performer.tools.toolbox import Proceed

_BROKEN_OFF: Final = "it was broken off"


class UnderWay:
    """One call; `run` runs it, in whoever's task.

    Args:
        clock: Times it.
        call: What is to be done.
        within_s: How long it may take, in seconds.
    """

    def __init__(self, clock: Clock, call: ToolCall, within_s: float) -> None:
        self.call = call
        self.errand: Errand | None = None
        """What is kept of it, once nobody waits for it any more."""
        self.progress = Progress()
        """How far it said last that it is."""
        self.came: Came | None = None
        """None until it is over; for ever, when whoever ran it was ended."""
        self.over = anyio.Event()
        self.kept = anyio.Event()
        """Whether it is to be kept is settled."""
        self.began_s = clock.now()
        self._clock = clock
        self._within_s = within_s
        self._scope = anyio.CancelScope()
        self._why_cancelled = ""
        self._result: ToolResult | ToolRefused | ToolFailed = ToolFailed(_BROKEN_OFF)

    @property
    def left_s(self) -> float:
        """How long it may still take, in seconds."""
        return max(0.0, self.began_s + self._within_s - self._clock.now())

    @property
    def text(self) -> str:
        """What it came to, in the words that a model reads."""
        if isinstance(self._result, ToolResult):
            return self._result.text
        return f"It came to nothing: {self._result}"

    def answer(self) -> ToolResult:
        """Give what it came to.

        Raises:
            ToolRefused: as the call did.
            ToolFailed: likewise, and when it was cancelled or broken off.
        """
        if isinstance(self._result, ToolResult):
            return self._result
        raise self._result

    def cancel(self, why: str) -> bool:
        """End it, and tell whether that was still possible; nothing comes of it then, whatever it answers."""
        if self.over.is_set():
            return False
        self._why_cancelled = self._why_cancelled or why
        self._scope.cancel()
        return True

    async def run(self, proceed: Proceed) -> None:
        """Run it to one of its ends."""
        try:
            with self._scope, self._clock.move_on_after(self._within_s) as limit:
                self._result, self.came = await proceed(replace(self.call, report=self._report)), "done"
            if limit.cancelled_caught:
                too_long = f"{self.call.name} took longer than {self._within_s:g} s and was ended."
                self._result, self.came = ToolFailed(too_long), "failed"
        except (ToolRefused, ToolFailed) as no:
            self._result, self.came = no, "failed"
        finally:
            if self._why_cancelled:
                self._result, self.came = ToolFailed(f"it was cancelled: {self._why_cancelled}"), "cancelled"
            self.over.set()

    def _report(self, came: Report) -> None:
        if isinstance(came, Progress):
            self.progress = came
        self.call.report(came)
