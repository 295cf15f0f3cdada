"""Keeps the sound device awake around speech, with a silent stream of its own.

A device that nobody plays into may work in long steps: a PulseAudio null sink, as streamers use to route sound to OBS,
takes 2 s, and whatever begins within a step waits for its end. An open stream that wants little latency keeps the steps
short, so the next sentence is heard at once. The stream is closed when speech has been over for a while.
"""

from PySide6.QtCore import QObject
from PySide6.QtMultimedia import QAudioSink, QtAudio

from overlay.client.process import make_timer
from sfx.device_sound import PcmSource
from sfx.devices import OutputDevices
from sfx.intake import SAMPLE_BYTES
from sfx.outlet import make_pcm_format, read_device_id

_RATE = 8_000
"""Low, for it is silence that we pump; sentences ask for short steps themselves."""
_BUFFER_MS = 500


class SoundKeepAlive(QObject):
    """A silent stream on the device for speech, from `keep` until `hold_ms` after `rest`."""

    def __init__(self, devices: OutputDevices, *, hold_ms: int, parent: QObject) -> None:
        super().__init__(parent)
        self._devices = devices
        self._silence = _Silence(self)
        self._sink: QAudioSink | None = None
        self._device = b""
        self._hold = make_timer(self, self._close, hold_ms, once=True)
        devices.changed.connect(self._follow)

    def keep(self) -> None:
        """Keep the device awake until `rest` is called; without a device, do nothing."""
        self._hold.stop()
        if self._sink is None or self._device != self._find_device_id():
            self._close()
            self._open()

    def rest(self) -> None:
        """Close the stream in a while."""
        self._hold.start()

    def _open(self) -> None:
        device = self._devices.speech
        if device is None:
            return
        sink = QAudioSink(device, make_pcm_format(_RATE, 1), self)
        sink.setBufferSize(_BUFFER_MS * _RATE * SAMPLE_BYTES // 1000)
        sink.stateChanged.connect(self._note_end)
        self._device = self._find_device_id()
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
        if self._device != self._find_device_id():
            self._close()

    def _note_end(self, state: QtAudio.State) -> None:
        """Close a stream that ended or never began; the next sentence finds out why and reports it."""
        if state == QtAudio.State.StoppedState:
            self._close()

    def _find_device_id(self) -> bytes:
        device = self._devices.speech
        return b"" if device is None else read_device_id(device)


class _Silence(PcmSource):
    """Endless silence."""

    def readData(self, maxlen: int) -> bytes:  # noqa: N802 - Qt's name
        """Return silence."""
        return bytes(maxlen)

    def bytesAvailable(self) -> int:  # noqa: N802 - Qt's name
        """Return a second's bytes: there is always more."""
        return _RATE * SAMPLE_BYTES
