"""The addresses of a running stage, tokens included, and the files in PERFORMER_HOME that hold them.

The stored port keeps an address that was pasted into OBS valid where that is possible.
"""

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Final

from performer.core.files import home as paths
from performer.core.files.atomic import write_private
from performer.core.files.user_file import parse_json
from performer.core.http_security.origin import bracket_host
from performer.core.values import dataclass
from performer.stage.access_tokens import AccessTokens
from performer.stage.settings import DEFAULT_PORT

MORE_PORTS: Final = 20
"""The number of ports to try after the wished-for one."""


class StoredPort:
    """The file that remembers which port stood in for the default one."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def candidates(self, wished: int | None, before: int | None = None) -> list[int]:
        """Return the ports to try: the wished one and those after it; without a wish, the stored one first.

        The one `before` a show began again comes before all: pages that are open wait for it there.
        """
        first = DEFAULT_PORT if wished is None else wished
        ports = list(range(first, min(first + MORE_PORTS, 65535) + 1))
        kept = self._read() if before is None and wished is None else before
        if kept is None or (before is None and kept not in ports):
            return ports
        return [kept, *(port for port in ports if port != kept)]

    def keep(self, wished: int | None, port: int) -> str:
        """Store the port that stood in for the default one; return why the port is not the expected one, or ""."""
        if wished is not None:
            return f"port {wished} is taken" if wished not in {0, port} else ""
        if port == DEFAULT_PORT:
            return ""
        if self._read() == port:
            return f"the port it was given when {DEFAULT_PORT} was taken; delete {self._file.name} to begin anew"
        write_private(self._file, json.dumps({"port": port}) + "\n")
        return f"port {DEFAULT_PORT} is taken"

    def _read(self) -> int | None:
        try:
            return int(parse_json(self._file.read_text(encoding="utf-8"))["port"])
        except (OSError, ValueError, KeyError, TypeError, OverflowError):
            return None


_ANYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  read, not bound to


@dataclass(frozen=True, kw_only=True)
class StageAddresses:
    """The addresses of the stage; each holds its token, so treat it like a password."""

    port: int
    url: str
    """The page, to paste into an OBS browser source."""
    audio_url: str
    """The page that also plays sound; its token is another one, so that `url` never lets anybody hear the show."""
    control_url: str
    """The WebSocket for operations."""
    panel_url: str
    """The page on which a person gives orders and looks after the guard."""
    cue_url: str
    """The address for cues by POST; its token goes into a header, so that no log along the way has it."""
    agent_url: str
    """The WebSocket by which `performer mcp` offers the tools to agents; its token goes into a header too."""
    sound_url: str
    """The WebSocket of a client that plays sound."""
    window_url: str
    """The WebSocket of an overlay window."""
    sign_url: str
    """A small picture that is there when the stage is."""

    @classmethod
    def of(cls, host: str, port: int, tokens: AccessTokens) -> "StageAddresses":
        """Return the addresses of a stage that listens on a host and port."""
        place = f"{bracket_host(_ANYWHERE.get(host, host))}:{port}"
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


class AddressFile:
    """`run/stage.json`, which exists while the stage does, and files to open, which stay.

    `stage.html` leads to the page, `stage-audio.html` to the page that also plays sound, `panel.html` to the panel.
    """

    def __init__(self, home: Path) -> None:
        self._home = home
        self._json = home / "run" / "stage.json"

    def write(self, addresses: StageAddresses, tokens: AccessTokens) -> None:
        """Write the files, for the first time or anew.

        Raises:
            ServiceError: when PERFORMER_HOME cannot be written to.
        """
        facts = {"pid": os.getpid(), **asdict(addresses), "tokens": asdict(tokens)}
        del facts["sign_url"]
        write_private(self._json, json.dumps(facts, indent=2) + "\n")
        page = (paths.PAGE / "waiting.html").read_text(encoding="utf-8").replace("{{sign_url}}", addresses.sign_url)
        urls = {"stage": addresses.url, "stage-audio": addresses.audio_url, "panel": addresses.panel_url}
        for name, url in urls.items():
            write_private(self._home / f"{name}.html", page.replace("{{url}}", url))

    def remove(self) -> None:
        """Remove `run/stage.json`: the stage is no longer there."""
        self._json.unlink(missing_ok=True)
