"""A session with a server, from its start until it is gone; one task opens and closes it, calls come from any other."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import anyio
from anyio.abc import TaskGroup

from performer.core.clock import Clock
from performer.core.errors import ServiceError, ToolFailedError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.tools.mcp.definition import ToolListing
from performer.tools.mcp.open_connection import open_connection
from performer.tools.mcp.server_spec import ServerSpec
from performer.tools.result import Progress, ToolResult

if TYPE_CHECKING:
    from performer.tools.mcp.connection import McpConnection

_LISTS_AGAIN_S: Final = 60.0
"""Not every server says when its tools have changed."""
_SETTLES_S: Final = 0.2
"""After a change: more of them may come."""
_RESTS_S: Final = 2.0
"""After a listing: however often it says that its tools have changed, it is asked no sooner."""
_ANSWERS_S: Final = 5.0
"""Within which it answers, if it is not to count as hung."""


_CALL_S: Final = 30.0
"""A call that nobody has given a time; those of the show have one of the settings of tools."""


@dataclass(frozen=True, kw_only=True)
class SessionEnd:
    """The reason why a session ended."""

    reason: str
    may_retry: bool
    up_s: float
    """How long it could be called."""


class McpSession:
    """One life of a server; `listed` takes the tools as the wire has them, whenever they are listed.

    The server is pinged now and then, and at once when there is doubt. While a call is under way it is not, and its
    silence does not count: many a server does one thing at a time, and the call has a deadline of its own. When one has
    passed its deadline, there is doubt.
    """

    def __init__(self, clock: Clock, spec: ServerSpec, listed: Callable[[list[Mapping[str, Any]]], None]) -> None:
        self._clock = clock
        self._spec = spec
        self._listed = listed
        self._scope = anyio.CancelScope()
        self._changed = anyio.Event()
        self._doubted = anyio.Event()
        self._calls_under_way = 0
        self._end: SessionEnd | None = None
        self._up_at_s: float | None = None
        self._connection: McpConnection | None = None
        self._tasks: TaskGroup | None = None

    @property
    def is_up(self) -> bool:
        """Whether the server can be called."""
        return self._up_at_s is not None and self._end is None

    async def run(self) -> SessionEnd:
        """Start the server, list its tools, and keep the list right until it is gone; return why it is."""
        try:
            with self._scope:
                async with anyio.create_task_group() as self._tasks:
                    self._tasks.start_soon(self._watch_start)
                    await self._run_connection(self._tasks)
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
        within_s: float | None = None,
    ) -> ToolResult:
        """Call a tool, in a task of its own: cancelling this returns at once, however the server takes it.

        It may take `within_s`, or else as long as the server's settings say.

        Raises:
            ToolFailedError: when it comes to nothing, takes too long, or the server goes meanwhile.
        """
        self._require_up()
        assert self._tasks is not None
        assert self._connection is not None
        connection, within_s = self._connection, within_s or self._spec.settings.timeout_s or _CALL_S
        came: list[ToolResult | ToolFailedError] = []
        scope, done = anyio.CancelScope(), anyio.Event()

        async def run() -> None:
            self._calls_under_way += 1
            try:
                with scope:
                    came.append(await connection.call(tool, arguments, report, told_as=told_as))
            except ToolFailedError as failure:
                came.append(failure)
            finally:
                self._calls_under_way -= 1
                done.set()

        self._tasks.start_soon(run)
        try:
            with self._clock.move_on_after(within_s):
                await done.wait()
        finally:
            scope.cancel()
        if came:
            if isinstance(came[0], ToolFailedError):
                raise came[0]
            return came[0]
        self._require_up()
        self._doubted.set()
        raise ToolFailedError(
            own("{told_as} took longer than {within_s:g} s and was ended.", told_as=told_as, within_s=within_s)
        )

    def _require_up(self) -> None:
        if not self.is_up:
            raise ToolFailedError(own("{name} went away before it answered; try again soon", name=self._spec.name))

    async def _run_connection(self, tasks: TaskGroup) -> None:
        try:
            async with open_connection(
                self._clock, self._spec, lose=self.lose, changed=self._note_change
            ) as self._connection:
                await self._stay(tasks, self._connection)
        except ServiceError as error:
            self.lose(str(error), may_retry=error.retry)

    async def _watch_start(self) -> None:
        start_s = self._spec.settings.start_s
        await self._clock.sleep(start_s)
        if not self.is_up:
            self.lose(f"it was not ready within {start_s:g} s")

    async def _stay(self, tasks: TaskGroup, connection: "McpConnection") -> None:
        try:
            await self._list(connection)
        except ServiceError as error:  # what ends the block by an error would come out of it in groups
            self.lose(str(error), may_retry=error.retry)
            return
        self._up_at_s = self._clock.now()
        tasks.start_soon(connection.watch, self._note_change)
        tasks.start_soon(self._ping_now_and_then, connection)
        tasks.start_soon(self._list_now_and_then)
        while True:
            await self._changed.wait()
            await self._clock.sleep(_SETTLES_S)
            self._changed = anyio.Event()
            if not await self._is_answered(connection, partial(self._list, connection)):
                self._note_change()  # it was busy
            await self._clock.sleep(_RESTS_S)

    async def _list_now_and_then(self) -> None:
        while True:
            await self._clock.sleep(_LISTS_AGAIN_S)
            self._note_change()

    async def _ping_now_and_then(self, connection: "McpConnection") -> None:
        while True:
            with self._clock.move_on_after(connection.at.pulse_s):
                await self._doubted.wait()
            is_doubted, self._doubted = self._doubted.is_set(), anyio.Event()
            if is_doubted or not self._calls_under_way:
                await self._is_answered(connection, connection.ping, is_doubted=is_doubted)

    async def _is_answered(
        self, connection: "McpConnection", ask: Callable[[], Awaitable[None]], *, is_doubted: bool = False
    ) -> bool:
        """Whether the server answers a question in time; if not, it is lost, unless it may be busy."""
        with self._clock.move_on_after(_ANSWERS_S) as limit:
            try:
                await ask()
            except ServiceError as error:
                self.lose(str(error))
        if limit.cancelled_caught and (is_doubted or not self._calls_under_way):
            connection.at.is_given_up = True
            self.lose("it hangs")
        return not limit.cancelled_caught

    async def _list(self, connection: "McpConnection") -> None:
        self._listed(await connection.tools())

    def _note_change(self) -> None:
        self._changed.set()


async def list_server_tools(clock: Clock, spec: ServerSpec) -> ToolListing:
    """Start a server, and return what it lists.

    Raises:
        ServiceError: when it cannot be started, or does not answer; with the remedy.
    """
    found: list[ToolListing] = []

    def take(listed: list[Mapping[str, Any]]) -> None:
        found.append(spec.parse_listing(listed))
        session.lose("it was seen")

    session = McpSession(clock, spec, take)
    end = await session.run()
    if not found:
        raise ServiceError(end.reason)
    return found[0]
