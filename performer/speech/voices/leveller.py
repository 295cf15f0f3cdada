"""One loudness for every voice: a gain that follows how loud the voice is, and a limiter for its peaks.

The voice's loudness is measured while it speaks, by EBU R 128 over the last half minute. It is known from the second
sentence on, and before that from what has been heard and from what voices usually are.
"""

import math
from array import array
from collections import deque
from collections.abc import Sequence
from operator import mul
from typing import Final

from performer.core.loudness import (
    BLOCK_STEPS,
    CEILING,
    SILENCE_LUFS,
    STEP_S,
    StepMeter,
    integrate,
    to_factor,
    to_power,
)

_USUAL_LUFS: Final = -20.0
_USUAL_BLOCKS: Final = 10
"""What a voice usually is counts as much as a second of it, until as much again was heard."""
_KEPT_BLOCKS: Final = round(30 / STEP_S)
_MOST_DB: Final = 24.0
_METER_RATE: Final = 12_000
"""Sound of a higher rate is measured at about this one, in half or a quarter of the time; it differs by 0.2 LU."""
_PART_S: Final = 0.005
"""The limiter works in parts of this length, and its gain runs straight from one to the next."""
_RELEASE: Final = 0.05
"""How much of its full gain the limiter regains in a part, at most: it takes a tenth of a second."""
_MOST_MAKE_UP: Final = to_factor(4)
_MEMORY: Final = 0.95
"""How much of what the limiter took of a piece counts for the next one."""
_FULL: Final = 32768.0


class VoiceLeveller:
    """The gain of one voice; its sentences come one after the other, each in pieces."""

    def __init__(self, target_lufs: float) -> None:
        self._target_lufs = target_lufs
        self._blocks: deque[float] = deque(maxlen=_KEPT_BLOCKS)
        self._steps: deque[float] = deque(maxlen=BLOCK_STEPS)
        self._meter: StepMeter | None = None
        self._gain: float | None = None
        self._limit = 1.0
        self._amplified = self._limited = 1.0

    def begin(self) -> None:
        """Begin a sentence: it has its gain from its first sample on."""
        self._meter, self._gain, self._limit = None, None, 1.0
        self._steps.clear()

    def level(self, pcm: bytes, rate: int, channels: int) -> bytes:
        """Return the next piece of the sentence, signed 16-bit PCM, at the loudness that is wanted."""
        samples = array("h", pcm)
        self._listen(samples, rate, channels)
        wanted = self._find_gain()
        begin, self._gain = wanted if self._gain is None else self._gain, wanted
        part = max(round(rate * _PART_S), 1) * channels
        parts = [samples[at : at + part] for at in range(0, len(samples), part)]
        gains = [begin + (wanted - begin) * at / len(parts) for at in range(len(parts) + 1)]
        limits = self._limit_parts(parts, gains)
        leveled = array("h")
        for at, each in enumerate(parts):
            leveled.extend(_amplify(each, gains[at] * limits[at], gains[at + 1] * limits[at + 1]))
        self._note_loss(_sum_squares(samples) * ((begin + wanted) / 2) ** 2, _sum_squares(leveled))
        return leveled.tobytes()

    def _listen(self, samples: Sequence[int], rate: int, channels: int) -> None:
        """Add what a piece says of the voice's loudness; of two channels, their mean is measured."""
        taken = max(round(rate / _METER_RATE), 1)
        factor = taken * channels
        if self._meter is None:
            self._meter = StepMeter(rate // taken)
        even = len(samples) // factor * factor
        columns = (samples[at:even:factor] for at in range(factor))
        for step in self._meter.add(sum(each) / factor for each in zip(*columns, strict=True)):
            self._steps.append(step)
            self._blocks.append(sum(self._steps) / len(self._steps))

    def _find_gain(self) -> float:
        usual = [to_power(_USUAL_LUFS)] * max(2 * _USUAL_BLOCKS - len(self._blocks), 0)
        heard_lufs = integrate([*self._blocks, *usual[:_USUAL_BLOCKS]])
        if heard_lufs <= SILENCE_LUFS:
            return 1.0
        gain = to_factor(min(max(self._target_lufs - heard_lufs, -_MOST_DB), _MOST_DB))
        return gain * min(math.sqrt(self._amplified / self._limited), _MOST_MAKE_UP)

    def _note_loss(self, amplified: float, limited: float) -> None:
        """Note the power before and after the limiter: what it takes away of peaks is made up for."""
        self._amplified = self._amplified * _MEMORY + amplified
        self._limited = self._limited * _MEMORY + limited

    def _limit_parts(self, parts: Sequence[Sequence[int]], gains: Sequence[float]) -> list[float]:
        """Return the limiter's factor where each part begins, and where the last one ends."""
        peaks = [_find_peak(each) * max(gains[at : at + 2]) for at, each in enumerate(parts)]
        needed = [min(CEILING / (each or 1.0), 1.0) for each in peaks]
        limits = [self._limit]
        for at, here in enumerate(needed):
            following = needed[at + 1] if at + 1 < len(needed) else 1.0
            limits.append(min(here, following, limits[-1] + _RELEASE))
        self._limit = limits[-1]
        return limits


def _sum_squares(samples: Sequence[int]) -> float:
    return float(sum(map(mul, samples, samples)))


def _find_peak(samples: Sequence[int]) -> float:
    return max(max(samples), -min(samples)) / _FULL


def _amplify(samples: Sequence[int], begin: float, end: float) -> list[int]:
    """Return samples with a gain that runs straight from one value to another; what is too loud is cut off."""
    step = (end - begin) / len(samples)
    most = int(CEILING * _FULL)
    return [min(max(int(each * (begin + at * step)), -most), most) for at, each in enumerate(samples)]
