"""The settings of where OBS Studio is reached."""

from typing import Final

from pydantic import Field

from performer.core.settings import Live, Settings

DEFAULT_PORT: Final = 4455
"""Of OBS's WebSocket server, unless somebody chose another."""


class ObsSettings(Settings):
    """Where OBS Studio listens (Tools → WebSocket Server Settings), for adding the stage to it; OBS 28 or newer."""

    host: Live[str] = Field(default="127.0.0.1", min_length=1)
    """The machine that OBS runs on."""
    port: Live[int] = Field(default=DEFAULT_PORT, ge=1, le=65535)
    """The port of its WebSocket server."""
