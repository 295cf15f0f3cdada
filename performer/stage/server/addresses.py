"""The addresses of a running stage, tokens included.

The port a stage was given last time: an address that was pasted into OBS stays right where that is possible.

The doorplate: files in PERFORMER_HOME that say where the stage is: for programs, for OBS, and for a browser.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from performer.core.files import home as paths
from performer.core.files.atomic import write_private
from performer.core.http_security.origin import bracket_host
from performer.stage.access_tokens import AccessTokens
from performer.stage.settings import DEFAULT_PORT

MORE_PORTS: Final = 20
"""How many ports after the wished-for one are tried."""


class StoredPort:
    """Remembers, in a file, which port stood in for the default one."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def candidates(self, wished: int | None) -> list[int]:
        """List the ports to try, in order: the wish and the ones after it; without a wish, the kept one first."""
        first = DEFAULT_PORT if wished is None else wished
        ports = list(range(first, min(first + MORE_PORTS, 65535) + 1))
        kept = self._read()
        if wished is not None or kept not in ports:
            return ports
        return [kept, *(port for port in ports if port != kept)]

    def keep(self, wished: int | None, port: int) -> str:
        """Remember what stood in for the default port; tell why the port is another than expected, or nothing."""
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
            return int(json.loads(self._file.read_text(encoding="utf-8"))["port"])
        except (OSError, ValueError, KeyError, TypeError):
            return None


_ANYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  read, not bound to


@dataclass(frozen=True, kw_only=True)
class StageAddresses:
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
    def of(cls, host: str, port: int, tokens: AccessTokens) -> "StageAddresses":
        """Write the addresses of a stage that listens there."""
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
    """`run/stage.json`, there while the stage is, and files to open, which stay.

    `stage.html` goes to the page, `stage-audio.html` to the page that also sounds, `panel.html` to the panel.
    """

    def __init__(self, home: Path) -> None:
        self.json = home / "run" / "stage.json"
        self.html = home / "stage.html"
        self.audio_html = home / "stage-audio.html"
        self.panel_html = home / "panel.html"

    def hang(self, addresses: StageAddresses, tokens: AccessTokens) -> None:
        """Write the files, for the first time or anew.

        Raises:
            ServiceError: when PERFORMER_HOME cannot be written to.
        """
        write_private(self.json, json.dumps(_facts(addresses, tokens), indent=2) + "\n")
        write_private(self.html, _waiting_page(addresses.url, addresses))
        write_private(self.audio_html, _waiting_page(addresses.audio_url, addresses))
        write_private(self.panel_html, _waiting_page(addresses.panel_url, addresses))

    @contextmanager
    def hung(self, addresses: StageAddresses, tokens: AccessTokens) -> Iterator[None]:
        """Write the files, and take the first one away at the end of the block.

        Raises:
            ServiceError: as `hang` does.
        """
        self.hang(addresses, tokens)
        try:
            yield
        finally:
            self.json.unlink(missing_ok=True)


def _facts(addresses: StageAddresses, tokens: AccessTokens) -> dict[str, object]:
    return {
        "pid": os.getpid(),
        "port": addresses.port,
        "url": addresses.url,
        "audio_url": addresses.audio_url,
        "control_url": addresses.control_url,
        "panel_url": addresses.panel_url,
        "cue_url": addresses.cue_url,
        "agent_url": addresses.agent_url,
        "sound_url": addresses.sound_url,
        "window_url": addresses.window_url,
        "tokens": asdict(tokens),
    }


def _waiting_page(url: str, addresses: StageAddresses) -> str:
    page = (paths.PAGE / "waiting.html").read_text(encoding="utf-8")
    return page.replace("{{url}}", url).replace("{{sign_url}}", addresses.sign_url)
