"""The loudness of a slice of sound, and the noise of the room: the quietest level within a few seconds."""

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
