"""What is known of a server before it is asked: its table in the settings, and the preset that the table names."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any, Final

from performer.core.errors import ServiceError
from performer.core.loopback import is_loopback
from performer.core.text import format_near_miss
from performer.core.values import dataclass
from performer.tools.mcp.definition import ToolListing, make_listing
from performer.tools.mcp.message_limits import MB
from performer.tools.mcp.presets.pixellab import PIXELLAB
from performer.tools.mcp.presets.presets import COOLEST_CITIES, GREYNOISE, WEATHER, Preset
from performer.tools.mcp.settings import McpSettings, list_variables
from performer.tools.tool import TextsFor

PRESETS: Final[Mapping[str, Preset]] = {each.name: each for each in (PIXELLAB, WEATHER, GREYNOISE, COOLEST_CITIES)}
_WAYS: Final = frozenset({"command", "args", "url"})


@dataclass(frozen=True, kw_only=True)
class ServerSpec:
    """A server's name, settings, keys and preset; make one with `ServerSpec.of`."""

    name: str
    settings: McpSettings
    """The table, with the preset's settings where it says nothing itself."""
    environ: Mapping[str, str] = field(repr=False)
    """The environment variables, which hold the keys."""
    preset: Preset | None

    @classmethod
    def of(
        cls,
        name: str,
        settings: McpSettings,
        environ: Mapping[str, str] = os.environ,
        presets: Mapping[str, Preset] = PRESETS,
    ) -> "ServerSpec":
        """Return the spec of a table `[mcp.NAME]`."""
        preset = presets.get(settings.preset)
        merged = merge_settings(settings, preset.settings) if preset else settings
        return cls(name=name, settings=merged, environ=environ, preset=preset)

    @property
    def harmless(self) -> Mapping[str, str]:
        """The digests of tools that are known to change nothing, by their own names."""
        return self.preset.harmless if self.preset else {}

    @property
    def longest(self) -> int:
        """The most bytes of a message."""
        return self.settings.message_mb * MB

    @property
    def texts_for(self) -> TextsFor:
        """The kind of program that gets the texts of calls; what we start, or reach by loopback, is on this machine."""
        is_here = bool(self.settings.command) or is_loopback(self.settings.url)
        return "program" if is_here or self.settings.private_data else "remote program"

    def check(self) -> None:
        """Check whether the preset of the table is known, and its program and its key are there.

        Raises:
            ServiceError: when nobody knows it, or its program or its key is missing; with the remedy.
        """
        if self.settings.preset and self.preset is None:
            said = f"mcp.{self.name}.preset has value '{self.settings.preset}', which is not known here."
            raise ServiceError(f"{said} {format_near_miss(self.settings.preset, PRESETS)}", retry=False)
        if self.preset and not (self.settings.command or self.settings.url):
            raise ServiceError(f"mcp.{self.name} names no program to start. {self.preset.build}", retry=False)
        wanted = list_variables([*self.settings.headers.values(), *self.settings.env.values()])
        if self.preset and self.preset.key in wanted and not self.environ.get(self.preset.key, "").strip():
            where = f"get one at {self.preset.key_from}, and set {self.preset.key} in the terminal you start from"
            raise ServiceError(f"it needs a key: {where}", retry=False)

    def parse_listing(self, listed: Iterable[Mapping[str, Any]]) -> ToolListing:
        """Parse the tools that the server listed; those that a preset's own tools stand for are hidden."""
        is_hidden = self.preset is not None and self.preset.make is not None
        return make_listing(self.name, self.settings.tools, listed, harmless=self.harmless, is_hidden=is_hidden)


def merge_settings(settings: McpSettings, defaults: Mapping[str, Any]) -> McpSettings:
    """Return a table with defaults where it says nothing itself; an address in the table wins over all."""
    said = settings.model_fields_set
    silent = said | (_WAYS if said & {"command", "url"} else set())
    added = {key: value for key, value in defaults.items() if key not in silent}
    merged = {key: {**defaults.get(key, {}), **getattr(settings, key)} for key in ("env", "headers")}
    return settings.model_copy(update={**added, **merged})
