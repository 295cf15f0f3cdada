"""How loud a slice of sound is."""

import math
from array import array
from operator import mul
from typing import Final

RATE: Final = 16_000
"""Samples a second, of one channel, signed 16 bit: what detectors of speech take."""
SLICE: Final = 512
"""Samples of a slice: 32 ms."""
SLICE_S: Final = SLICE / RATE
SILENT_DB: Final = -100.0
_FULL: Final = 32768.0


def level_db(samples: "array[int]") -> float:
    """Tell the root mean square in dB below full scale; -100 for silence."""
    power = sum(map(mul, samples, samples)) / len(samples)
    return max(SILENT_DB, 10 * math.log10(power / _FULL**2)) if power else SILENT_DB


def crest_db(samples: "array[int]", level: float) -> float:
    """Tell by how many dB the loudest sample stands above the level: a click has a high crest, a voice has not."""
    peak = max(max(samples), -min(samples))
    return 20 * math.log10(peak / _FULL) - level if peak else 0.0
