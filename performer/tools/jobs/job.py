"""An errand: a long call that goes on beside the show.

The store of the errands, as these see it.

A call under way: it runs in a scope of its own, whoever waits for it, and ends in one of four manners.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, Literal, Protocol

import anyio

from performer.core.clock import Clock
from performer.core.cues import Origin
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.tools.result import Progress, Report, ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Proceed

Came = Literal["done", "failed", "cancelled", "lost"]
"""What it came to; lost: nobody knows, for the performer ended meanwhile."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """What is kept of one; its text arguments have passed the guard."""

    number: int = 0
    """By which it is cancelled; 0 until it is kept."""
    tool: str
    server: str = ""
    """Whose tool it is: an MCP server's name, or empty for our own."""
    call: str
    """Its id in its turn."""
    arguments: Mapping[str, object] = field(default_factory=dict)
    origin: Origin | None = None
    """Why its turn began."""
    said: str = ""
    """What its turn had said by then."""
    began_at: datetime
    """Wall time."""


class JobStore(Protocol):
    """Keeps errands over restarts and power cuts: what has returned is on the disk."""

    async def add(self, errand: Job) -> int:
        """Keep one that goes on, and give its number; no other errand ever had it in this store.

        Raises:
            ServiceError: when the disk has failed.
        """
        ...

    async def finish(self, number: int, came: Came) -> None:
        """Keep what one came to.

        Raises:
            ServiceError: when the disk has failed.
        """
        ...

    async def came(self, number: int) -> Came | None:
        """Tell what one came to; None when it goes on, or is not known."""
        ...

    async def going(self) -> Sequence[Job]:
        """Give those of which it is not known what they came to, the oldest first."""
        ...


_BROKEN_OFF: Final = "it was broken off"


class RunningJob:
    """One call; `run` runs it, in whoever's task.

    Args:
        clock: Times it.
        call: What is to be done.
        within_s: How long it may take, in seconds.
    """

    def __init__(self, clock: Clock, call: ToolCall, within_s: float) -> None:
        self.call = call
        self.errand: Job | None = None
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
        self._result: ToolResult | ToolRefusedError | ToolFailedError = ToolFailedError(_BROKEN_OFF)

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
                self._result, self.came = ToolFailedError(too_long), "failed"
        except (ToolRefusedError, ToolFailedError) as no:
            self._result, self.came = no, "failed"
        finally:
            if self._why_cancelled:
                self._result, self.came = ToolFailedError(f"it was cancelled: {self._why_cancelled}"), "cancelled"
            self.over.set()

    def _report(self, came: Report) -> None:
        if isinstance(came, Progress):
            self.progress = came
        self.call.report(came)
