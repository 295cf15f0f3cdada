"""The presets that there are, and what a table that names one comes to."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from performer.errors import ServiceError
from performer.mcp.definition import Listing, listing
from performer.mcp.filled import variables
from performer.mcp.presets.pixellab import PIXELLAB
from performer.mcp.presets.preset import Preset
from performer.mcp.presets.weather import WEATHER
from performer.mcp.settings import McpSettings
from performer.near import near_miss

PRESETS: Final[Mapping[str, Preset]] = {each.name: each for each in (PIXELLAB, WEATHER)}
_WAYS: Final = frozenset({"command", "args", "url"})


def preset_of(settings: McpSettings) -> Preset | None:
    """Give the preset that a table names, if there is one of that name."""
    return PRESETS.get(settings.preset)


def written_out(settings: McpSettings, preset: Preset | None) -> McpSettings:
    """Write the preset's settings into a table, where the table itself says nothing; an address in it wins over all."""
    if preset is None:
        return settings
    said = settings.model_fields_set
    silent = said | (_WAYS if said & {"command", "url"} else set())
    added = {key: value for key, value in preset.settings.items() if key not in silent}
    merged = {key: {**preset.settings.get(key, {}), **getattr(settings, key)} for key in ("env", "headers")}
    return settings.model_copy(update={**added, **merged})


def listed(name: str, settings: McpSettings, preset: Preset | None, told: Iterable[Mapping[str, Any]]) -> Listing:
    """Read what a server told, by what is known of it."""
    if preset is None:
        return listing(name, settings.tools, told)
    is_hidden = preset.make is not None
    return listing(name, settings.tools, told, harmless=preset.harmless, is_hidden=is_hidden)


def check(name: str, settings: McpSettings, environ: Mapping[str, str]) -> None:
    """Look whether a server that is known by name can be reached at all; its settings are written out.

    Raises:
        ServiceError: when nobody knows it, or its key is missing; with the remedy.
    """
    preset = preset_of(settings)
    if settings.preset and preset is None:
        near = near_miss(settings.preset, PRESETS)
        raise ServiceError(
            f"mcp.{name}.preset has value '{settings.preset}', which is not known here. {near}", retry=False
        )
    wanted = variables([*settings.headers.values(), *settings.env.values()])
    if preset and preset.key in wanted and not environ.get(preset.key, "").strip():
        where = f"get one at {preset.key_from}, and set {preset.key} in the terminal you start from"
        raise ServiceError(f"it needs a key: {where}", retry=False)
