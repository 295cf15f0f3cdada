"""Loudness in LUFS, as ITU-R BS.1770-4 and EBU R 128 measure it, of signed 16-bit PCM.

Loudness is that of one loudspeaker, the mean of the channels, so that a voice of one channel and a clip of two compare
as they are heard; a meter of a stereo recording, which adds the channels, shows 3 LU more.
"""

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

CEILING: Final = 10 ** (-1 / 20)
"""The loudest sample that we make, 1 being full scale: 1 dB below it."""
SILENCE_LUFS: Final = -70.0
"""What is softer is not counted."""
STEP_S: Final = 0.1
"""A block begins this long after the one before it."""
BLOCK_STEPS: Final = 4
"""Steps in a block: it lasts 400 ms."""
_RELATIVE_LU: Final = 10.0
_OFFSET: Final = -0.691
_FULL: Final = 32768.0


@dataclass(frozen=True, kw_only=True)
class Loudness:
    """How loud a sound is as a whole, and at its loudest sample."""

    lufs: float
    """Integrated; -70 for silence."""
    peak: float
    """The largest sample, 1 for full scale."""

    def find_gain(self, target_lufs: float, ceiling: float) -> float:
        """Return the factor that brings the sound to a loudness, or as near as its peak may go to the ceiling."""
        if self.lufs <= SILENCE_LUFS or not self.peak:
            return 1.0
        return min(to_factor(target_lufs - self.lufs), ceiling / self.peak)


def to_factor(decibels: float) -> float:
    """Return decibels as a factor of the amplitude."""
    return float(10 ** (decibels / 20))


def measure_loudness(pcm: bytes, rate: int, channels: int) -> Loudness:
    """Measure a whole sound; one shorter than a block counts as if silence followed."""
    samples = array("h", pcm)
    peak = max(max(samples, default=0), -min(samples, default=0)) / _FULL
    meters = [StepMeter(rate) for _ in range(channels)]
    least = round(rate * STEP_S * BLOCK_STEPS)
    missing = max(least - len(samples) // channels, 0)
    steps = [meter.add([*samples[at::channels], *[0] * missing]) for at, meter in enumerate(meters)]
    powers = [sum(each) / channels for each in zip(*steps, strict=True)]
    return Loudness(lufs=integrate(list_blocks(powers)), peak=peak)


def list_blocks(steps: Sequence[float]) -> list[float]:
    """Return the power of each block, from the power of each step."""
    return [sum(steps[end - BLOCK_STEPS : end]) / BLOCK_STEPS for end in range(BLOCK_STEPS, len(steps) + 1)]


def integrate(blocks: Iterable[float]) -> float:
    """Return the loudness of blocks together, in LUFS; blocks far softer than the rest are not counted."""
    heard = [each for each in blocks if to_lufs(each) > SILENCE_LUFS]
    if not heard:
        return SILENCE_LUFS
    least = to_lufs(sum(heard) / len(heard)) - _RELATIVE_LU
    loud = [each for each in heard if to_lufs(each) > least]
    return to_lufs(sum(loud) / len(loud))


def to_lufs(power: float) -> float:
    """Return a mean square, weighted, as loudness."""
    return _OFFSET + 10 * math.log10(power) if power > 0 else -math.inf


def to_power(lufs: float) -> float:
    """Return the weighted mean square of a loudness."""
    return float(10 ** ((lufs - _OFFSET) / 10))


class StepMeter:
    """The power of one channel in steps of 100 ms, weighted by how the ear hears; samples may come in pieces."""

    def __init__(self, rate: int) -> None:
        self._filters = (_shelf(rate), _high_pass(rate))
        self._state = [0.0] * 4
        self._step = max(round(rate * STEP_S), 1)
        self._waiting: list[float] = []

    def add(self, samples: Iterable[float]) -> list[float]:
        """Add samples, 32768 being full scale, and return the power of each step that is full now."""
        self._waiting += self._weigh(samples)
        whole = len(self._waiting) // self._step
        parts = iter(self._waiting)
        steps = [sum(each * each for each in islice(parts, self._step)) / self._step for _ in range(whole)]
        del self._waiting[: whole * self._step]
        return [each / _FULL**2 for each in steps]

    def _weigh(self, samples: Iterable[float]) -> list[float]:
        """Filter samples by both filters of BS.1770, one after the other, each in the transposed direct form II."""
        (b0, b1, b2, a1, a2), (d0, d1, d2, c1, c2) = self._filters
        s1, s2, t1, t2 = self._state
        weighed = []
        for x in samples:
            y = b0 * x + s1
            s1 = b1 * x - a1 * y + s2
            s2 = b2 * x - a2 * y
            z = d0 * y + t1
            t1 = d1 * y - c1 * z + t2
            t2 = d2 * y - c2 * z
            weighed.append(z)
        self._state = [s1, s2, t1, t2]
        return weighed


_Biquad = tuple[float, float, float, float, float]
"""b0, b1, b2, a1 and a2; a0 is 1."""


def _shelf(rate: int) -> _Biquad:
    """Return the shelf of BS.1770 for the head, for any rate: 4 dB more from about 1.7 kHz on."""
    k = math.tan(math.pi * 1681.974450955533 / rate)
    high = to_factor(3.999843853973347)
    middle, q = high**0.4996667741545416, 0.7071752369554196
    a0 = 1 + k / q + k * k
    return (
        (high + middle * k / q + k * k) / a0,
        2 * (k * k - high) / a0,
        (high - middle * k / q + k * k) / a0,
        2 * (k * k - 1) / a0,
        (1 - k / q + k * k) / a0,
    )


def _high_pass(rate: int) -> _Biquad:
    """Return the high-pass of BS.1770, for any rate: what is below about 40 Hz is hardly heard."""
    k, q = math.tan(math.pi * 38.13547087602444 / rate), 0.5003270373238773
    a0 = 1 + k / q + k * k
    return (1.0, -2.0, 1.0, 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0)
