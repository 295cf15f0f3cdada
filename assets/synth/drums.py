"""Drums: what several sounds are made with."""

import math
import random

from synth.waves import Wave, band, noise, ramp, shaped, steady, tone


def snare(chance: random.Random, long_s: float) -> Wave:
    """Hit a snare drum: wires and skin."""
    wires = band(noise(chance, long_s), steady(2600.0), 0.6)
    rattle = shaped(wires, lambda t: ramp(t, 0.001) * math.exp(-t / (long_s * 0.33)))
    skin = shaped(tone(long_s, lambda t: 185 + 60 * math.exp(-t / 0.01)), lambda t: math.exp(-t / 0.035))
    return [1.3 * high + 0.5 * body for high, body in zip(rattle, skin, strict=True)]


def kick() -> Wave:
    """Hit a bass drum."""
    return shaped(tone(0.3, lambda t: 48 + 90 * math.exp(-t / 0.03)), lambda t: ramp(t, 0.002) * math.exp(-t / 0.09))


def cymbal(chance: random.Random, long_s: float) -> Wave:
    """Hit a cymbal: bright noise that dies slowly."""
    bright = band(noise(chance, long_s), steady(7200.0), 0.8)
    body = band(noise(chance, long_s), steady(3800.0), 1.2)
    mixed = [high + 0.5 * mid for high, mid in zip(bright, body, strict=True)]
    return shaped(mixed, lambda t: ramp(t, 0.002) * math.exp(-t / (long_s * 0.32)) * ramp(long_s - t, 0.15))
