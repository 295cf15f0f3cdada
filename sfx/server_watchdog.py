"""The watch over Qt's connection to the machine's sound server (Linux only: elsewhere Qt follows by itself).

WORKAROUND: Qt connects to PulseAudio once. It never notices a server that comes up later, and when a server has gone,
the next sound aborts the process inside libpulse. Only a new process cures both
(`overlay.client.process.restart_process`), so this watches the connection itself, by the sockets that were opened while
Qt first looked for devices.
"""

import os
import select
import socket
import stat
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, QSocketNotifier, Signal
from PySide6.QtMultimedia import QMediaDevices

from overlay.client.process import make_timer

LOOK_MS = 500


class ServerWatchdog(QObject):
    """Connects Qt to the sound server and says when only a new process can do that again."""

    severed = Signal(object)
    """Why a new process is needed, as text; emitted once."""

    def __init__(self, *, parent: QObject) -> None:
        super().__init__(parent)
        self._sockets_at_start = _find_listening_sockets()
        self._hung_up = select.epoll()
        """Readable once a connection is over, and no sooner: what the server says is libpulse's to read."""
        self._connected = False
        before = _find_connected_sockets()
        QMediaDevices.audioOutputs()
        for number in _find_connected_sockets() - before:
            # Our own handle: libpulse closes its own when the server goes.
            self._hung_up.register(os.dup(number), 0)
            self._connected = True
        self._is_severed = False
        self._end = QSocketNotifier(self._hung_up.fileno(), QSocketNotifier.Type.Read, self)
        self._end.activated.connect(self.check)
        self._looks = make_timer(self, self.check, LOOK_MS)
        if not self._connected:
            self._looks.start()

    def check(self) -> None:
        """Emit `severed` if a new process is needed; called before each sound, too.

        The end of a connection comes by itself; a server that comes up is looked for every half second.
        """
        if self._is_severed:
            return
        if self._connected and self._hung_up.poll(0):
            self._sever("the sound server is gone")
        elif not self._connected and any(map(_is_answering, _find_listening_sockets() - self._sockets_at_start)):
            self._sever("a sound server has come up")

    def _sever(self, why: str) -> None:
        self._is_severed = True
        self._end.setEnabled(False)
        self._looks.stop()
        self.severed.emit(why)


def _find_connected_sockets() -> set[int]:
    """Return our connected sockets."""
    numbers: set[int] = set()
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            number = int(entry.name)
            if stat.S_ISSOCK(os.fstat(number).st_mode) and _is_connected(number):
                numbers.add(number)
    return numbers


def _is_connected(number: int) -> bool:
    with socket.socket(fileno=os.dup(number)) as ours:
        return bool(ours.getpeername())


def _find_listening_sockets() -> set[tuple[str, int, int]]:
    """Return the sockets on which a sound server listens; a restarted server has another one."""
    found: set[tuple[str, int, int]] = set()
    for path in _list_paths():
        with suppress(OSError):
            status = path.stat()
            found.add((str(path), status.st_ino, status.st_ctime_ns))
    return found


def _list_paths() -> list[Path]:
    named = os.environ.get("PULSE_SERVER", "")
    _, is_unix, path = named.partition("unix:")
    if is_unix:
        return [Path(path)]
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}")
    return [runtime / "pulse" / "native", runtime / "pipewire-0"]


def _is_answering(address: tuple[str, int, int]) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.setblocking(False)
        return probe.connect_ex(address[0]) == 0
