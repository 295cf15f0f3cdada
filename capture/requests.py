"""Requests: the lines of standard input, each of which asks for one picture."""

import sys
import threading

from PySide6.QtCore import QObject, Signal


class Requests(QObject):
    """Reads standard input in a thread that does nothing else: Qt cannot watch a pipe on Windows."""

    asked = Signal()
    ended = Signal()

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, name="requests", daemon=True).start()

    def _read(self) -> None:
        while sys.stdin.buffer.readline(64):
            self.asked.emit()
        self.ended.emit()
