"""All servers of tools that the settings name: their services, and the tools that are there now."""

import os
from collections.abc import Mapping

from performer.core.errors import ConfigError
from performer.core.process.supervisor import Serve
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
        specs = {name: ServerSpec.of(name, each, environ, presets) for name, each in settings.items() if each.enabled}
        self.by_name = {name: McpServer(runtime, spec, store, mentions) for name, spec in specs.items()}

    def services(self) -> dict[str, Serve]:
        """Return what has to run beside the show; all are started side by side, and none is waited for."""
        return {server.service: server.run for server in self.by_name.values()}

    async def ready(self) -> None:
        """Wait until each has listed its tools, or could not be started, for the first time."""
        for server in self.by_name.values():
            await server.ready()

    def tools(self) -> list[Tool]:
        """Return the tools that are there now, and that the owner has allowed."""
        return [tool for server in self.by_name.values() for tool in server.tools()]

    def roles(self) -> tuple[Role, ...]:
        """Return how each server is, a line each."""
        return tuple(server.role() for server in self.by_name.values())

    def server(self, name: str) -> McpServer:
        """Return a server by its name.

        Raises:
            ConfigError: when there is none; with the nearest names.
        """
        if name not in self.by_name:
            raise ConfigError(f"There is no MCP server '{name}'. {format_near_miss(name, self.by_name)}")
        return self.by_name[name]

    async def allow(self, name: str, digests: Mapping[str, str]) -> list[ToolDefinition]:
        """Allow tools of a server as the owner has read them, and return those; one that is different by now is not."""
        server = self.server(name)
        fitting = [each for each in server.listed if digests.get(each.own_name) == each.digest]
        await server.definitions.allow(fitting)
        return fitting
