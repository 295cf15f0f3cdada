"""The operation of the control socket on all tools: which the running show has."""

from collections.abc import Awaitable, Callable
from typing import Any

from performer.core.operations import Arguments
from performer.core.values import dataclass
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox


@dataclass(frozen=True)
class ToolOperations:
    """`tools.list`, which answers with what JSON can hold."""

    _make_box: Callable[[], Toolbox]

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Return the operations by their names on the wire."""
        return {"tools.list": self.all}

    async def all(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Return every tool that the show has now: its name, whose it is, what it does, and how far it reaches."""
        box = self._make_box()
        tools = (box.tool(ToolCall(id="", name=spec.name)) for spec in box.specs)
        return [
            {
                "name": tool.spec.name,
                "server": tool.server,
                "description": tool.spec.description,
                "privilege": tool.privilege,
                "is_read_only": tool.is_read_only,
            }
            for tool in tools
        ]
