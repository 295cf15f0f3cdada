"""When the process ends: with whoever started it, at a signal, or to begin again as a new process."""

import ctypes
import os
import signal
import socket
import sys
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier, QTimer

POLL_MS = 250
"""How often Windows is asked whether standard input has closed."""


class Life(QObject):
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
        if not _windows_pipe_is_open():
            self._app.quit()


def _windows_pipe_is_open() -> bool:
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


def begin_again(module: str, arguments: Sequence[str], url: str) -> NoReturn:
    """Replace this process by a new `python -m module`, which reads the URL from a pipe that `--again` names.

    It keeps the process's number and its standard input.
    """
    reading, writing = os.pipe()
    os.write(writing, url.encode() + b"\n")
    os.close(writing)
    os.set_inheritable(reading, True)
    command = [sys.executable, "-m", module, *arguments, "--again", str(reading)]
    os.execv(sys.executable, command)  # noqa: S606 - no shell is wanted
