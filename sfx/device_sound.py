"""One sound on its way through one device: it begins, takes more pieces while it is heard, and ends or is cut.

The device pulls from us. So the first sample is in the first request that the sound server makes, about a millisecond
after `begin` however large the buffer is; sound that is pushed in waits behind the silence of that first request.
"""

from array import array
from functools import partial
from typing import Final

from PySide6.QtCore import QElapsedTimer, QIODevice, QObject, Signal
from PySide6.QtMultimedia import QAudio as _QAudio  # noqa: F401
from PySide6.QtMultimedia import QAudioDevice, QAudioSink, QtAudio

from overlay.client.process import make_timer
from performer.stage.protocol.messages import Ended, Started
from sfx.intake import SAMPLE_BYTES
from sfx.outlet import make_pcm_format, read_device_id

_FULL: Final = 32767


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


def amplify(pcm: bytes, gain: float) -> bytes:
    """Return signed 16-bit PCM made louder, cut off at full scale."""
    return array("h", [min(max(int(each * gain), -_FULL), _FULL) for each in array("h", pcm)]).tobytes()


class PcmBuffer(PcmSource):
    """Sound that comes in pieces, pulled by a device."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.gain = 1.0
        """A factor above 1, by which it is made louder as it is pulled: a device can only make it softer."""
        self._pcm = b""
        self._at = 0

    @property
    def total(self) -> int:
        """The bytes put in so far."""
        return len(self._pcm)

    @property
    def left(self) -> int:
        """The bytes not yet pulled."""
        return len(self._pcm) - self._at

    def put(self, pcm: bytes) -> None:
        """Append sound and wake the device if it waits for more."""
        if pcm:
            self._pcm += pcm  # a clip is one piece, and such a one is not copied
            self.readyRead.emit()

    def cut_out(self, begin: int, end: int) -> bytes:
        """Return a part of the sound, whether or not it was pulled."""
        return self._pcm[begin:end]

    def rewind(self) -> None:
        """Begin again: the sound that was pulled went nowhere."""
        self._at = 0

    def readData(self, maxlen: int) -> bytes:  # noqa: N802 - Qt's name
        """Return up to `maxlen` bytes of what is there."""
        most = max(maxlen, 0)
        if self.gain > 1:
            most -= most % SAMPLE_BYTES  # half a sample has no loudness
        taken = self._pcm[self._at : self._at + most]
        self._at += len(taken)
        return taken if self.gain <= 1 else amplify(taken, self.gain)

    def bytesAvailable(self) -> int:  # noqa: N802 - Qt's name
        """Return how many bytes can be read now."""
        return self.left + super().bytesAvailable()


# WORKAROUND: PySide6 6.11 can hand a state to a slot only after QAudio, its old name, was loaded.

BUFFER_MS = 500
"""How long this process may be held up without a hole in the sound; delays neither the start nor the stop."""
TAIL_MS = 40
"""From when the device takes our last frame until that was heard: Qt lets the sound server hold 35 ms."""
STALL_MS = 2_500
"""A device that takes nothing for so long is gone: some go silently. A sleeping device wakes within 2 s."""
NEWEST_MS: Final = 125
LONGEST_HEARD_MS: Final = 500
"""What is measured of a sound at once, at first and at most."""
PATIENCE_MS = 10_000
"""How long a sound waits for its next piece."""


class DeviceSound(QObject):
    """A sound with an id; it reports Ended once, and Started before that if it ever began."""

    reported = Signal(object)
    """A Started or Ended."""
    failed = Signal(object, object)
    """The id of its device and why that cannot be used, as text; emitted before Ended."""

    def __init__(self, name: str, *, rate: int, channels: int, parent: QObject, duck: float = 1.0) -> None:
        super().__init__(parent)
        self.id = name
        self.rate = rate
        self.channels = channels
        self.duck = duck
        """The loudness of clips meanwhile, 0 to 1 of their own volume."""
        self.begun = False
        self.device = b""
        """Qt's id of the device that plays it."""
        self._buffer = PcmBuffer(self)
        self._whole = False
        self._over = False
        self._sink: QAudioSink | None = None
        self._volume = 0.0
        self._share = 1.0
        self._since = QElapsedTimer()
        self._measured_ms = -1
        self._taken_us = -1
        self._tail = make_timer(self, self._end_whole, TAIL_MS, once=True, precise=True)
        self._stall = make_timer(self, self._check_stall, STALL_MS)
        too_late = f"the rest of it did not come within {PATIENCE_MS // 1000} s"
        self._patience = make_timer(self, partial(self.cut, too_late), PATIENCE_MS, once=True)

    @property
    def is_ready(self) -> bool:
        """Whether there is something to play, or nothing will ever come."""
        return self._whole or self._buffer.total > 0

    @property
    def waiting_bytes(self) -> int:
        """The bytes that have not gone to the device."""
        return self._buffer.left

    def put(self, pcm: bytes) -> None:
        """Append a piece; it follows the piece before without a gap if that is still heard."""
        self._patience.stop()
        self._buffer.put(pcm)

    def finish(self) -> None:
        """Note that no further piece comes."""
        self._whole = True
        self._settle()

    def begin(self, device: QAudioDevice, volume: float) -> bool:
        """Open the device and play; False when it does not open, and another one may be tried."""
        self._volume, self._buffer.gain = min(volume, 1.0), max(volume, 1.0)
        self.begun = self._buffer.total == 0 or self._open(device)
        if not self.begun:
            return False
        self.device = read_device_id(device)
        self.reported.emit(Started(id=self.id))
        if self._buffer.total == 0:
            self._end(heard_ms=0)
        self._settle()
        return True

    def fade(self, share: float) -> None:
        """Change the share of the volume, 0 to 1; the device has taken some 20 ms of sound already."""
        self._share = share
        if self._sink is not None:
            self._sink.setVolume(self._volume * share)

    @property
    def gain(self) -> float:
        """The factor at which its samples are heard now."""
        return self._volume * self._share * self._buffer.gain

    def take_heard(self) -> bytes:
        """Return what has been heard since the last call, the newest of it; the first call begins at what is heard."""
        now_ms = self._measure_heard_ms()
        begin_ms = now_ms - NEWEST_MS if self._measured_ms < 0 else max(self._measured_ms, now_ms - LONGEST_HEARD_MS)
        self._measured_ms = now_ms
        frame, per_ms = self.channels * SAMPLE_BYTES, self._bytes_per_second() / 1000
        begin, end = (int(max(each, 0) * per_ms) // frame * frame for each in (begin_ms, now_ms))
        return self._buffer.cut_out(begin, end)

    def cut(self, trouble: str = "") -> None:
        """Stop now and report what was heard."""
        self._end(heard_ms=self._measure_heard_ms(), trouble=trouble)

    def _open(self, device: QAudioDevice) -> bool:
        sink = QAudioSink(device, make_pcm_format(self.rate, self.channels), self)
        sink.setBufferSize(BUFFER_MS * self._bytes_per_second() // 1000)
        sink.setVolume(self._volume * self._share)
        sink.start(self._buffer)
        if sink.state() == QtAudio.State.StoppedState:
            # It has pulled all the same, and another device is tried next.
            self._buffer.rewind()
            sink.deleteLater()
            return False
        sink.stateChanged.connect(self._follow)
        self._sink = sink
        self._since.start()
        self._stall.start()
        return True

    def _follow(self, _state: QtAudio.State) -> None:
        if self._is_in(QtAudio.State.IdleState):
            self._settle()
        elif self._is_in(QtAudio.State.StoppedState) and self._since.isValid():
            self._fail("the sound device stopped")

    def _settle(self) -> None:
        """Start what is due when the device has taken all there is: the end, or the wait for more."""
        if self._over or self._buffer.left or not self._is_in(QtAudio.State.IdleState):
            return
        if self._whole:
            self._tail.start()
        else:
            self._patience.start()

    def _check_stall(self) -> None:
        assert self._sink is not None
        taken_us = self._sink.processedUSecs()
        if taken_us == self._taken_us and self._is_in(QtAudio.State.ActiveState):
            self._fail("the sound device takes no more sound")
        self._taken_us = taken_us

    def _fail(self, why: str) -> None:
        if self._over:
            return
        heard_ms = self._measure_heard_ms()
        self.failed.emit(self.device, why)
        self._end(heard_ms=heard_ms, trouble=why)

    def _end_whole(self) -> None:
        self._end(heard_ms=self._buffer.total * 1000 // self._bytes_per_second())

    def _end(self, *, heard_ms: int, trouble: str = "") -> None:
        if self._over:
            return
        self._over = True
        for timer in (self._tail, self._stall, self._patience):
            timer.stop()
        if self._sink is not None:
            self._sink.stateChanged.disconnect()
            # Not `stop`, nor the destructor alone: both wait for the server, and other sounds may run dry meanwhile.
            self._sink.reset()
        self.deleteLater()
        self.reported.emit(Ended(id=self.id, heard_ms=heard_ms, trouble=trouble))

    def _measure_heard_ms(self) -> int:
        """Return how much was heard: never more than was taken, nor than the time there was."""
        if self._sink is None or not self._since.isValid():
            return 0
        return min(self._sink.processedUSecs() // 1000, self._since.elapsed())

    def _is_in(self, state: QtAudio.State) -> bool:
        return self._sink is not None and self._sink.state() == state

    def _bytes_per_second(self) -> int:
        return self.rate * self.channels * SAMPLE_BYTES
