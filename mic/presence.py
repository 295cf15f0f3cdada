"""Whether an open input is still there.

WORKAROUND Qt 6.11 hears from PulseAudio of inputs that come, but not of those that go, and the server moves a recording
whose input has gone to any other input: somebody would be heard whom nobody chose. So `pactl`, where there is one, is
asked every five seconds.
"""

import shutil
from typing import Final

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

_EVERY_MS: Final = 5_000
_FIRST_MS: Final = 1_000


class Presence(QObject):
    """Watches one input by its id; an id that pactl never knew (another sound system's) is not watched."""

    gone = Signal(object)
    """The id of an input that was there and is not any more."""

    def __init__(self, *, parent: QObject) -> None:
        super().__init__(parent)
        self._id = b""
        self._was_there = False
        self._pactl = QProcess(self)
        self._pactl.finished.connect(self._compare)
        self._timer = QTimer(self)
        self._timer.setInterval(_EVERY_MS)
        self._timer.timeout.connect(self._ask)
        self._program = shutil.which("pactl")

    def watch(self, device_id: bytes) -> None:
        """Watch this input from now on instead of another one; empty watches none.

        It returns once the first answer is there, some 10 ms later: an input that went before it would not be missed.
        """
        self._id, self._was_there = device_id, False
        if device_id and self._program:
            self._timer.start()
            self._ask()
            self._pactl.waitForFinished(_FIRST_MS)
        else:
            self._timer.stop()

    def _ask(self) -> None:
        if self._program and self._pactl.state() == QProcess.ProcessState.NotRunning:
            self._pactl.start(self._program, ["list", "short", "sources"])

    def _compare(self, code: int) -> None:
        known = [
            line.split(b"\t")[1]
            for line in bytes(self._pactl.readAllStandardOutput().data()).splitlines()
            if b"\t" in line
        ]
        if code != 0 or not self._id:
            return
        if self._id in known:
            self._was_there = True
        elif self._was_there:
            gone, self._id = self._id, b""
            self._timer.stop()
            self.gone.emit(gone)
