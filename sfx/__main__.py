"""The sound player's command line: `python -m sfx [URL]`.

Without a URL its first line of standard input is the URL, so that the token is on no command line, and the process ends
when standard input closes. With a URL it is its own master: it reconnects for ever and ends on Ctrl+C or SIGTERM.
"""

import argparse
import logging
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from PySide6.QtCore import QCoreApplication, QMessageLogContext, QtMsgType, QUrl, qInstallMessageHandler

from sfx.life import Life, begin_again, read_line

BREATH_S = 0.5
"""A process that begins again waits so long first, so that a sound server that keeps failing costs little."""

_log = logging.getLogger("sfx")


@dataclass(frozen=True, kw_only=True)
class Arguments:
    """What was asked for."""

    url: str
    bound: bool
    device: str
    volume: float

    def again(self) -> list[str]:
        """Write the options for a process that goes on where this one ends."""
        options = ["--device", self.device, "--volume", str(self.volume)]
        return options if self.bound else [*options, "--unbound"]


def main() -> None:
    """Play until told to end."""
    _talk_plainly()
    arguments = _read_arguments(sys.argv[1:])
    # Not before: Qt's sound libraries take a while, and chat while they load.
    from sfx.player import Player

    app = QCoreApplication(["sfx"])
    Life(app, bound=arguments.bound)
    player = Player(QUrl(arguments.url), device=arguments.device, volume=arguments.volume)
    player.worn_out.connect(lambda why: _begin_again(arguments, why))
    player.start()
    code = app.exec()
    # Qt's sound threads may still be inside libpulse: leave without taking Python apart around them.
    os._exit(code)


def _begin_again(arguments: Arguments, why: str) -> NoReturn:
    _log.info("%s; beginning again", why)
    begin_again(arguments.again(), arguments.url)


def _read_arguments(words: Sequence[str]) -> Arguments:
    parser = _Parser(prog="sfx", description="Sound for a stage: speech and clips.")
    parser.add_argument("url", nargs="?", help="the stage's WebSocket; without it, it is read from standard input")
    parser.add_argument("--device", default="", metavar="NAME", help="part of a sound device's description")
    parser.add_argument("--volume", type=float, default=1.0, metavar="0..1", help="of everything")
    parser.add_argument("--again", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--unbound", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    if not 0.0 <= given.volume <= 1.0:
        parser.error(f"--volume {given.volume} is not between 0 and 1")
    url = given.url or _handed_url(given.again)
    _check(parser, url)
    return Arguments(url=url, bound=not (given.url or given.unbound), device=given.device, volume=given.volume)


def _handed_url(again: int | None) -> str:
    if again is None:
        return read_line(0)
    time.sleep(BREATH_S)
    url = read_line(again)
    os.close(again)
    return url


def _check(parser: argparse.ArgumentParser, text: str) -> None:
    url = QUrl(text)
    if not text:
        parser.error("no address: give the stage's WebSocket URL, or write it to standard input as the first line")
    if url.scheme() not in {"ws", "wss"} or not url.host():
        # Only its beginning: what follows may hold a token.
        parser.error(f"'{text.partition('?')[0]:.80}' is no WebSocket URL; it looks like ws://127.0.0.1:8766/stage/ws")


class _Parser(argparse.ArgumentParser):
    """Answers a mistake with one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


class _Once(logging.Filter):
    """Lets each kind of warning through once: a flood of bad messages is one line."""

    def __init__(self) -> None:
        super().__init__()
        self._said: set[object] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        """Drop a warning whose template was said before."""
        if record.levelno < logging.WARNING:
            return True
        fresh = record.msg not in self._said
        self._said.add(record.msg)
        return fresh


def _talk_plainly() -> None:
    """Send our words to standard error, one line each, and of Qt's only warnings."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_Once())
    logging.basicConfig(level=logging.INFO, format="sfx: %(message)s", handlers=[handler])
    qInstallMessageHandler(_pass_qt_on)


def _pass_qt_on(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    is_chatter = kind in {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg}
    # Qt asks for PipeWire's library first; that it is not there is no news.
    if not is_chatter and context.category != "qt.multimedia.symbolsresolver":
        # The text is the template: another one is another warning.
        _log.warning("Qt says: " + " ".join(text.split()))


if __name__ == "__main__":
    main()
