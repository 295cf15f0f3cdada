"""Named sounds: each is played at once, over speech and over each other."""

import logging
import math
from collections import OrderedDict
from functools import partial

from PySide6.QtCore import QObject, QUrl, Signal

from overlay.client.files import FetchResult, FileFetcher
from performer.stage.protocol.messages import Clip, Ended
from sfx.decode import PROMPT_RATE, DecodedSound, parse_plain_wave
from sfx.decoder_process import DecoderProcess
from sfx.device_sound import DeviceSound
from sfx.devices import OutputDevices
from sfx.ducking import ClipDucking

MAX_KEPT_BYTES = 48_000_000
"""The most bytes of decoded sound; the least recently used goes first."""


class ClipCache(QObject):
    """The sounds by their paths on the stage server."""

    found = Signal(str, object)
    """A path, and its DecodedSound or as text why there is none; once for each fetch."""

    def __init__(self, stage: QUrl, *, parent: QObject) -> None:
        super().__init__(parent)
        self._kept: OrderedDict[str, DecodedSound] = OrderedDict()
        self._files = FileFetcher(stage, parent=self)
        self._files.fetched.connect(self._read)

    def find(self, src: str) -> DecodedSound | None:
        """Return the sound if it is kept."""
        if src in self._kept:
            self._kept.move_to_end(src)
        return self._kept.get(src)

    def fetch(self, src: str) -> None:
        """Fetch a sound from the server; `found` is emitted with the result."""
        self._files.fetch(src)

    def forget(self) -> None:
        """Forget everything: the next stage may have other sounds by the same names."""
        self._kept.clear()

    def _read(self, fetched: FetchResult) -> None:
        if isinstance(fetched.outcome, str):
            self._keep(fetched.src, None, fetched.outcome)
            return
        sound = parse_plain_wave(fetched.outcome)
        if sound is not None and sound.rate >= PROMPT_RATE:
            self._keep(fetched.src, None, sound)
            return
        decoding = DecoderProcess(fetched.outcome, parent=self)
        decoding.done.connect(partial(self._keep, fetched.src, sound))
        decoding.start()

    def _keep(self, src: str, spare: DecodedSound | None, outcome: DecodedSound | str) -> None:
        if isinstance(outcome, str) and spare is not None:
            outcome = spare
        if isinstance(outcome, DecodedSound):
            self._kept[src] = outcome
            while sum(len(each.pcm) for each in self._kept.values()) > MAX_KEPT_BYTES:
                self._kept.popitem(last=False)
        self.found.emit(src, outcome)


MAX_AT_ONCE = 16
MAX_VOLUME = 16.0

_log = logging.getLogger(__name__)


class Clips(QObject):
    """Plays clips, fetching each sound the first time."""

    reported = Signal(object)
    """A Started or Ended of a clip."""

    def __init__(
        self, devices: OutputDevices, cache: ClipCache, ducking: ClipDucking, *, volume: float, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._devices = devices
        self._cache = cache
        self._ducking = ducking
        self._volume = volume
        self._waiting: dict[str, list[Clip]] = {}
        self._lines: list[DeviceSound] = []
        cache.found.connect(self._play_waiting)
        ducking.moved.connect(self._fade)

    @property
    def sounding(self) -> list[DeviceSound]:
        """The sounds that are heard now."""
        return [line for line in self._lines if line.begun]

    def play(self, clip: Clip) -> None:
        """Play a clip now, or as soon as it is fetched."""
        trouble = _refuse_clip(clip) or self._devices.trouble or self._check_room(clip)
        if trouble:
            self._reject(clip, trouble)
            return
        sound = self._cache.find(clip.src)
        if sound is not None:
            self._sound(clip, sound)
        elif clip.src in self._waiting:
            self._waiting[clip.src].append(clip)
        else:
            self._waiting[clip.src] = [clip]
            self._cache.fetch(clip.src)

    def hush(self, trouble: str = "") -> None:
        """Stop all clips and forget those that wait; each clip reports its end."""
        waiting, self._waiting = self._waiting, {src: [] for src in self._waiting}
        for clips in waiting.values():
            for clip in clips:
                self.reported.emit(Ended(id=clip.id, trouble=trouble))
        for line in list(self._lines):
            line.cut(trouble)

    def leave(self, present: frozenset[bytes]) -> None:
        """Stop clips on a device that is no longer among those present."""
        for line in list(self._lines):
            if line.device not in present:
                line.cut("its sound device is gone")

    def _fade(self, share: float) -> None:
        for line in self._lines:
            line.fade(share)

    def _play_waiting(self, src: str, outcome: DecodedSound | str) -> None:
        for clip in self._waiting.pop(src, []):
            if isinstance(outcome, DecodedSound):
                self._sound(clip, outcome)
            else:
                self._reject(clip, outcome)

    def _sound(self, clip: Clip, sound: DecodedSound) -> None:
        line = DeviceSound(clip.id, rate=sound.rate, channels=sound.channels, parent=self)
        line.reported.connect(self._pass_on)
        line.failed.connect(self._devices.doubt)
        self._lines.append(line)
        line.fade(self._ducking.share)
        line.put(sound.pcm)
        line.finish()
        self._begin(line, self._volume * min(max(clip.volume, 0.0), MAX_VOLUME))

    def _begin(self, line: DeviceSound, volume: float) -> None:
        """Begin a clip; the next best device is tried when one does not open, until there is none."""
        while line in self._lines:
            device = self._devices.clips
            if device is None:
                line.cut(self._devices.trouble)
            elif line.begin(device, volume):
                return
            else:
                self._devices.doubt_unopened(device)

    def _pass_on(self, report: object) -> None:
        if isinstance(report, Ended):
            self._lines = [line for line in self._lines if line.id != report.id]
        self.reported.emit(report)

    def _check_room(self, clip: Clip) -> str:
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
