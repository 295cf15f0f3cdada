"""Speech: sentences one after the other, each of pieces that follow one another without a gap."""

import logging
from collections import deque

from PySide6.QtCore import QObject, Signal

from performer.core.audio import Sound
from performer.stage.protocol.messages import Ended
from sfx.device_sound import DeviceSound
from sfx.devices import OutputDevices
from sfx.ducking import ClipDucking
from sfx.keepalive import SoundKeepAlive

MAX_SENTENCES = 64
MAX_WAITING_BYTES = 64_000_000
_REMEMBERED = 256
_SOFTENS_MS = 12
"""From full to soft, without a click."""

_log = logging.getLogger(__name__)


class SpeechPlayer(QObject):
    """The queue of sentences; the first one is heard."""

    reported = Signal(object)
    """A Started or Ended of a sentence."""

    def __init__(
        self, devices: OutputDevices, ducking: ClipDucking, *, volume: float, hold_ms: int, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._devices = devices
        self._ducking = ducking
        self._volume = volume
        self._keepalive = SoundKeepAlive(devices, hold_ms=hold_ms, parent=self)
        self._queue: deque[DeviceSound] = deque()
        self._over: deque[str] = deque(maxlen=_REMEMBERED)
        self._softness = ClipDucking(down_ms=_SOFTENS_MS, parent=self)
        self._softness.moved.connect(self._fade)

    @property
    def sounding(self) -> list[DeviceSound]:
        """The sounds that are heard now."""
        return [line for line in self._queue if line.begun]

    def wake(self) -> None:
        """Wake the device: that takes a while, and speech is likely soon."""
        self._keepalive.keep()
        if not self._queue:
            self._keepalive.rest()

    def take(self, piece: Sound, pcm: bytes) -> None:
        """Append a piece to its sentence, or begin a new one; pieces of a sentence that is over are dropped."""
        if piece.id in self._over:
            return
        trouble = self._devices.trouble or self._check_room(piece) or self._check_format(piece)
        if trouble:
            self.reject(piece.id, trouble)
            return
        line = self._find(piece.id) or self._start_sentence(piece)
        line.put(pcm)
        if piece.last:
            line.finish()
        self._begin_next()

    def reject(self, name: str, trouble: str) -> None:
        """End a sentence for a reason, whether or not it is known; later pieces of it are dropped."""
        line = self._find(name)
        if line is not None:
            line.cut(trouble)
        elif name not in self._over:
            self._over.append(name)
            self.reported.emit(Ended(id=name, trouble=trouble))

    def soften(self, share: float) -> None:
        """Play speech at a share of its volume from now on, until a hush."""
        self._softness.press(min(max(share, 0.0), 1.0))

    def _fade(self, share: float) -> None:
        for line in self._queue:
            line.fade(share)

    def hush(self, trouble: str = "") -> None:
        """Stop speech and forget what waits; each sentence reports its end."""
        lines = list(self._queue)
        self._queue.clear()
        for line in lines:
            line.cut(trouble)
        self._softness.release()
        self._ducking.release()

    def begin_anew(self) -> None:
        """Forget which sentences are over: another show counts its own from the beginning."""
        self._over.clear()

    def leave(self, present: frozenset[bytes]) -> None:
        """Stop speech on a device that is no longer among those present; what waits goes on elsewhere."""
        if self._queue and self._queue[0].begun and self._queue[0].device not in present:
            self._queue[0].cut("its sound device is gone")

    def _start_sentence(self, piece: Sound) -> DeviceSound:
        line = DeviceSound(piece.id, rate=piece.rate, channels=piece.channels, parent=self, duck=piece.duck)
        line.reported.connect(self._pass_on)
        line.failed.connect(self._devices.doubt)
        line.fade(self._softness.share)
        self._queue.append(line)
        return line

    def _begin_next(self) -> None:
        """Begin the first sentence; the next best device is tried when one does not open."""
        while self._queue and self._queue[0].is_ready and not self._queue[0].begun:
            device = self._devices.speech
            if device is None:
                return
            self._keepalive.keep()
            if self._queue[0].waiting_bytes:
                self._ducking.press(self._queue[0].duck)
            if not self._queue[0].begin(device, self._volume):
                self._devices.doubt_unopened(device)

    def _pass_on(self, report: object) -> None:
        self.reported.emit(report)
        if isinstance(report, Ended):
            self._over.append(report.id)
            self._queue = deque(line for line in self._queue if line.id != report.id)
            self._keepalive.rest()
            if not any(line.begun for line in self._queue):
                self._ducking.release_later()
            self._begin_next()

    def _find(self, name: str) -> DeviceSound | None:
        return next((line for line in self._queue if line.id == name), None)

    def _check_room(self, piece: Sound) -> str:
        is_full = len(self._queue) >= MAX_SENTENCES and self._find(piece.id) is None
        if is_full or sum(line.waiting_bytes for line in self._queue) >= MAX_WAITING_BYTES:
            _log.warning("More than %d sentences or %d bytes wait to be spoken.", MAX_SENTENCES, MAX_WAITING_BYTES)
            return "too much waits to be spoken"
        return ""

    def _check_format(self, piece: Sound) -> str:
        line = self._find(piece.id)
        if line is not None and (line.rate, line.channels) != (piece.rate, piece.channels):
            return "its pieces differ in rate or channels"
        return ""
