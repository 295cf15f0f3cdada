"""The operations of the control socket on servers of tools: which there are, what they have, and what may be used."""

from collections.abc import Awaitable, Callable
from typing import Any

from performer.core.errors import ConfigError
from performer.core.operations import Arguments, read_text
from performer.core.values import dataclass
from performer.tools.mcp.configured_servers import McpServers
from performer.tools.mcp.definition import ToolDefinition
from performer.tools.mcp.supervisor import McpServer


@dataclass(frozen=True)
class McpOperations:
    """`mcp.list mcp.tools mcp.allow`, each answering with what JSON can hold."""

    _servers: McpServers

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Return the operations by their names on the wire."""
        return {"mcp.list": self.all, "mcp.tools": self.tools, "mcp.allow": self.allow}

    async def all(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Return how each server is, its tools by name with what the owner said to them, and which are left out."""
        return [_format_server(each) for each in self._servers.by_name.values()]

    async def tools(self, arguments: Arguments) -> list[dict[str, Any]]:
        """Return what the tools of a `server` are: all that a model reads of them, and their digests."""
        server = self._servers.server(read_text(arguments, "server", most=200))
        return [_format_tool(each, server) for each in server.listed]

    async def allow(self, arguments: Arguments) -> list[str]:
        """Allow the `tools` of a `server`, by their digests as they were read; return which are allowed now.

        One that is different by now is not: its new words have to be read first.
        """
        digests = arguments.get("tools")
        if not isinstance(digests, dict) or not digests:
            raise ConfigError("The argument 'tools' is missing. Expected digests by the names of tools.")
        allowed = await self._servers.allow(read_text(arguments, "server", most=200), digests)
        return [each.name for each in allowed]


def _format_server(server: McpServer) -> dict[str, Any]:
    ours = {each.spec.name: "allowed" for each in server.ours}
    tools = ours | {each.own_name: server.definitions.state(each) for each in server.listed}
    facts = {name: getattr(server, name) for name in ("name", "is_up", "trouble")}
    return {**facts, "misfits": list(server.misfits), "left_out": list(server.left_out), "tools": tools}


def _format_tool(tool: ToolDefinition, server: McpServer) -> dict[str, Any]:
    names = ("name", "own_name", "is_read_only", "description", "parameters", "digest")
    return {"state": server.definitions.state(tool), **{name: getattr(tool, name) for name in names}}
