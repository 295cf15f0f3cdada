"""All servers of tools that the settings name: the service that runs them, and the tools that are there now.

Servers may come, go and change while the show goes on.
"""

import os
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

import anyio
from anyio.abc import TaskGroup, TaskStatus

from performer.core import events
from performer.core.errors import ConfigError
from performer.core.named_settings import NamedSettings
from performer.core.operations import LiveSettings
from performer.core.process.supervisor import Serve, supervise
from performer.core.remembered_conversation import KeyValueStore
from performer.core.status import Role
from performer.core.text import format_near_miss
from performer.guard.runtime import Runtime
from performer.tools.mcp.definition import ToolDefinition
from performer.tools.mcp.presets.presets import Preset
from performer.tools.mcp.server_spec import PRESETS, ServerSpec
from performer.tools.mcp.settings import McpSettings
from performer.tools.mcp.supervisor import McpServer
from performer.tools.mentions import NO_MENTIONS, ToolMentions
from performer.tools.tool import Tool


class McpServers:
    """The servers of the tables `[mcp.NAME]` by name, each supervised for itself.

    `store` keeps what the owner has allowed; what fits no tool that a server lists of the settings' `mentions` is told.
    """

    def __init__(
        self,
        runtime: Runtime,
        settings: Mapping[str, McpSettings],
        store: KeyValueStore,
        mentions: ToolMentions = NO_MENTIONS,
        *,
        environ: Mapping[str, str] = os.environ,
        presets: Mapping[str, Preset] = PRESETS,
    ) -> None:
        self._runtime = runtime
        self._store = store
        self._mentions = mentions
        self._environ = environ
        self._presets = presets
        self.settings = dict(settings)
        """The tables, those too of servers that are switched off."""
        self.by_name = {name: self._make(name, each) for name, each in settings.items() if each.enabled}
        self._changing = anyio.Lock()
        self._tasks: TaskGroup | None = None
        self._running: dict[str, _RunningServer] = {}

    @property
    def live(self) -> LiveSettings:
        """The settings that hold at once: whole tables and each key of one, which begins its server again."""
        return NamedSettings("mcp", ("", *McpSettings.model_fields), self._take_up)

    def services(self) -> dict[str, Serve]:
        """Return what has to run beside the show; all are started side by side, and none is waited for."""
        return {"tool servers": self.run}

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Run the servers that there are, and those that come, until cancelled."""
        try:
            async with anyio.create_task_group() as self._tasks:
                for server in self.by_name.values():
                    self._begin(server)
                task_status.started()
                await anyio.sleep_forever()
        finally:
            self._tasks = None

    async def ready(self) -> None:
        """Wait until each has listed its tools, or could not be started, for the first time."""
        for server in list(self.by_name.values()):
            await server.ready()

    async def change(self, name: str, settings: McpSettings | None) -> None:
        """Begin a server as a table has it, in place of the one of that name; None: there is none any more."""
        async with self._changing:
            await self._end(name)
            if settings is None:
                self.settings.pop(name, None)
                return
            self.settings[name] = settings
            if settings.enabled:
                server = self.by_name[name] = self._make(name, settings)
                self._begin(server)

    async def restart(self, name: str) -> None:
        """End a server and begin it again at once, though it may have been about to wait.

        Raises:
            ConfigError: when there is none of that name, or it is switched off.
        """
        await self.change(self.server(name).name, self.settings[name])

    def tools(self) -> list[Tool]:
        """Return the tools that are there now, and that the owner has allowed."""
        return [tool for server in self.by_name.values() for tool in server.tools()]

    def roles(self) -> tuple[Role, ...]:
        """Return how each server is, a line each."""
        return tuple(server.role() for server in self.by_name.values())

    def server(self, name: str) -> McpServer:
        """Return a server by its name.

        Raises:
            ConfigError: when there is none, with the nearest names; or it is switched off.
        """
        if name in self.by_name:
            return self.by_name[name]
        if name in self.settings:
            raise ConfigError(f"The MCP server '{name}' is off. Set mcp.{name}.enabled to true.")
        raise ConfigError(f"There is no MCP server '{name}'. {format_near_miss(name, self.by_name)}")

    async def allow(self, name: str, digests: Mapping[str, str]) -> list[ToolDefinition]:
        """Allow tools of a server as the owner has read them, and return those; one that is different by now is not."""
        server = self.server(name)
        fitting = [each for each in server.listed if digests.get(each.own_name) == each.digest]
        await server.definitions.allow(fitting)
        return fitting

    def _make(self, name: str, settings: McpSettings) -> McpServer:
        spec = ServerSpec.of(name, settings, self._environ, self._presets)
        return McpServer(self._runtime, spec, self._store, self._mentions)

    def _begin(self, server: McpServer) -> None:
        """Begin a server, once `run` runs."""
        if self._tasks:
            running = self._running[server.name] = _RunningServer()
            serve = partial(supervise, self._runtime.clock, self._runtime.stream, server.service, server.run)
            self._tasks.start_soon(running.run, serve)

    async def _end(self, name: str) -> None:
        running, server = self._running.pop(name, None), self.by_name.pop(name, None)
        if running:
            await running.end()
        if server and server.trouble:
            self._runtime.stream.publish(events.ServiceUp(service=server.service))

    async def _take_up(self, name: str, key: str, value: Any) -> None:
        if not key:
            await self.change(name, value)
            return
        before = self.settings.get(name)
        said = {each: getattr(before, each) for each in before.model_fields_set} if before else {}
        if value == McpSettings.model_fields[key].default:  # then a preset may say otherwise
            said.pop(key, None)
        else:
            said[key] = value
        await self.change(name, McpSettings.model_validate(said))


class _RunningServer:
    """A server that runs, and can be ended by itself."""

    def __init__(self) -> None:
        self._scope = anyio.CancelScope()
        self._is_over = anyio.Event()

    async def run(self, serve: Callable[[], Awaitable[None]]) -> None:
        try:
            with self._scope:
                await serve()
        finally:
            self._is_over.set()

    async def end(self) -> None:
        """End the server, and return when its program is gone."""
        self._scope.cancel()
        await self._is_over.wait()
