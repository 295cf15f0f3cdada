"""The PCM that a device pulls: pieces go in at one end, frames come out at the other, without a seam."""

from PySide6.QtCore import QIODevice, QObject


class PcmSource(QIODevice):
    """A sequential device that never says it is at its end; a reader gets what is there, maybe nothing."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.open(QIODevice.OpenModeFlag.ReadOnly | QIODevice.OpenModeFlag.Unbuffered)

    def writeData(self, data: object, size: int) -> int:  # noqa: ARG002, N802 - Qt's name and signature
        """Refuse: nothing can be written."""
        return -1

    def isSequential(self) -> bool:  # noqa: N802 - Qt's name
        """Whether there is no going back: always."""
        return True

    def atEnd(self) -> bool:  # noqa: N802 - Qt's name
        """Whether no more will come: never."""
        return False


class PcmBuffer(PcmSource):
    """Sound in pieces, pulled by a device."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.total = 0
        """The bytes put in so far."""
        self.left = 0
        """The bytes not yet pulled."""
        self._pieces: list[bytes] = []
        self._piece = 0
        self._at = 0

    def put(self, pcm: bytes) -> None:
        """Append sound and wake the device if it waits for more."""
        if not pcm:
            return
        self._pieces.append(pcm)
        self.total += len(pcm)
        self.left += len(pcm)
        self.readyRead.emit()

    def rewind(self) -> None:
        """Begin again: the sound that was pulled went nowhere."""
        self._piece = 0
        self._at = 0
        self.left = self.total

    def readData(self, maxlen: int) -> bytes:  # noqa: N802 - Qt's name
        """Return up to `maxlen` bytes of what is there, across the seams between pieces."""
        taken: list[bytes] = []
        while self.left and maxlen > 0:
            chunk = self._pieces[self._piece][self._at : self._at + maxlen]
            taken.append(chunk)
            self._advance(len(chunk))
            maxlen -= len(chunk)
        return b"".join(taken)

    def bytesAvailable(self) -> int:  # noqa: N802 - Qt's name
        """Return how many bytes can be read now."""
        return self.left + super().bytesAvailable()

    def _advance(self, count: int) -> None:
        self.left -= count
        self._at += count
        if self._at >= len(self._pieces[self._piece]):
            self._piece += 1
            self._at = 0
