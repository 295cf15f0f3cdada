"""The level of the sound now: what has just been heard is measured while somebody looks, and at no other time."""

import audioop
import math
from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QObject, Signal

from overlay.client.process import make_timer
from performer.core.loudness import SILENCE_LUFS, StepMeter, to_lufs
from performer.stage.protocol.messages import Level
from sfx.device_sound import DeviceSound
from sfx.intake import SAMPLE_BYTES

EVERY_MS: Final = 125
SILENT_DB: Final = -100.0
_FULL: Final = 32768.0


class LevelMeter(QObject):
    """Measures the sounds that are under way, each with the loudness that it is played at."""

    measured = Signal(object)
    """A Level, each time it is another one."""

    def __init__(self, list_sounds: Callable[[], Iterable[DeviceSound]], *, parent: QObject) -> None:
        super().__init__(parent)
        self._list_sounds = list_sounds
        self._meters: dict[DeviceSound, _SoundMeter] = {}
        self._newest: Level | None = None
        self._timer = make_timer(self, self._measure, EVERY_MS)

    def watch(self, *, is_watched: bool) -> None:
        """Begin to measure, or end."""
        self._newest = None
        self._meters.clear()
        if is_watched:
            self._timer.start()
        else:
            self._timer.stop()

    def _measure(self) -> None:
        """Measure what was heard since the last time: the powers of sounds that differ add up."""
        sounds = list(self._list_sounds())
        self._meters = {each: self._meters.get(each) or _SoundMeter(each) for each in sounds}
        measured = [meter.measure() for meter in self._meters.values()]
        power, peak = sum(each for each, _ in measured), sum(each for _, each in measured)
        level = Level(
            lufs=round(max(to_lufs(power), SILENCE_LUFS), 1),
            peak_db=round(20 * math.log10(peak), 1) if peak else SILENT_DB,
        )
        if level != self._newest:
            self._newest = level
            self.measured.emit(level)


class _SoundMeter:
    """The meter of one sound."""

    def __init__(self, sound: DeviceSound) -> None:
        self._sound = sound
        self._channels = [StepMeter(sound.rate) for _ in range(sound.channels)]
        self._power = 0.0

    def measure(self) -> tuple[float, float]:
        """Return the weighted power and the peak of what was heard since the last time, 1 being full scale."""
        pcm, gain = self._sound.take_heard(), self._sound.gain
        if not pcm:
            return 0.0, 0.0
        samples = memoryview(pcm).cast("h")
        steps = [meter.add(samples[at :: len(self._channels)].tobytes()) for at, meter in enumerate(self._channels)]
        powers = [sum(each) / len(each) for each in zip(*steps, strict=True)]
        # A step that is not full yet counts when it is: until then the one before stands.
        self._power = sum(powers) / len(powers) if powers else self._power
        return self._power * gain**2, audioop.max(pcm, SAMPLE_BYTES) / _FULL * gain
