"""Waves: silence, noise, tones and buzzes, laid on each other, shaped by curves and filtered."""

import math
import random
from collections.abc import Callable, Sequence

RATE = 48_000

Wave = list[float]
Curve = Callable[[float], float]
"""A value for every second since the sound began."""


def silence(long_s: float) -> Wave:
    """Make an empty wave to lay others on."""
    return [0.0] * round(long_s * RATE)


def noise(chance: random.Random, long_s: float) -> Wave:
    """Make white noise."""
    return [chance.uniform(-1, 1) for _ in range(round(long_s * RATE))]


def tone(long_s: float, pitch: Curve) -> Wave:
    """Make a sine whose pitch (Hz) follows a curve."""
    phase, made = 0.0, []
    for index in range(round(long_s * RATE)):
        made.append(math.sin(phase))
        phase += math.tau * pitch(index / RATE) / RATE
    return made


def buzz(long_s: float, pitch: Curve, *, bright: float) -> Wave:
    """Make a band-limited saw; `bright` from 0 to 1 says how slowly its overtones fade."""
    highest = max(pitch(index / 200) for index in range(max(1, int(long_s * 200))))
    count = max(1, min(40, int(16_000 / highest)))
    size = 4096
    gains = [bright**index / (index + 1) ** 0.6 for index in range(count)]
    cycle = [
        sum(gain * math.sin(math.tau * (over + 1) * at / size) for over, gain in enumerate(gains))
        for at in range(size + 1)
    ]
    tallest = max(cycle)
    place, made = 0.0, []
    for index in range(round(long_s * RATE)):
        before = int(place)
        made.append((cycle[before] + (cycle[before + 1] - cycle[before]) * (place - before)) / tallest)
        place = (place + size * pitch(index / RATE) / RATE) % size
    return made


def lay(below: Wave, at_s: float, sound: Sequence[float], gain: float = 1.0) -> None:
    """Add a sound to a wave from that second on; what reaches beyond its end is lost."""
    begin = round(at_s * RATE)
    for index in range(min(len(sound), len(below) - begin)):
        below[begin + index] += gain * sound[index]


def shaped(sound: Wave, envelope: Curve) -> Wave:
    """Multiply a wave by a curve."""
    return [value * envelope(index / RATE) for index, value in enumerate(sound)]


def steady(value: float) -> Curve:
    """Make a curve that never moves."""
    return lambda _: value


def scaled(curve: Curve, factor: float) -> Curve:
    """Multiply a curve by a number."""
    return lambda t: factor * curve(t)


def ramp(t: float, long_s: float) -> float:
    """Rise from 0 to 1 within that many seconds, smoothly, and stay there."""
    share = min(1.0, max(0.0, t / long_s))
    return share * share * (3 - 2 * share)


def plucked(fade_s: float) -> Curve:
    """Make the curve of what is struck once: there at once, and fading."""
    return lambda t: ramp(t, 0.004) * math.exp(-t / fade_s)


def low(sound: Wave, cutoff: Curve, sharp: float) -> Wave:
    """Let pass what is below a moving frequency (Hz); `sharp` is the resonance."""
    return _filtered(sound, cutoff, sharp)[0]


def band(sound: Wave, centre: Curve, sharp: float) -> Wave:
    """Let pass what is near a moving frequency (Hz); the sharper, the narrower."""
    return _filtered(sound, centre, sharp)[1]


def _filtered(sound: Wave, frequency: Curve, sharp: float) -> tuple[Wave, Wave]:
    """Run a state variable filter in its trapezoidal form, which stays stable while the frequency moves."""
    lows, bands = [], []
    first = second = g = scale = 0.0
    damping = 1 / sharp
    for index, value in enumerate(sound):
        if index % 16 == 0:
            g = math.tan(math.pi * min(frequency(index / RATE), 0.45 * RATE) / RATE)
            scale = 1 / (1 + g * (g + damping))
        middle = scale * (first + g * (value - second))
        deep = second + g * middle
        first, second = 2 * middle - first, 2 * deep - second
        lows.append(deep)
        bands.append(middle * damping)
    return lows, bands
