"""A session with a server, from its start until it is gone; one task opens and closes it, calls come from any other."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

import anyio
from anyio.abc import TaskGroup

from performer.core.clock import Clock
from performer.core.errors import ServiceError, ToolFailedError
from performer.tools.mcp.ping import PingLoop
from performer.tools.result import Progress, ToolResult

if TYPE_CHECKING:
    from performer.tools.mcp.connection import McpConnection

_LISTS_AGAIN_S: Final = 60.0
"""Not every server says when its tools have changed."""
_SETTLES_S: Final = 0.2
"""After a change: more of them may come."""
_RESTS_S: Final = 2.0
"""After a listing: however often it says that its tools have changed, it is asked no sooner."""
_GONE: Final = "is gone; it is being started again"


class OpenConnection(Protocol):
    """Opens the connection: `open_connection` with the server filled in."""

    def __call__(
        self, *, lose: Callable[[str], None], changed: Callable[[], None]
    ) -> AbstractAsyncContextManager["McpConnection"]:
        """Open it."""
        ...


@dataclass(frozen=True, kw_only=True)
class SessionEnd:
    """The reason why a session ended."""

    reason: str
    may_retry: bool = True
    up_s: float = 0.0
    """How long it could be called."""


@dataclass(eq=False)
class _Job:
    """A call under way."""

    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    done: anyio.Event = field(default_factory=anyio.Event)
    result: ToolResult | None = None
    failure: ToolFailedError | None = None


class McpSession:
    """One life of a server.

    Args:
        start_s: How long the server may take to list its tools.
        listed: Takes the tools as the wire has them, whenever they are listed.
    """

    def __init__(
        self,
        clock: Clock,
        name: str,
        *,
        start_s: float,
        listed: Callable[[list[Mapping[str, Any]]], None],
    ) -> None:
        self._clock = clock
        self._name = name
        self._start_s = start_s
        self._listed = listed
        self._scope = anyio.CancelScope()
        self._changed = anyio.Event()
        self._under_way = 0
        """Calls."""
        self._pulse = PingLoop(clock, is_busy=lambda: self._under_way > 0, lose=self.lose)
        self._end: SessionEnd | None = None
        self._up_at_s: float | None = None
        self._connection: McpConnection | None = None
        self._tasks: TaskGroup | None = None

    @property
    def is_up(self) -> bool:
        """Whether the server can be called."""
        return self._up_at_s is not None and self._end is None

    async def run(self, open_it: OpenConnection) -> SessionEnd:
        """Start the server, list its tools, and keep the list right until it is gone; return why it is."""
        try:
            with self._scope:
                async with anyio.create_task_group() as self._tasks:
                    self._tasks.start_soon(self._watch_start)
                    await self._run_connection(open_it)
        finally:
            self.lose("it was ended")
        assert self._end is not None
        return self._end

    def lose(self, reason: str, *, may_retry: bool = True) -> None:
        """End the session, and all calls with it; the first reason counts."""
        if self._end is None:
            up_s = 0.0 if self._up_at_s is None else self._clock.now() - self._up_at_s
            self._end = SessionEnd(reason=reason.rstrip("."), may_retry=may_retry, up_s=up_s)
            self._scope.cancel()

    async def call(
        self,
        tool: str,
        arguments: Mapping[str, object],
        report: Callable[[Progress], None],
        *,
        told_as: str,
        within_s: float,
    ) -> ToolResult:
        """Call a tool, in a task of its own: cancelling this returns at once, however the server takes it.

        Raises:
            ToolFailedError: when it comes to nothing, takes too long, or the server goes meanwhile.
        """
        if not self.is_up:
            raise ToolFailedError(f"{self._name} {_GONE}")
        assert self._tasks is not None
        assert self._connection is not None
        job = _Job()
        self._tasks.start_soon(self._do, job, partial(self._connection.call, tool, arguments, report, told_as=told_as))
        try:
            with self._clock.move_on_after(within_s):
                await job.done.wait()
        finally:
            job.scope.cancel()
        if job.result is not None:
            return job.result
        if job.failure is not None:
            raise job.failure
        if not self.is_up:
            raise ToolFailedError(f"{self._name} {_GONE}")
        self._pulse.doubt()
        raise ToolFailedError(f"{told_as} took longer than {within_s:g} s and was ended.")

    async def _do(self, job: _Job, call: Callable[[], Awaitable[ToolResult]]) -> None:
        self._under_way += 1
        try:
            with job.scope:
                job.result = await call()
        except ToolFailedError as failure:
            job.failure = failure
        finally:
            self._under_way -= 1
            job.done.set()

    async def _run_connection(self, open_it: OpenConnection) -> None:
        try:
            async with open_it(lose=self.lose, changed=self._note_change) as self._connection:
                await self._stay(self._connection)
        except ServiceError as error:
            self.lose(str(error), may_retry=error.retry)

    async def _watch_start(self) -> None:
        await self._clock.sleep(self._start_s)
        if not self.is_up:
            self.lose(f"it was not ready within {self._start_s:g} s")

    async def _stay(self, connection: "McpConnection") -> None:
        assert self._tasks is not None
        try:
            await self._take(connection)
        except ServiceError as error:  # what ends the block by an error would come out of it in groups
            self.lose(str(error), may_retry=error.retry)
            return
        self._up_at_s = self._clock.now()
        self._tasks.start_soon(connection.watch, self._note_change)
        self._tasks.start_soon(self._pulse.feel, connection)
        self._tasks.start_soon(self._list_now_and_then)
        while True:
            await self._changed.wait()
            await self._clock.sleep(_SETTLES_S)
            self._changed = anyio.Event()
            if not await self._pulse.is_answered(connection, partial(self._take, connection)):
                self._note_change()  # it was busy
            await self._clock.sleep(_RESTS_S)

    async def _list_now_and_then(self) -> None:
        while True:
            await self._clock.sleep(_LISTS_AGAIN_S)
            self._note_change()

    async def _take(self, connection: "McpConnection") -> None:
        self._listed(await connection.tools())

    def _note_change(self) -> None:
        self._changed.set()
