"""A preset: all that is known of a server before it is asked, so that its own settings need not be written."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from performer.clock import Clock
from performer.recollection import Keeps
from performer.tools.result import ToolResult
from performer.tools.tool import Tool


class Asks(Protocol):
    """The server, as the preset's own tools ask it: in words of ours, so nobody need have allowed what is asked."""

    async def ask(self, tool: str, arguments: Mapping[str, object]) -> ToolResult:
        """Call a tool of it by the server's own name for it; cancelling ends the call there too.

        Raises:
            ToolFailed: when it comes to nothing, or the server is gone.
        """
        ...

    def takes(self, tool: str) -> frozenset[str]:
        """Name the arguments that one of its tools takes; none while there is no such tool."""
        ...


@dataclass(frozen=True, kw_only=True)
class Kit:
    """What a preset makes its own tools of."""

    clock: Clock
    name: str
    """What the server is called in the settings."""
    url: str
    """Where it is, if it is at an address."""
    server: Asks
    keeps: Keeps


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A server that is known here; each is a module of this package, and stands in `known.PRESETS`.

    One more is made by copying: `weather.py` for a server whose own tools are good as they are, `pixellab.py` for one
    whose tools are hidden behind ours.
    """

    name: str
    settings: Mapping[str, Any]
    """What its table is taken to say, where it does not say otherwise: the keys of `McpSettings`."""
    key: str = ""
    """The environment variable that holds the key; empty: it needs none."""
    key_from: str = ""
    """Where a person gets one."""
    harmless: Mapping[str, str] = field(default_factory=dict)
    """Tools that we have read: they change nothing. By their own names, with the digest of what they were then; they
    need no yes, and any other definition does."""
    make: Callable[[Kit], list[Tool]] | None = None
    """Makes tools of ours that stand for the server's; those are hidden then, but for what its table names."""
