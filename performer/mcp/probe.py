"""A look at a server: it is started, lists its tools, and is let go of again."""

import os
from collections.abc import Mapping
from functools import partial
from typing import Any

from performer.clock import Clock
from performer.errors import ServiceError
from performer.mcp.definition import Listing
from performer.mcp.opening import opened
from performer.mcp.presets.known import listed, preset_of, written_out
from performer.mcp.settings import McpSettings
from performer.mcp.visit import Visit


async def probe(clock: Clock, name: str, settings: McpSettings, environ: Mapping[str, str] = os.environ) -> Listing:
    """Tell what a server has.

    Raises:
        ServiceError: when it cannot be started, or does not answer; with the remedy.
    """
    preset = preset_of(settings)
    settings, found = written_out(settings, preset), list[Listing]()

    def take(told: list[Mapping[str, Any]]) -> None:
        found.append(listed(name, settings, preset, told))
        visit.lose("it was seen")

    visit = Visit(clock, name, start_s=settings.start_s, listed=take)
    end = await visit.run(partial(opened, clock, name, settings, environ=environ))
    if not found:
        raise ServiceError(end.reason)
    return found[0]
