"""The command line that every stage client has: a URL, or the first line of standard input instead of one."""

import argparse
import os
import time
from dataclasses import dataclass
from typing import NoReturn

from PySide6.QtCore import QUrl

from client.life import read_line

BREATH_S = 0.5
"""A process that begins again waits so long first, so that what keeps failing costs little."""


@dataclass(frozen=True, kw_only=True)
class Address:
    """Where the stage is, and whose the process is."""

    url: str
    bound: bool
    """Whether the process ends when its standard input closes."""


class Options(argparse.ArgumentParser):
    """Reads the words of a command line; a mistake is answered with one line."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(prog=prog, description=description)
        self.add_argument("url", nargs="?", help="the stage's WebSocket; without it, it is read from standard input")
        self.add_argument("--again", type=int, help=argparse.SUPPRESS)
        self.add_argument("--unbound", action="store_true", help=argparse.SUPPRESS)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, and end the process."""
        self.exit(2, f"{self.prog}: {message}\n")

    def address(self, given: argparse.Namespace) -> Address:
        """Take the URL from where it is; ends the process when there is none, or when it is no WebSocket's."""
        url = given.url or _handed_url(given.again)
        self._check(url)
        return Address(url=url, bound=not (given.url or given.unbound))

    def _check(self, text: str) -> None:
        url = QUrl(text)
        if not text:
            self.error("no address: give the stage's WebSocket URL, or write it to standard input as the first line")
        if url.scheme() not in {"ws", "wss"} or not url.host():
            # Only its beginning: what follows may hold a token.
            self.error(
                f"'{text.partition('?')[0]:.80}' is no WebSocket URL; it looks like ws://127.0.0.1:8766/stage/ws"
            )


def _handed_url(again: int | None) -> str:
    if again is None:
        return read_line(0)
    time.sleep(BREATH_S)
    url = read_line(again)
    os.close(again)
    return url
