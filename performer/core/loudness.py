"""Loudness in LUFS, as ITU-R BS.1770-4 and EBU R 128 measure it, of signed 16-bit PCM.

Loudness is that of one loudspeaker, the mean of the channels, so that a voice of one channel and a clip of two compare
as they are heard; a meter of a stereo recording, which adds the channels, shows 3 LU more.
"""

import audioop
import math
from collections.abc import Iterable, Iterator, Sequence
from operator import mul
from typing import Any, Final

from performer.core.values import dataclass

CEILING: Final = 10 ** (-1 / 20)
"""The highest peak of what we make, 1 being full scale: 1 dB below it."""
SILENCE_LUFS: Final = -70.0
"""What is softer is not counted."""
STEP_S: Final = 0.1
"""A block begins this long after the one before it."""
BLOCK_STEPS: Final = 4
"""Steps in a block: it lasts 400 ms."""
_RELATIVE: Final = 0.1
"""A block whose power is a smaller share of the mean, 10 LU below it, is not counted."""
_OFFSET: Final = -0.691
_FULL: Final = 32768.0
_SAMPLE_BYTES: Final = 2
_HEADROOM: Final = 0.25
"""The high-pass makes some samples larger than they were."""
_NEGATED: Final = bytes(range(255, -1, -1))
"""Turns a sample into its negative, less one: so it costs nearly nothing."""
_WEIGHTS: Final = 1 << 24
_FAINT: Final = 0.001
"""What is smaller in an answer to an impulse changes the loudness by less than 0.02 LU."""


@dataclass(frozen=True, kw_only=True)
class Loudness:
    """The loudness of a sound as a whole, and at its loudest sample."""

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
    least = round(rate * STEP_S * BLOCK_STEPS) * _SAMPLE_BYTES
    steps = [StepMeter(rate).add(each.ljust(least, b"\0")) for each in _split_channels(pcm, channels)]
    powers = [sum(each) / channels for each in zip(*steps, strict=True)]
    return Loudness(lufs=integrate(list_blocks(powers)), peak=audioop.max(pcm, _SAMPLE_BYTES) / _FULL)


def _split_channels(pcm: bytes, channels: int) -> Iterator[bytes]:
    samples = memoryview(pcm).cast("h")
    return (samples[at::channels].tobytes() for at in range(channels))


def list_blocks(steps: Sequence[float]) -> list[float]:
    """Return the power of each block, from the power of each step."""
    return [sum(steps[end - BLOCK_STEPS : end]) / BLOCK_STEPS for end in range(BLOCK_STEPS, len(steps) + 1)]


def integrate(blocks: Iterable[float]) -> float:
    """Return the loudness of blocks together, in LUFS; blocks far softer than the rest are not counted."""
    heard = [each for each in blocks if each > _SILENCE]
    if not heard:
        return SILENCE_LUFS
    least = sum(heard) / len(heard) * _RELATIVE
    loud = [each for each in heard if each > least]
    return to_lufs(sum(loud) / len(loud))


def to_lufs(power: float) -> float:
    """Return a mean square, weighted, as loudness."""
    return _OFFSET + 10 * math.log10(power) if power > 0 else -math.inf


def to_power(lufs: float) -> float:
    """Return the weighted mean square of a loudness."""
    return float(10 ** ((lufs - _OFFSET) / 10))


_SILENCE: Final = to_power(SILENCE_LUFS)


class StepMeter:
    """The power of one channel in steps of 100 ms, weighted by how the ear hears; samples may come in pieces.

    All that is done for each sample is done by `audioop`: a line of speech is measured in milliseconds.
    """

    def __init__(self, rate: int) -> None:
        self._high_pass = _FirstHighPass(rate), _FirstHighPass(rate)
        taps = [each / self._high_pass[0].factor ** 2 for each in _find_taps(_design_shelf(rate))]
        self._shelf = [sum(map(mul, taps, taps[lag:])) for lag in range(len(taps))]
        self._step_bytes = max(round(rate * STEP_S), 1) * _SAMPLE_BYTES
        self._waiting = b""

    def add(self, pcm: bytes) -> list[float]:
        """Add signed 16-bit samples and return the power of each step that is full now, 1 being full scale."""
        samples = audioop.mul(pcm, _SAMPLE_BYTES, _HEADROOM)
        for each in self._high_pass:
            samples = each.filter(samples)
        ready = self._waiting + samples
        whole = len(ready) // self._step_bytes * self._step_bytes
        self._waiting = ready[whole:]
        steps = (ready[at : at + self._step_bytes] for at in range(0, whole, self._step_bytes))
        return [_measure_power(each, self._shelf) / (_FULL * _HEADROOM) ** 2 for each in steps]


def _measure_power(step: bytes, weights: Sequence[float]) -> float:
    """Return the mean square of what a filter would make of a step; its weights are its own autocorrelation."""
    loudness = audioop.rms(step, _SAMPLE_BYTES)
    if not loudness:
        return 0.0
    own, *others = weights
    turned = (step[lag:] + step[:lag] for lag in range(_SAMPLE_BYTES, len(step), _SAMPLE_BYTES))
    alike = sum(weight * audioop.findfactor(each, step) for weight, each in zip(others, turned, strict=False))
    return float(loudness**2 * (own + 2 * alike))


class _FirstHighPass:
    """Half of the high-pass of BS.1770, for any rate: what is below about 40 Hz is hardly heard.

    The standard's filter is as good as two of the first order. It comes out softer, by `factor`.
    """

    def __init__(self, rate: int) -> None:
        k = math.tan(math.pi * 38.13547087602444 / rate)
        self.factor = (1 - k) / (1 + k)
        self._weights = round((1 - self.factor) * _WEIGHTS), round(self.factor * _WEIGHTS)
        self._state: Any = None

    def filter(self, samples: bytes) -> bytes:
        """Return the next samples without what is low."""
        low, self._state = audioop.ratecv(samples, _SAMPLE_BYTES, 1, 1, 1, self._state, *self._weights)
        return audioop.add(samples, low.translate(_NEGATED), _SAMPLE_BYTES)


PEAK_FRAMES: Final = 6
"""Samples of a channel on either side that tell how high the sound is between two of them."""
_POINTS: Final = 4
"""Four times the rate: what is between these is missed by half a decibel at most, and by far less in speech."""


def measure_true_peak(pcm: bytes, channels: int = 1) -> float:
    """Return the highest peak of a whole sound, at its samples or between them, 1 being full scale."""
    silence = bytes(PEAK_FRAMES * channels * _SAMPLE_BYTES)
    return find_true_peak(silence + pcm + silence, channels)


def find_true_peak(pcm: bytes, channels: int = 1) -> float:
    """Return the highest peak of a part of a sound that is given with PEAK_FRAMES more of it on either side."""
    frame = channels * _SAMPLE_BYTES
    edge, inner = PEAK_FRAMES * frame, len(pcm) - 2 * PEAK_FRAMES * frame
    highest = audioop.max(pcm[edge : edge + inner], _SAMPLE_BYTES)
    for taps in _BETWEEN:
        between = bytes(inner)
        for at, tap in enumerate(taps, start=1):
            beside = pcm[at * frame : at * frame + inner]
            between = audioop.add(between, audioop.mul(beside, _SAMPLE_BYTES, tap), _SAMPLE_BYTES)
        highest = max(highest, round(audioop.max(between, _SAMPLE_BYTES) / _ROOM))
    return highest / _FULL


_ROOM: Final = 0.5
"""The sum of the taps' sizes is up to 1.9."""


def _design_between(point: float) -> list[float]:
    """Return the taps for a moment between two samples: a sine cardinal, under a window of Hann's kind."""
    distances = [point + PEAK_FRAMES - 1 - each for each in range(2 * PEAK_FRAMES)]
    window = [math.cos(math.pi * each / (2 * PEAK_FRAMES + 1)) ** 2 for each in distances]
    taps = [math.sin(math.pi * d) / (math.pi * d) * w for d, w in zip(distances, window, strict=True)]
    return [_ROOM * each / sum(taps) for each in taps]


_BETWEEN: Final = [_design_between(each / _POINTS) for each in range(1, _POINTS)]

_Biquad = tuple[float, float, float, float, float]
"""b0, b1, b2, a1 and a2; a0 is 1."""


def _design_shelf(rate: int) -> _Biquad:
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


def _find_taps(biquad: _Biquad) -> list[float]:
    """Return what a biquad makes of an impulse, until nothing of it is left that matters."""
    b0, b1, b2, a1, a2 = biquad
    taps = [b0, b1 - a1 * b0]
    taps.append(b2 - a1 * taps[1] - a2 * b0)
    while max(map(abs, taps[-2:])) > _FAINT:
        taps.append(-a1 * taps[-1] - a2 * taps[-2])
    return taps
