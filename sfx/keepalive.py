"""Keeps the sound device awake around speech, with silence of its own beside what sounds.

A device that nobody plays into may work in long steps: a PulseAudio null sink, as streamers use to route sound to OBS,
takes 2 s, and whatever begins within a step waits for its end. A stream that is open and wants little latency keeps
the steps short, so the next sentence sounds at once. Nobody hears it, and it is closed when speech has been over for a
while.
"""

from PySide6.QtCore import QIODevice, QObject, QTimer
from PySide6.QtMultimedia import QAudioSink, QtAudio

from sfx.devices import OutputDevices
from sfx.line import SAMPLE_BYTES, make_pcm_format
from sfx.outlet import read_device_id

_RATE = 8_000
"""Low, for it is nothing that we pump; sentences ask for short steps themselves."""
_BUFFER_MS = 500


class SoundKeepAlive(QObject):
    """A silent stream on the device for speech, from `keep` until `hold_ms` after `rest`."""

    def __init__(self, devices: OutputDevices, *, hold_ms: int, parent: QObject) -> None:
        super().__init__(parent)
        self._devices = devices
        self._silence = _Silence(self)
        self._sink: QAudioSink | None = None
        self._device = b""
        self._hold = QTimer(self)
        self._hold.setInterval(hold_ms)
        self._hold.setSingleShot(True)
        self._hold.timeout.connect(self._close)
        devices.changed.connect(self._follow)

    def keep(self) -> None:
        """Keep the device awake until there is a `rest`; without a device, do nothing."""
        self._hold.stop()
        if self._sink is None or self._device != self._chosen_id():
            self._close()
            self._open()

    def rest(self) -> None:
        """Let the device sleep in a while."""
        self._hold.start()

    def _open(self) -> None:
        device = self._devices.speech.chosen
        if device is None:
            return
        sink = QAudioSink(device, make_pcm_format(_RATE, 1), self)
        sink.setBufferSize(_BUFFER_MS * _RATE * SAMPLE_BYTES // 1000)
        sink.stateChanged.connect(self._note_end)
        self._device = self._chosen_id()
        self._sink = sink
        sink.start(self._silence)

    def _close(self) -> None:
        sink, self._sink = self._sink, None
        if sink is not None:
            sink.stateChanged.disconnect()
            # Not `stop`, nor the destructor alone: both wait for the server.
            sink.reset()
            sink.deleteLater()

    def _follow(self, _hello: object) -> None:
        if self._device != self._chosen_id():
            self._close()

    def _note_end(self, state: QtAudio.State) -> None:
        """Let go of a stream that ended or never began; why that is, the next sentence finds out and says."""
        if state == QtAudio.State.StoppedState:
            self._close()

    def _chosen_id(self) -> bytes:
        device = self._devices.speech.chosen
        return b"" if device is None else read_device_id(device)


class _Silence(QIODevice):
    """As much silence as anybody wants."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.open(QIODevice.OpenModeFlag.ReadOnly | QIODevice.OpenModeFlag.Unbuffered)

    def readData(self, maxlen: int) -> bytes:  # noqa: N802 - Qt's name
        """Hand over silence."""
        return bytes(maxlen)

    def writeData(self, data: object, size: int) -> int:  # noqa: ARG002, N802 - Qt's name and signature
        """Refuse."""
        return -1

    def isSequential(self) -> bool:  # noqa: N802 - Qt's name
        """Say that there is no going back."""
        return True

    def bytesAvailable(self) -> int:  # noqa: N802 - Qt's name
        """Tell of a second: there is always more."""
        return _RATE * SAMPLE_BYTES

    def atEnd(self) -> bool:  # noqa: N802 - Qt's name
        """Never say so."""
        return False
