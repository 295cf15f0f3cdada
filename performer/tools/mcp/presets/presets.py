"""Presets: what is known of a server before it is asked, so that its own settings need not be written.

The weather server is `@dangahagan/weather-mcp` (MIT), run by Node's `npx` in the one version that was read here. It
needs no key. It asks Open-Meteo, NOAA and OpenStreetMap's place search, and sends them the place and nothing else.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from performer.core.clock import Clock
from performer.core.remembered_conversation import KeyValueStore
from performer.tools.result import ToolResult
from performer.tools.tool import Tool


class ServerCaller(Protocol):
    """A server, as a preset's own tools call it: in words of ours, so nobody need have allowed what is asked."""

    async def ask(self, tool: str, arguments: Mapping[str, object]) -> ToolResult:
        """Call a tool by the server's own name for it; cancelling ends the call there too.

        Raises:
            ToolFailedError: when it comes to nothing, or the server is gone.
        """
        ...

    def takes(self, tool: str) -> frozenset[str]:
        """Return the arguments that a tool takes; none while there is no such tool."""
        ...


@dataclass(frozen=True, kw_only=True)
class PresetContext:
    """The things that a preset makes its own tools of."""

    clock: Clock
    name: str
    """The server's name in the settings."""
    url: str
    """The server's address, if it is at one."""
    server: ServerCaller
    store: KeyValueStore


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A server that is known here; `server_spec.PRESETS` holds them all.

    One more is made by copying: `WEATHER` for a server whose own tools are good as they are, `PIXELLAB` for one whose
    tools are hidden behind ours.
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
    make: Callable[[PresetContext], list[Tool]] | None = None
    """Makes tools of ours that stand for the server's; those are hidden then, but for what its table names."""


WEATHER: Final = Preset(
    name="weather",
    settings={
        "command": "npx",
        "args": ("-y", "@dangahagan/weather-mcp@1.23.0"),
        "env": {"ANALYTICS_ENABLED": "false", "ANALYTICS_SALT": "unused", "LOG_LEVEL": "2"},
        "tools": ("get_current_conditions", "get_forecast", "search_location"),
        "start_s": 180.0,  # the first time npx fetches 55 MB
    },
    # It marks none of its tools, though these only look things up: their sources were read.
    harmless={
        "get_current_conditions": "9c6d055fc980c234558d351e537e2f4ec27e1f333c57120d2d6c52b8f1d84481",
        "get_forecast": "6690c54af587afe80e353e8f8700c130fdd1534874013b73ca810dd8c869b177",
        "search_location": "fed952b2ab59810151128250faccb50fae6508f0aef4bd1a000e7791159e8856",
    },
)
