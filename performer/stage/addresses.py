"""The addresses of a running stage, tokens included."""

from dataclasses import dataclass
from typing import Final

from performer.entrance.hosts import bracketed
from performer.stage.tokens import Tokens

_ANYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  read, not bound to


@dataclass(frozen=True, kw_only=True)
class Addresses:
    """Where the stage is found; each address holds its token, so treat it like a password."""

    port: int
    url: str
    """The page, to paste into an OBS browser source."""
    audio_url: str
    """The page that also sounds; its token is another one, so that `url` never lets anybody hear the show."""
    sound_url: str
    """The WebSocket of a client that sounds."""
    window_url: str
    """The WebSocket of an overlay window."""
    control_url: str
    """The WebSocket that takes orders."""
    panel_url: str
    """The page by which a person gives orders and looks after the guard."""
    cue_url: str
    """Where cues are dropped in; its token goes into a header, so that no log along the way has it."""
    agent_url: str
    """The WebSocket by which `performer mcp` offers the tools to agents; its token goes into a header likewise."""
    sign_url: str
    """A small picture that is there when the stage is."""

    @classmethod
    def of(cls, host: str, port: int, tokens: Tokens) -> "Addresses":
        """Write the addresses of a stage that listens there."""
        place = f"{bracketed(_ANYWHERE.get(host, host))}:{port}"
        return cls(
            port=port,
            url=f"http://{place}/stage?token={tokens.renderer}",
            audio_url=f"http://{place}/stage?token={tokens.sound}&audio=1",
            sound_url=f"ws://{place}/stage/ws?token={tokens.sound}",
            window_url=f"ws://{place}/stage/ws?token={tokens.window}",
            control_url=f"ws://{place}/control?token={tokens.control}",
            panel_url=f"http://{place}/panel?token={tokens.control}",
            cue_url=f"http://{place}/cue",
            agent_url=f"ws://{place}/agent",
            sign_url=f"http://{place}/page/{tokens.renderer}/sign.png",
        )
