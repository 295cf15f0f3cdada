"""Presets: what is known of a server before it is asked, so that its own settings need not be written."""

import sys
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Final, Protocol

from performer.core.clock import Clock
from performer.core.remembered_conversation import KeyValueStore
from performer.core.values import dataclass
from performer.tools.result import ToolResult
from performer.tools.tool import TextsFor, Tool


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
    texts_for: TextsFor = "remote program"
    """Who gets what a tool hands on to the server."""


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A server that is known here; `server_spec.PRESETS` holds them all.

    One more is a table of `presets.toml`: like `WEATHER` where the server's own tools are good as they are, like
    `PIXELLAB` where they are hidden behind ours.
    """

    name: str
    settings: Mapping[str, Any]
    """What its table is taken to say, where it does not say otherwise: the keys of `McpSettings`."""
    key: str = ""
    """The environment variable that holds the key; empty: it needs none."""
    key_from: str = ""
    """Where a person gets one."""
    build: str = ""
    """How a person builds the program, and names it in the table, where the settings here name none: sentences."""
    harmless: Mapping[str, str] = field(default_factory=dict)
    """Tools that we have read: they change nothing. By their own names, with the digest of what they were then; they
    need no yes, and any other definition does."""
    make: Callable[[PresetContext], list[Tool]] | None = None
    """Makes tools of ours that stand for the server's; those are hidden then, but for what its table names."""


def load_preset(name: str, make: Callable[[PresetContext], list[Tool]] | None = None) -> Preset:
    """Return a preset of `presets.toml`, with this Python and this folder where it names them."""
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))[name]
    settings = {key: _fill(said) for key, said in table["settings"].items()}
    return Preset(**{**table, "name": name, "settings": settings, "make": make})


def _fill(said: Any) -> Any:
    match said:
        case str():
            return said.replace("{python}", sys.executable).replace("{folder}", str(Path(__file__).parent))
        case list():
            return tuple(map(_fill, said))
        case _:
            return said


WEATHER: Final = load_preset("weather")
GREYNOISE: Final = load_preset("greynoise")
COOLEST_CITIES: Final = load_preset("coolest_cities")
