"""The doorplate: files in PERFORMER_HOME that say where the stage is: for programs, for OBS, and for a browser."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from performer import paths
from performer.private import write_private
from performer.stage.addresses import Addresses
from performer.stage.tokens import Tokens


class Doorplate:
    """`run/stage.json`, there while the stage is, and files to open, which stay.

    `stage.html` goes to the page, `stage-audio.html` to the page that also sounds, `panel.html` to the panel.
    """

    def __init__(self, home: Path) -> None:
        self.json = home / "run" / "stage.json"
        self.html = home / "stage.html"
        self.audio_html = home / "stage-audio.html"
        self.panel_html = home / "panel.html"

    def hang(self, addresses: Addresses, tokens: Tokens) -> None:
        """Write the files, for the first time or anew.

        Raises:
            ServiceError: when PERFORMER_HOME cannot be written to.
        """
        write_private(self.json, json.dumps(_facts(addresses, tokens), indent=2) + "\n")
        write_private(self.html, _waiting_page(addresses.url, addresses))
        write_private(self.audio_html, _waiting_page(addresses.audio_url, addresses))
        write_private(self.panel_html, _waiting_page(addresses.panel_url, addresses))

    @contextmanager
    def hung(self, addresses: Addresses, tokens: Tokens) -> Iterator[None]:
        """Write the files, and take the first one away at the end of the block.

        Raises:
            ServiceError: as `hang` does.
        """
        self.hang(addresses, tokens)
        try:
            yield
        finally:
            self.json.unlink(missing_ok=True)


def _facts(addresses: Addresses, tokens: Tokens) -> dict[str, object]:
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


def _waiting_page(url: str, addresses: Addresses) -> str:
    page = (paths.PAGE / "waiting.html").read_text(encoding="utf-8")
    return page.replace("{{url}}", url).replace("{{sign_url}}", addresses.sign_url)
