"""Finishing: every sound as loud as the others, without a rumble and without a click."""

import math
from array import array

from synth.waves import RATE, Wave, ramp, shaped

LOUDNESS_DB = -17.0
"""RMS of every finished sound, in dB below full scale."""
PEAK_DB = -1.5
"""No sample goes beyond this."""


def finished(sound: Wave) -> "array[int]":
    """Take out the constant part, soften both ends, bring it to the common loudness and round to 16 bits."""
    high_passed = _without_rumble(sound)
    long_s = len(high_passed) / RATE
    faded = shaped(high_passed, lambda t: ramp(t, 0.003) * ramp(long_s - t, 0.03))
    return array("h", (round(value * 32767) for value in _levelled(faded)))


def _without_rumble(sound: Wave) -> Wave:
    keep = math.exp(-math.tau * 25 / RATE)
    made, before, last = [], 0.0, 0.0
    for value in sound:
        last = keep * (last + value - before)
        before = value
        made.append(last)
    return made


def _levelled(sound: Wave) -> Wave:
    """Raise to the wanted RMS; peaks bend softly below the ceiling, so it takes a few rounds."""
    wanted, ceiling = 10 ** (LOUDNESS_DB / 20), 10 ** (PEAK_DB / 20)
    for _ in range(8):
        now = math.sqrt(sum(value * value for value in sound) / len(sound))
        sound = [_bent(value * wanted / now, ceiling) for value in sound]
    return sound


def _bent(value: float, ceiling: float) -> float:
    knee = 0.6 * ceiling
    over = abs(value) - knee
    if over <= 0:
        return value
    return math.copysign(knee + (ceiling - knee) * math.tanh(over / (ceiling - knee)), value)
