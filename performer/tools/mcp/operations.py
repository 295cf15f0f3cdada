"""The operations of the control socket on servers of tools: which there are, what they have, and what may be used."""

from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from performer.core.errors import ConfigError
from performer.core.operations import Arguments, Operation, read_text
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.tools.mcp.configured_servers import McpServers
from performer.tools.mcp.definition import ToolDefinition
from performer.tools.mcp.new_server import read_new_server
from performer.tools.mcp.server_spec import PRESETS, ServerSpec
from performer.tools.mcp.settings import McpSettings
from performer.tools.mcp.supervisor import McpServer

_LONGEST: Final = 2000
_TIME: Final = {"name": "time", "command": "uvx mcp-server-time"}
"""The server of the Model Context Protocol's own that the guide begins with."""
KeepKeys = Callable[[Mapping[str, str]], None]


@dataclass(frozen=True)
class McpOperations:
    """`mcp.list mcp.tools mcp.allow mcp.presets mcp.add mcp.remove mcp.restart`, with answers that JSON can hold."""

    _servers: McpServers
    _guard: Guard
    _change: Operation
    """`config.set`, which keeps a table in the file too."""
    _keep_keys: KeepKeys
    """Keeps the keys that were entered, which stand in no table."""

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {
            "mcp.list": self.all,
            "mcp.tools": self.tools,
            "mcp.allow": self.allow,
            "mcp.presets": self.presets,
            "mcp.add": self.add,
            "mcp.remove": self.remove,
            "mcp.restart": self.restart,
        }

    async def all(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Return how each server is, its tools by name with what the owner said to them, and which are left out.

        Besides, `is_on` (whether it is used at all) and `where` it is: empty for this machine, or a host's name.
        """
        by_name = self._servers.by_name
        return [
            _format_server(by_name[name], settings) if name in by_name else _format_absent(name, settings)
            for name, settings in self._servers.settings.items()
        ]

    async def tools(self, arguments: Arguments) -> list[dict[str, Any]]:
        """Return what the tools of a `server` are: all that a model reads of them, and their digests.

        `told` is the description as it may be shown to whoever looks on.
        """
        server = self._servers.server(read_text(arguments, "server", most=200))
        return [self._format_tool(each, server) for each in server.listed]

    async def allow(self, arguments: Arguments) -> list[str]:
        """Allow the `tools` of a `server`, by their digests as they were read; return which are allowed now.

        One that is different by now is not: its new words have to be read first.
        """
        digests = arguments.get("tools")
        if not isinstance(digests, dict) or not digests:
            raise ConfigError("The argument 'tools' is missing. Expected digests by the names of tools.")
        allowed = await self._servers.allow(read_text(arguments, "server", most=200), digests)
        return [each.name for each in allowed]

    async def presets(self, _arguments: Arguments) -> list[dict[str, str]]:
        """Return servers that are known here and not set up: `name`, `preset` or `command`, and the `key` they need.

        `key_from` says where a person gets the key. Those that a person has to build first are left out.
        """
        known = [_TIME, *(_format_preset(name) for name, preset in PRESETS.items() if not preset.build)]
        taken = {name for name, each in self._servers.settings.items()} | {
            each.preset for each in self._servers.settings.values()
        }
        return [each for each in known if each["name"] not in taken]

    async def add(self, arguments: Arguments) -> str:
        """Add a server of a `name`, at once and in the file, and return what was written.

        None of its tools is used before it is allowed.

        Args:
            arguments: One of `preset` (with its `key`), `command` (a line as in a terminal) and `url`; and `env` or
                `headers`, objects of texts, which are kept as keys are and never told again.
        """
        new = read_new_server(arguments)
        if new.name in self._servers.settings:
            raise ConfigError(
                own("There is a server '{name}' already. Take another name, or remove that one first.", name=new.name)
            )
        if new.keys:
            self._keep_keys(new.keys)
        return str(await self._change({"key": f"mcp.{new.name}", "value": dict(new.table)}))

    async def remove(self, arguments: Arguments) -> str:
        """Remove the server of a `name`, at once and from the file, and return what was written."""
        name = read_text(arguments, "name", most=200)
        if name not in self._servers.settings:
            self._servers.server(name)
        return str(await self._change({"key": f"mcp.{name}", "value": None}))

    async def restart(self, arguments: Arguments) -> str:
        """End the server of a `name` and begin it again at once; return what was done."""
        name = read_text(arguments, "name", most=200)
        await self._servers.restart(name)
        return own("{name} is being started.", name=name)

    def _format_tool(self, tool: ToolDefinition, server: McpServer) -> dict[str, Any]:
        names = ("name", "own_name", "is_read_only", "description", "parameters", "digest")
        told = self._guard.passed(tool.description, limit=_LONGEST, where="panel")
        facts = {name: getattr(tool, name) for name in names}
        return {"state": server.definitions.state(tool), **facts, "told": told}


def _format_server(server: McpServer, settings: McpSettings) -> dict[str, Any]:
    ours = {each.spec.name: "allowed" for each in server.ours}
    tools = ours | {each.own_name: server.definitions.state(each) for each in server.listed}
    facts = {name: getattr(server, name) for name in ("name", "is_up", "trouble")}
    lists = {"misfits": list(server.misfits), "left_out": list(server.left_out), "tools": tools}
    return {**facts, **lists, "is_on": True, "where": _find_host(server.name, settings)}


def _format_absent(name: str, settings: McpSettings) -> dict[str, Any]:
    lists: dict[str, Any] = {"misfits": [], "left_out": [], "tools": {}}
    host = _find_host(name, settings)
    return {"name": name, "is_up": False, "trouble": "", **lists, "is_on": False, "where": host}


def _find_host(name: str, settings: McpSettings) -> str:
    url = ServerSpec.of(name, settings).settings.url
    return urlsplit(url).hostname or "" if url and "${" not in url else ""


def _format_preset(name: str) -> dict[str, str]:
    preset = PRESETS[name]
    return {"name": name, "preset": name, "key": preset.key, "key_from": preset.key_from}
