"""A job: a long call that goes on beside the show, while it runs, and as it is kept in the database."""

from dataclasses import field, replace
from datetime import datetime
from sqlite3 import Connection
from typing import Final, Literal

import anyio

from performer.core.clock import Clock
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.tools.persistent_calls import PersistentCall, PersistentCallTable
from performer.tools.result import Progress, Report, ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Proceed

Came = Literal["done", "failed", "cancelled", "lost"]
"""What it came to; lost: nobody knows, for the performer ended meanwhile."""


@dataclass(frozen=True, kw_only=True)
class Job(PersistentCall):
    """A long call that no turn waits for any more."""

    began_at: datetime
    """Wall time."""


@dataclass(eq=False)
class RunningJob:
    """A call under way: it runs in a scope of its own, whoever waits for it, and ends in one of four ways."""

    _clock: Clock
    call: ToolCall
    within_s: float
    """How long it may take, in seconds."""
    job: Job | None = field(default=None, init=False)
    """What is kept of the call, once nobody waits for it any more."""
    progress: Progress = field(default=Progress(), init=False)
    """How far the call said last that it is."""
    came: Came | None = field(default=None, init=False)
    """None until it is over; for ever, when whoever ran it was ended."""
    over: anyio.Event = field(default_factory=anyio.Event, init=False)
    kept: anyio.Event = field(default_factory=anyio.Event, init=False)
    """Set when it is settled whether the call is to be kept."""
    _scope: anyio.CancelScope = field(default_factory=anyio.CancelScope, init=False)
    _why_cancelled: str = field(default="", init=False)

    def __post_init__(self) -> None:
        self.began_s = self._clock.now()
        self._result: ToolResult | ToolRefusedError | ToolFailedError = ToolFailedError(own("it was broken off"))

    @property
    def left_s(self) -> float:
        """The time that the call may still take, in seconds."""
        return max(0.0, self.began_s + self.within_s - self._clock.now())

    @property
    def text(self) -> str:
        """The outcome in the words that a model reads."""
        if isinstance(self._result, ToolResult):
            return self._result.text
        return f"It came to nothing: {self._result}"

    @property
    def seen(self) -> list[bytes]:
        """The pictures of the outcome, where they are for the model to see."""
        is_seen = self.call.tool is not None and self.call.tool.is_seen
        came = self._result.pictures if isinstance(self._result, ToolResult) and is_seen else ()
        return [each.content for each in came]

    def answer(self) -> ToolResult:
        """Return the result of the call.

        Raises:
            ToolRefusedError: as the call did.
            ToolFailedError: likewise, and when it was cancelled or broken off.
        """
        if isinstance(self._result, ToolResult):
            return self._result
        raise self._result

    def cancel(self, why: str) -> bool:
        """End the call, and return whether that was still possible; nothing comes of it then, whatever it answers."""
        if self.over.is_set():
            return False
        self._why_cancelled = self._why_cancelled or why
        self._scope.cancel()
        return True

    async def run(self, proceed: Proceed) -> None:
        """Run the call to one of its ends, in the task of the caller."""
        try:
            with self._scope, self._clock.move_on_after(self.within_s) as limit:
                self._result, self.came = await proceed(replace(self.call, report=self._report)), "done"
            if limit.cancelled_caught:
                too_long = own("{name} took longer than {s:g} s and was ended.", name=self.call.name, s=self.within_s)
                self._result, self.came = ToolFailedError(too_long), "failed"
        except (ToolRefusedError, ToolFailedError) as no:
            self._result, self.came = no, "failed"
        finally:
            if self._why_cancelled:
                cancelled = own("it was cancelled: {why}", why=self._why_cancelled)
                self._result, self.came = ToolFailedError(cancelled), "cancelled"
            self.over.set()

    def _report(self, came: Report) -> None:
        if isinstance(came, Progress):
            self.progress = came
        self.call.report(came)


_MOST_KEPT: Final = 200
"""Jobs that are over; older ones are forgotten."""
_FINISH: Final = """
    UPDATE errand SET state = ?, arguments = '{}', origin = '', said = '' WHERE id = ? AND state = 'going'
"""
_FORGET: Final = "DELETE FROM errand WHERE state <> 'going' AND id <= (SELECT max(id) FROM errand) - ?"
_CAME: Final = "SELECT state FROM errand WHERE id = ? AND state <> 'going'"


class JobTable(PersistentCallTable[Job]):
    """The table of jobs."""

    kind = Job
    table = "errand"
    first_state = "going"

    async def finish(self, number: int, came: Came) -> None:
        """Keep what a job came to, and nobody's words any more."""
        await self._store.write(lambda it: it.execute(_FINISH, (came, number)).rowcount, durable=True)

    async def came(self, number: int) -> Came | None:
        """Return what a job came to; None when it goes on, or is not known."""
        row = await self._store.read(lambda it: it.execute(_CAME, (number,)).fetchone())
        return row["state"] if row else None

    def _add(self, call: Job, database: Connection) -> int:
        number = super()._add(call, database)
        database.execute(_FORGET, (_MOST_KEPT,))
        return number
