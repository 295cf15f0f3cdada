"""When the process ends: with whoever started it, at a signal, or to begin again as a new process.

What a client says to the world: its own words, a line each, and of Qt only the warnings.

The command line that every stage client has: a URL, or the first line of standard input instead of one.
"""

import argparse
import ctypes
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import NoReturn

from PySide6.QtCore import (
    QCoreApplication,
    QMessageLogContext,
    QObject,
    QSocketNotifier,
    QTimer,
    QtMsgType,
    QUrl,
    qInstallMessageHandler,
)

_log = logging.getLogger("client")


def log_to_stderr(name: str, *, deaf_to: Collection[str] = ()) -> None:
    """Send our words to standard error under the client's name; Qt's warnings of some categories are no news."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_FirstOfKindFilter())
    handler.setFormatter(_OneLineFormatter(f"{name}: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    qInstallMessageHandler(partial(_log_qt_message, frozenset(deaf_to)))


class _OneLineFormatter(logging.Formatter):
    """Leaves no character that begins another line or that a terminal obeys; a traceback keeps its lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  logging's own name
        """Write the words."""
        return "".join(each if each.isprintable() else " " for each in super().formatMessage(record))


class _FirstOfKindFilter(logging.Filter):
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


def _log_qt_message(deaf_to: Collection[str], kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    is_chatter = kind in {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg}
    if not is_chatter and context.category not in deaf_to:
        # The text is the template: another one is another warning.
        _log.warning("Qt says: " + " ".join(text.split()))


POLL_MS = 250
"""How often Windows is asked whether standard input has closed."""


class AppLifetime(QObject):
    """Ends the application's event loop.

    Args:
        app: The application to end.
        bound: Whether it ends when standard input closes; Ctrl+C is then the business of whoever holds the other end.
    """

    def __init__(self, app: QCoreApplication, *, bound: bool) -> None:
        super().__init__(app)
        self._app = app
        self._woken, self._wakes = socket.socketpair()
        self._wakes.setblocking(False)
        signal.set_wakeup_fd(self._wakes.fileno())
        signal.signal(signal.SIGTERM, self._quit)
        signal.signal(signal.SIGINT, signal.SIG_IGN if bound else self._quit)
        self._notifier(self._woken.fileno()).activated.connect(self._wake)
        if bound:
            self._follow_input()

    def _follow_input(self) -> None:
        if sys.platform == "win32":
            timer = QTimer(self)
            timer.timeout.connect(self._look_at_input)
            timer.start(POLL_MS)
        else:
            self._notifier(0).activated.connect(self._read_input)

    def _notifier(self, number: int) -> QSocketNotifier:
        return QSocketNotifier(number, QSocketNotifier.Type.Read, self)

    def _wake(self) -> None:
        """Let Python run the handler of the signal that came."""
        self._woken.recv(64)

    def _quit(self, _number: int, _frame: FrameType | None) -> None:
        self._app.quit()

    def _read_input(self) -> None:
        if not os.read(0, 4096):
            self._app.quit()

    def _look_at_input(self) -> None:
        if not _is_windows_pipe_open():
            self._app.quit()


def _is_windows_pipe_open() -> bool:
    if sys.platform != "win32":
        return True
    import msvcrt

    return bool(ctypes.windll.kernel32.PeekNamedPipe(msvcrt.get_osfhandle(0), None, 0, None, None, None))


def read_line(number: int) -> str:
    """Read one line from a file descriptor and nothing after it; empty when it closes first."""
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(number, 1)
        if not byte:
            break
        line += byte
    return line.decode(errors="replace").strip()


def restart_process(module: str, arguments: Sequence[str], url: str) -> NoReturn:
    """Replace this process by a new `python -m module`, which reads the URL from a pipe that `--again` names.

    It keeps the process's number and its standard input.
    """
    reading, writing = os.pipe()
    os.write(writing, url.encode() + b"\n")
    os.close(writing)
    os.set_inheritable(reading, True)
    command = [sys.executable, "-m", module, *arguments, "--again", str(reading)]
    os.execv(sys.executable, command)  # noqa: S606 - no shell is wanted


BREATH_S = 0.5
"""A process that begins again waits so long first, so that what keeps failing costs little."""


@dataclass(frozen=True, kw_only=True)
class StageAddress:
    """Where the stage is, and whose the process is."""

    url: str
    bound: bool
    """Whether the process ends when its standard input closes."""


class ClientArgumentParser(argparse.ArgumentParser):
    """Reads the words of a command line; a mistake is answered with one line."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(prog=prog, description=description)
        self.add_argument("url", nargs="?", help="the stage's WebSocket; without it, it is read from standard input")
        self.add_argument("--again", type=int, help=argparse.SUPPRESS)
        self.add_argument("--unbound", action="store_true", help=argparse.SUPPRESS)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, and end the process."""
        self.exit(2, f"{self.prog}: {message}\n")

    def address(self, given: argparse.Namespace) -> StageAddress:
        """Take the URL from where it is; ends the process when there is none, or when it is no WebSocket's."""
        url = given.url or _read_handed_url(given.again)
        self._check(url)
        return StageAddress(url=url, bound=not (given.url or given.unbound))

    def _check(self, text: str) -> None:
        url = QUrl(text)
        if not text:
            self.error("no address: give the stage's WebSocket URL, or write it to standard input as the first line")
        if url.scheme() not in {"ws", "wss"} or not url.host():
            # Only its beginning: what follows may hold a token.
            self.error(
                f"'{text.partition('?')[0]:.80}' is no WebSocket URL; it looks like ws://127.0.0.1:8766/stage/ws"
            )


def _read_handed_url(again: int | None) -> str:
    if again is None:
        return read_line(0)
    time.sleep(BREATH_S)
    url = read_line(again)
    os.close(again)
    return url
