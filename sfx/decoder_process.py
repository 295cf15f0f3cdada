"""The decoding of one file by a process of its own, `sfx.decoder`.

Qt's codecs take 12 MB, and a process that has loaded them keeps them. Most shows play plain WAV, which needs none.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, QProcess, Signal

from overlay.client.process import make_timer
from sfx.decode import PATIENCE_MS, DecodedSound, parse_plain_wave

_START_MS: Final = 10_000
"""How long the process may take to begin, on a busy machine."""


@contextmanager
def codecs_left_out() -> Iterator[None]:
    """Keep Qt from its multimedia plugin: the devices that it first looks for meanwhile need no codecs.

    Qt never looks again, so that this process cannot decode by itself.
    """
    folders = QCoreApplication.libraryPaths()
    QCoreApplication.setLibraryPaths([])
    try:
        yield
    finally:
        QCoreApplication.setLibraryPaths(folders)


class DecoderProcess(QObject):
    """The decoding of one file; emits `done` once and then deletes itself."""

    done = Signal(object)
    """A DecodedSound, or as text why there is none."""

    def __init__(self, data: bytes, *, parent: QObject) -> None:
        super().__init__(parent)
        self._data = data
        self._over = False
        self._process = QProcess(self)
        self._process.finished.connect(self._finish)
        self._process.errorOccurred.connect(self._fail)
        too_late = f"decoding took longer than {(_START_MS + PATIENCE_MS) // 1000} s"
        self._patience = make_timer(self, partial(self._end, too_late), _START_MS + PATIENCE_MS, once=True)

    def start(self) -> None:
        """Start; `done` comes later."""
        self._patience.start()
        self._process.start(sys.executable, ["-m", "sfx.decoder"])
        self._process.write(self._data)
        self._process.closeWriteChannel()

    def _finish(self) -> None:
        sound = parse_plain_wave(bytes(self._process.readAllStandardOutput().data()))
        self._end(sound or self._read_last_words())

    def _read_last_words(self) -> str:
        lines = bytes(self._process.readAllStandardError().data()).decode(errors="replace").strip().splitlines()
        return lines[-1].removeprefix("decoder: ") if lines else "the decoder ended without a word"

    def _fail(self, error: QProcess.ProcessError) -> None:
        # Whatever else is wrong, the process ends, and `finished` comes too.
        if error == QProcess.ProcessError.FailedToStart:
            self._end(f"the decoder does not start ({self._process.errorString()})")

    def _end(self, outcome: DecodedSound | str) -> None:
        if self._over:
            return
        self._over = True
        self._patience.stop()
        self._process.kill()
        self.done.emit(outcome)
        self.deleteLater()
