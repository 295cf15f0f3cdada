"""What every client process shares: its log, its end, its restart, and its command line."""

import argparse
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import NoReturn

from PySide6.QtCore import (
    QCoreApplication,
    QMessageLogContext,
    QObject,
    QSocketNotifier,
    Qt,
    QTimer,
    QtMsgType,
    QUrl,
    qInstallMessageHandler,
)

_log = logging.getLogger("client")


def log_to_stderr(name: str, *, left_out: Collection[str] = ()) -> None:
    """Log to standard error under the client's name.

    Left out are Qt's warnings of some categories, or that begin with some texts.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_FirstOfKindFilter())
    handler.setFormatter(_OneLineFormatter(f"{name}: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    qInstallMessageHandler(partial(_log_qt_message, frozenset(left_out)))


class _OneLineFormatter(logging.Formatter):
    """Replaces characters that begin another line or that a terminal obeys; a traceback keeps its lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  logging's own name
        """Format the message."""
        return "".join(each if each.isprintable() else " " for each in super().formatMessage(record))


class _FirstOfKindFilter(logging.Filter):
    """Passes each kind of warning once: a flood of bad messages is one line."""

    def __init__(self) -> None:
        super().__init__()
        self._said: set[object] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        """Drop a warning whose template was logged before."""
        if record.levelno < logging.WARNING:
            return True
        fresh = record.msg not in self._said
        self._said.add(record.msg)
        return fresh


def _log_qt_message(left_out: Collection[str], kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    is_chatter = kind in {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg}
    if not is_chatter and context.category not in left_out and not text.startswith(tuple(left_out)):
        # The text is the template: another text is another warning.
        _log.warning("Qt says: " + " ".join(text.split()))


POLL_MS = 250
"""How often to check on Windows whether standard input has closed."""


class AppLifetime(QObject):
    """Ends the application's event loop at a signal or, if bound, when standard input closes.

    A bound process ignores Ctrl+C: the process at the other end of standard input handles it.
    """

    def __init__(self, app: QCoreApplication, *, bound: bool) -> None:
        super().__init__(app)
        self._app = app
        self._woken, self._wakes = socket.socketpair()
        self._wakes.setblocking(False)
        signal.set_wakeup_fd(self._wakes.fileno())
        signal.signal(signal.SIGTERM, self._quit)
        signal.signal(signal.SIGINT, signal.SIG_IGN if bound else self._quit)
        self._make_notifier(self._woken.fileno()).activated.connect(self._wake)
        if bound and sys.platform == "win32":
            make_timer(self, self._check_input, POLL_MS).start()
        elif bound:
            self._make_notifier(0).activated.connect(self._read_input)

    def _make_notifier(self, number: int) -> QSocketNotifier:
        return QSocketNotifier(number, QSocketNotifier.Type.Read, self)

    def _wake(self) -> None:
        """Read the wake-up byte, so that Python runs the handler of the signal that came."""
        self._woken.recv(64)

    def _quit(self, _number: int, _frame: FrameType | None) -> None:
        self._app.quit()

    def _read_input(self) -> None:
        if not os.read(0, 4096):
            self._app.quit()

    def _check_input(self) -> None:
        if not _is_windows_pipe_open():
            self._app.quit()


def _is_windows_pipe_open() -> bool:
    if sys.platform != "win32":
        return True
    import msvcrt

    from performer.core.platform.windows_api import load

    return bool(load("kernel32").PeekNamedPipe(msvcrt.get_osfhandle(0), None, 0, None, None, None))


def read_line(number: int) -> str:
    """Read one line from a file descriptor and nothing after it; empty when it closes first."""
    with open(number, "rb", buffering=0, closefd=False) as unbuffered:
        return unbuffered.readline().decode(errors="replace").strip()


def restart_process(module: str, arguments: Sequence[str], url: str) -> NoReturn:
    """Replace this process by a new `python -m module`, which reads the URL from a pipe that `--again` names.

    The new process keeps the process's number and its standard input.
    """
    reading, writing = os.pipe()
    os.write(writing, url.encode() + b"\n")
    os.close(writing)
    os.set_inheritable(reading, True)
    command = [sys.executable, "-m", module, *arguments, "--again", str(reading)]
    os.execv(sys.executable, command)  # noqa: S606 - no shell is wanted


BREATH_S = 0.5
"""A restarted process waits so long first, so that what keeps failing costs little."""


@dataclass(frozen=True, kw_only=True)
class StageAddress:
    """The URL of the stage, and whether the process is bound to its standard input."""

    url: str
    bound: bool
    """Whether the process ends when its standard input closes."""


class ClientArgumentParser(argparse.ArgumentParser):
    """The command line of a client; a mistake is answered with one line."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(prog=prog, description=description)
        self.add_argument("url", nargs="?", help="the stage's WebSocket; without it, it is read from standard input")
        self.add_argument("--again", type=int, help=argparse.SUPPRESS)
        self.add_argument("--unbound", action="store_true", help=argparse.SUPPRESS)

    def error(self, message: str) -> NoReturn:
        """Print what is wrong in one line, and end the process."""
        self.exit(2, f"{self.prog}: {message}\n")

    def find_address(self, given: argparse.Namespace) -> StageAddress:
        """Return the URL from the command line or standard input; end the process without a WebSocket URL."""
        url = given.url or _read_handed_url(given.again)
        self._check(url)
        return StageAddress(url=url, bound=not (given.url or given.unbound))

    def _check(self, text: str) -> None:
        url = QUrl(text)
        if not text:
            self.error("no address: give the stage's WebSocket URL, or write it to standard input as the first line")
        if url.scheme() not in {"ws", "wss"} or not url.host():
            # Only the beginning: the rest may hold a token.
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


def make_timer(
    parent: QObject,
    on_timeout: Callable[[], object],
    interval_ms: int = 0,
    *,
    once: bool = False,
    precise: bool = False,
) -> QTimer:
    """Make a timer that does not run yet; Qt lets one that is not precise be late by a twentieth of its interval."""
    kind = Qt.TimerType.PreciseTimer if precise else Qt.TimerType.CoarseTimer
    timer = QTimer(parent, interval=interval_ms, singleShot=once, timerType=kind)
    timer.timeout.connect(on_timeout)
    return timer
