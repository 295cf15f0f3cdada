"""The presets by name, and what a settings table that names one comes to."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from performer.core.errors import ServiceError
from performer.core.text import format_near_miss
from performer.tools.mcp.definition import ToolListing, make_listing
from performer.tools.mcp.presets.pixellab import PIXELLAB
from performer.tools.mcp.presets.presets import WEATHER, Preset
from performer.tools.mcp.settings import McpSettings, list_variables

PRESETS: Final[Mapping[str, Preset]] = {each.name: each for each in (PIXELLAB, WEATHER)}
_WAYS: Final = frozenset({"command", "args", "url"})


def find_preset(settings: McpSettings) -> Preset | None:
    """Return the preset that a table names, if there is one of that name."""
    return PRESETS.get(settings.preset)


def apply_preset(settings: McpSettings, preset: Preset | None) -> McpSettings:
    """Return a table with the preset's settings where it says nothing itself; an address in the table wins over all."""
    if preset is None:
        return settings
    said = settings.model_fields_set
    silent = said | (_WAYS if said & {"command", "url"} else set())
    added = {key: value for key, value in preset.settings.items() if key not in silent}
    merged = {key: {**preset.settings.get(key, {}), **getattr(settings, key)} for key in ("env", "headers")}
    return settings.model_copy(update={**added, **merged})


def make_preset_listing(
    name: str, settings: McpSettings, preset: Preset | None, told: Iterable[Mapping[str, Any]]
) -> ToolListing:
    """Parse what a server told, by what is known of it."""
    if preset is None:
        return make_listing(name, settings.tools, told)
    is_hidden = preset.make is not None
    return make_listing(name, settings.tools, told, harmless=preset.harmless, is_hidden=is_hidden)


def check_server(name: str, settings: McpSettings, environ: Mapping[str, str]) -> None:
    """Check whether the preset of a table is known and its key is there; the settings are written out.

    Raises:
        ServiceError: when nobody knows it, or its key is missing; with the remedy.
    """
    preset = find_preset(settings)
    if settings.preset and preset is None:
        near = format_near_miss(settings.preset, PRESETS)
        raise ServiceError(
            f"mcp.{name}.preset has value '{settings.preset}', which is not known here. {near}", retry=False
        )
    wanted = list_variables([*settings.headers.values(), *settings.env.values()])
    if preset and preset.key in wanted and not environ.get(preset.key, "").strip():
        where = f"get one at {preset.key_from}, and set {preset.key} in the terminal you start from"
        raise ServiceError(f"it needs a key: {where}", retry=False)
