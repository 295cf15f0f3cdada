"""Real servers of the tests, with a box of their tools, and what is told of them."""

import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import anyio
from anyio.abc import TaskGroup

from performer.core.clock import Clock
from performer.core.events.stream import Event, EventStream
from performer.core.remembered_conversation import KeyValueStore
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.tools.mcp.configured_servers import McpServers
from performer.tools.mcp.settings import McpSettings
from performer.tools.mcp.supervisor import McpServer
from performer.tools.mentions import NO_MENTIONS, ToolMentions
from performer.tools.result import Report, ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox

LEAN = Path(__file__).parents[3] / "fakes" / "mcp" / "lean.py"
E = TypeVar("E", bound=Event)


class MemoryKeyValueStore(KeyValueStore):
    """Keeps for as long as the test runs."""

    def __init__(self) -> None:
        self.kept_by_name: dict[str, str] = {}

    async def kept(self, name: str) -> str:
        return self.kept_by_name.get(name, "")

    async def keep(self, name: str, value: str) -> None:
        self.kept_by_name[name] = value


def make_runtime(clock: Clock, stream: EventStream) -> Runtime:
    """Return a runtime whose guard has no finders: words are told as they are, secrets apart."""
    return Runtime(clock, stream, Guard(clock=clock, finders=()))


def lean(*options: str, trusted: bool = True, **more: Any) -> McpSettings:
    """Have the lean server, with options of its own and of the settings."""
    return McpSettings(command=sys.executable, args=("-I", str(LEAN), *options), trusted=trusted, **more)


class Standing:
    """Servers that run."""

    def __init__(self, servers: McpServers, stream: EventStream, tasks: TaskGroup) -> None:
        self.servers = servers
        self.tasks = tasks
        self.reader = stream.whole("test")

    @property
    def server(self) -> McpServer:
        return next(iter(self.servers.by_name.values()))

    @property
    def names(self) -> list[str]:
        return [tool.spec.name for tool in self.servers.tools()]

    async def call(
        self, tool: str, report: Callable[[Report], None] = lambda _: None, **arguments: object
    ) -> ToolResult:
        """Call a tool as the owner would."""
        box = Toolbox(self.servers.tools())
        return await box.call(ToolCall(id="c", name=tool, arguments=arguments, may="outside", report=report))

    async def heard(self, kind: type[E]) -> E:
        """Wait for an event of a kind."""
        with anyio.fail_after(20):
            async for published in self.reader:
                if isinstance(published.event, kind):
                    return published.event
        raise AssertionError(f"no {kind.__name__} came")


@asynccontextmanager
async def standing(
    clock: Clock,
    settings: Mapping[str, McpSettings] | McpSettings,
    *,
    store: KeyValueStore | None = None,
    environ: Mapping[str, str] = os.environ,
    mentions: ToolMentions = NO_MENTIONS,
) -> AsyncIterator[Standing]:
    """Have servers run; each has been listed, or could not be started. A single one is called `lean`."""
    by_name = {"lean": settings} if isinstance(settings, McpSettings) else settings
    stream = EventStream(clock)
    servers = McpServers(
        make_runtime(clock, stream), by_name, store or MemoryKeyValueStore(), mentions, environ=environ
    )
    async with anyio.create_task_group() as tasks:
        it = Standing(servers, stream, tasks)
        for run in servers.services().values():
            await tasks.start(run)
        with anyio.fail_after(30):
            await servers.ready()
        yield it
        tasks.cancel_scope.cancel()
        it.reader.leave()
