"""Named sounds: they sound at once, over speech and over each other."""

import logging
import math
from functools import partial

from PySide6.QtCore import QObject, Signal

from performer.stage.protocol.messages import Clip, Ended
from sfx.clip_cache import ClipCache, ClipResult
from sfx.decode import DecodedSound
from sfx.devices import OutputDevices
from sfx.ducking import ClipDucking
from sfx.line import DeviceSound
from sfx.outlet import read_device_id

MAX_AT_ONCE = 16

_log = logging.getLogger(__name__)


class Clips(QObject):
    """Plays clips, fetching each sound the first time."""

    reported = Signal(object)
    """Started or Ended, of a clip."""

    def __init__(
        self, devices: OutputDevices, shelf: ClipCache, ducking: ClipDucking, *, volume: float, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._devices = devices
        self._shelf = shelf
        self._ducking = ducking
        self._volume = volume
        self._waiting: dict[str, list[Clip]] = {}
        self._lines: list[DeviceSound] = []
        shelf.found.connect(self._play_waiting)
        ducking.moved.connect(self._fade)

    def play(self, clip: Clip) -> None:
        """Play a clip now, or as soon as it is fetched."""
        trouble = _refuse_clip(clip) or self._devices.trouble or self._no_room(clip)
        if trouble:
            self._reject(clip, trouble)
            return
        recording = self._shelf.look(clip.src)
        if recording is not None:
            self._sound(clip, recording)
        else:
            self._wait_for(clip)

    def hush(self, trouble: str = "") -> None:
        """Be silent now and play nothing that was asked for before; each clip reports its end."""
        waiting, self._waiting = self._waiting, {src: [] for src in self._waiting}
        for clips in waiting.values():
            for clip in clips:
                self.reported.emit(Ended(id=clip.id, trouble=trouble))
        for line in list(self._lines):
            line.cut(trouble)

    def leave(self, present: frozenset[bytes]) -> None:
        """Cut what sounds on a device that is no longer among those present."""
        for line in list(self._lines):
            if line.device not in present:
                line.cut("its sound device is gone")

    def _fade(self, share: float) -> None:
        for line in self._lines:
            line.fade(share)

    def _wait_for(self, clip: Clip) -> None:
        under_way = clip.src in self._waiting
        self._waiting.setdefault(clip.src, []).append(clip)
        if not under_way:
            self._shelf.fetch(clip.src)

    def _play_waiting(self, found: ClipResult) -> None:
        for clip in self._waiting.pop(found.src, []):
            if isinstance(found.outcome, DecodedSound):
                self._sound(clip, found.outcome)
            else:
                self._reject(clip, found.outcome)

    def _sound(self, clip: Clip, recording: DecodedSound) -> None:
        line = DeviceSound(clip.id, rate=recording.rate, channels=recording.channels, parent=self)
        line.reported.connect(self._pass_on)
        line.failed.connect(partial(self._doubt, line))
        self._lines.append(line)
        line.fade(self._ducking.share)
        line.put(recording.pcm)
        line.finish()
        self._begin(line, self._volume * min(max(clip.volume, 0.0), 1.0))

    def _begin(self, line: DeviceSound, volume: float) -> None:
        """Begin a clip; a device that does not open gives way to the next best one, until there is none."""
        while line in self._lines:
            device = self._devices.clips.chosen
            if device is None:
                line.cut(self._devices.trouble)
            elif line.begin(device, volume):
                return
            else:
                self._devices.doubt(read_device_id(device), f"sound device '{device.description()}' does not open")

    def _doubt(self, line: DeviceSound, why: str) -> None:
        self._devices.doubt(line.device, why)

    def _pass_on(self, report: object) -> None:
        if isinstance(report, Ended):
            self._lines = [line for line in self._lines if line.id != report.id]
        self.reported.emit(report)

    def _no_room(self, clip: Clip) -> str:
        under_way = [line.id for line in self._lines]
        under_way += [each.id for clips in self._waiting.values() for each in clips]
        if clip.id in under_way:
            return "a sound with its id is playing already"
        if len(under_way) >= MAX_AT_ONCE:
            return f"{MAX_AT_ONCE} sounds are playing already"
        return ""

    def _reject(self, clip: Clip, trouble: str) -> None:
        _log.warning("Sound '%.80s' cannot be played: %s.", clip.name, trouble)
        self.reported.emit(Ended(id=clip.id, trouble=trouble))


def _refuse_clip(clip: Clip) -> str:
    if not clip.src.startswith("/"):
        return f"its src {clip.src!r:.80} is not a path on the stage server"
    if not math.isfinite(clip.volume):
        return f"its volume {clip.volume} is not a number"
    return ""
