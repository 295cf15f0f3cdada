"""Conversion of a device's sound to 16 kHz mono, and the instants at which slices of it ended.

Sound comes in lumps, and late when the machine is busy, but it was recorded at a steady pace.
"""

import math
from array import array
from collections import deque
from operator import mul
from typing import Final

RATE: Final = 16_000
"""Samples a second, of one channel, signed 16 bit: the format for detectors of speech."""
SLICE: Final = 512
"""Samples of a slice: 32 ms."""
SLICE_S: Final = SLICE / RATE
SILENT_DB: Final = -100.0
_FULL: Final = 32768.0


def measure_level_db(samples: "array[int]") -> float:
    """Return the root mean square in dB below full scale; -100 for silence."""
    power = sum(map(mul, samples, samples)) / len(samples)
    return max(SILENT_DB, 10 * math.log10(power / _FULL**2)) if power else SILENT_DB


def measure_crest_db(samples: "array[int]", level: float) -> float:
    """Return by how many dB the loudest sample exceeds the level: a click has a high crest, a voice has not."""
    peak = max(max(samples), -min(samples))
    return 20 * math.log10(peak / _FULL) - level if peak else 0.0


_BLOCK: Final = 8
"""The slices of a block, of which only the quietest is remembered: a quarter of a second."""
_BLOCKS: Final = 12
_ABOVE_MINIMUM_DB: Final = 1.5
"""The quietest of some slices of steady noise lies below the noise's mean."""
_LOWEST_DB: Final = -75.0
"""A microphone that is switched off by software gives zeroes; speech is far above this all the same."""


class NoiseFloor:
    """Follows the noise: down at once, up within three seconds."""

    def __init__(self) -> None:
        self._blocks: deque[float] = deque(maxlen=_BLOCKS)
        self._quietest = 0.0
        self._count = 0
        self.level_db = SILENT_DB

    def take(self, level: float) -> None:
        """Add the level of a slice."""
        self._quietest = min(self._quietest, level)
        self._count += 1
        if self._count == _BLOCK:
            self._blocks.append(self._quietest)
            self._quietest, self._count = 0.0, 0
        floor = min([*self._blocks, self._quietest if self._count or not self._blocks else 0.0])
        self.level_db = max(floor + _ABOVE_MINIMUM_DB, _LOWEST_DB)


_LATE_S: Final = 1.5
"""When a slice comes so much later than expected, sound has been lost: the count begins anew."""
_WINDOW: Final = 12
"""The slices of a stretch, some 0.4 s: the soonest of this stretch and of the one before show how late sound comes now.
No more sound can wait for us; sound that comes later for longer comes after an unreported loss."""


class SliceTimes:
    """Computes the end of each slice from those that came soonest after their sound, of the last half second."""

    def __init__(self, step_s: float) -> None:
        self._step_s = step_s
        self._count = 0
        self._soonest_s: float | None = None
        """The instant before the first slice, by the slice of this stretch that came soonest."""
        self._before_s: float | None = None
        """The same by the stretch before."""

    def find_end(self, came_s: float) -> float:
        """Return when the next slice ended, given when it came."""
        self._count += 1
        began_s = came_s - self._count * self._step_s
        if self._soonest_s is not None and began_s > self._soonest_s + _LATE_S:
            self._count, began_s = 1, came_s - self._step_s
            self._soonest_s = self._before_s = None
        elif self._count % _WINDOW == 0:
            self._before_s, self._soonest_s = self._soonest_s, None
        self._soonest_s = began_s if self._soonest_s is None else min(self._soonest_s, began_s)
        begun_s = self._soonest_s if self._before_s is None else min(self._soonest_s, self._before_s)
        return begun_s + self._count * self._step_s


class SampleConverter:
    """Mixes channels into one and averages or repeats samples for 16 kHz; state is kept from piece to piece."""

    def __init__(self, rate: int, channels: int) -> None:
        self._rate = rate
        self._channels = channels
        self._waiting: array[int] = array("h")
        self._gone = 0
        """The old samples that are done with, since the beginning."""
        self._made = 0
        """The new samples, since the beginning."""
        self._half = b""

    def take(self, pcm: bytes) -> bytes:
        """Convert 16-bit sound."""
        whole = self._half + pcm
        end = len(whole) - len(whole) % (2 * self._channels)
        self._half = whole[end:]
        mono = self._mix(array("h", whole[:end]))
        return mono.tobytes() if self._rate == RATE else self._reduce(mono).tobytes()

    def _mix(self, samples: "array[int]") -> "array[int]":
        if self._channels == 1:
            return samples
        parts = [samples[each :: self._channels] for each in range(self._channels)]
        return array("h", [sum(frame) // self._channels for frame in zip(*parts, strict=True)])

    def _reduce(self, mono: "array[int]") -> "array[int]":
        """Average the old samples in the time of each new one: plain, and good enough to recognise speech."""
        self._waiting.extend(mono)
        found = array("h")
        while (end := self._find_end() - self._gone) <= len(self._waiting):
            begin = min(end - 1, self._made * self._rate // RATE - self._gone)
            found.append(sum(self._waiting[begin:end]) // (end - begin))
            self._made += 1
        done = self._made * self._rate // RATE - self._gone
        del self._waiting[:done]
        self._gone += done
        return found

    def _find_end(self) -> int:
        """Return how many old samples there are up to the end of the next new one; in part counts as whole below it."""
        end = (self._made + 1) * self._rate
        return end // RATE if self._rate >= RATE else -(-end // RATE)
