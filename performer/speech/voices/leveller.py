"""One loudness for every voice: a gain that follows how loud the voice is, and a limiter for its true peaks.

The voice's loudness is measured while it speaks, by EBU R 128 over the last half minute. It is known from the second
sentence on, and before that from what was known of it, or from what voices usually are, and from what has been heard.
"""

import audioop
import math
from collections import deque
from collections.abc import Sequence
from itertools import pairwise
from operator import mul
from typing import Final

from performer.core.loudness import (
    BLOCK_STEPS,
    CEILING,
    PEAK_FRAMES,
    SILENCE_LUFS,
    STEP_S,
    StepMeter,
    find_true_peak,
    integrate,
    to_factor,
    to_power,
)

_USUAL_LUFS: Final = -20.0
_USUAL_BLOCKS: Final = 10
"""What a voice usually is counts as much as a second of it, until as much again was heard."""
_KEPT_BLOCKS: Final = round(30 / STEP_S)
_KNOWN_BLOCKS: Final = round(10 / STEP_S)
_MOST_DB: Final = 24.0
_LEAST_METER_RATE: Final = 11_000
"""Sound of twice this rate is measured at half of it, in half of the time, and so on; it differs by 0.2 LU."""
_PART_S: Final = 0.005
"""The limiter works in parts of this length, and its gain runs straight from one to the next."""
_RELEASE: Final = 0.05
"""How much of its full gain the limiter regains in a part, at most: it takes a tenth of a second."""
_MOST_MAKE_UP: Final = to_factor(4)
_MEMORY: Final = 0.95
"""How much of what the limiter took of a piece counts for the next one."""
_FULL: Final = 32768.0
_LIMIT: Final = CEILING * to_factor(-0.05)
"""What is measured and what is amplified is rounded."""
_AHEAD_S: Final = 0.02
"""How much of each piece waits for the next one, so that the limiter knows what comes: a step of the envelope."""
_HIGHER_BETWEEN: Final = 2.0
"""How many times as high as its samples a sound is between them, at most; speech is hardly 1.1 times as high."""
_SAMPLE_BYTES: Final = 2
_LEAST_STEP: Final = 0.002
"""A change of the gain that nobody hears."""
_LEAST_RUN_SAMPLES: Final = 4
"""A gain that runs stands still for so long, or longer: a sharp turn is quicker than its steps can be heard."""
_LISTENED_TO: Final = 3
"""Once half a minute of a voice is known, one sentence of so many is measured: that is most of the levelling's work."""


class VoiceLeveller:
    """The gain of one voice; its sentences come one after the other, each in pieces."""

    def __init__(self, target_lufs: float, known_lufs: float | None = None) -> None:
        self._target_lufs = target_lufs
        self._expected_lufs = _USUAL_LUFS if known_lufs is None else known_lufs
        self._blocks: deque[float] = deque(maxlen=_KEPT_BLOCKS)
        self._steps: deque[float] = deque(maxlen=BLOCK_STEPS)
        self._meter: StepMeter | None = None
        self._gain: float | None = None
        self._limit = 1.0
        self._before = self._ahead = b""
        self._amplified = self._limited = 1.0
        self._sentences = 0

    def begin(self) -> None:
        """Begin a sentence: it has its gain from its first sample on."""
        self._meter, self._gain, self._limit = None, None, 1.0
        self._before = self._ahead = b""
        self._steps.clear()
        self._sentences += 1

    def level(self, pcm: bytes, rate: int, channels: int, *, is_last: bool = False) -> bytes:
        """Return signed 16-bit PCM at the loudness that is wanted: what waited, and the next piece of the sentence.

        Unless the piece is the last one, its final 20 ms wait for the next.
        """
        if self._is_little_known or self._sentences % _LISTENED_TO == 0:
            self._listen(pcm, rate, channels)
        frame = channels * _SAMPLE_BYTES
        known = self._ahead + pcm
        ready = known if is_last else known[: max(len(known) - round(rate * _AHEAD_S) * frame, 0)]
        self._ahead = known[len(ready) :]
        return self._level_ready(ready, max(round(rate * _PART_S), 1) * frame, channels) if ready else b""

    def _level_ready(self, ready: bytes, part: int, channels: int) -> bytes:
        wanted = self._find_gain()
        begin, self._gain = wanted if self._gain is None else self._gain, wanted
        parts = -(-len(ready) // part)
        gains = [begin + (wanted - begin) * at / parts for at in range(parts + 1)]
        limits = self._limit_parts(self._find_peaks(ready, part, channels, gains), gains)
        leveled = _amplify(ready, part, list(map(mul, gains, limits)))
        self._note_loss(_sum_squares(ready) * ((begin + wanted) / 2) ** 2, _sum_squares(leveled))
        return leveled

    @property
    def measured_lufs(self) -> float | None:
        """The loudness of the voice by itself; None while it was not heard for ten seconds."""
        return integrate(self._blocks) if len(self._blocks) >= _KNOWN_BLOCKS else None

    @property
    def _is_little_known(self) -> bool:
        return len(self._blocks) < _KEPT_BLOCKS

    def _listen(self, pcm: bytes, rate: int, channels: int) -> None:
        """Add what a piece says of the voice's loudness; of two channels, their mean is measured."""
        samples = _take_mean_of_two(pcm) if channels > 1 else pcm
        while rate >= 2 * _LEAST_METER_RATE:
            samples, rate = _take_mean_of_two(samples), rate // 2
        if self._meter is None:
            self._meter = StepMeter(rate)
        for step in self._meter.add(samples):
            self._steps.append(step)
            self._blocks.append(sum(self._steps) / len(self._steps))

    def _find_gain(self) -> float:
        usual = [to_power(self._expected_lufs)] * max(2 * _USUAL_BLOCKS - len(self._blocks), 0)
        heard_lufs = integrate([*self._blocks, *usual[:_USUAL_BLOCKS]])
        if heard_lufs <= SILENCE_LUFS:
            return 1.0
        gain = to_factor(min(max(self._target_lufs - heard_lufs, -_MOST_DB), _MOST_DB))
        return gain * min(math.sqrt(self._amplified / self._limited), _MOST_MAKE_UP)

    def _note_loss(self, amplified: float, limited: float) -> None:
        """Note the power before and after the limiter: what it takes away of peaks is made up for."""
        self._amplified = self._amplified * _MEMORY + amplified
        self._limited = self._limited * _MEMORY + limited

    def _find_peaks(self, ready: bytes, part: int, channels: int, gains: Sequence[float]) -> Sequence[float]:
        """Return the peak of each part, and of the one that comes behind them; soft ones by their samples alone."""
        edge = PEAK_FRAMES * channels * _SAMPLE_BYTES
        before = self._before.rjust(edge, b"\0")
        around = before + ready + self._ahead.ljust(part + edge, b"\0")
        self._before = around[len(ready) : len(ready) + edge]
        peaks = []
        for begin, gain in zip([*range(0, len(ready), part), len(ready)], gains, strict=True):
            end = begin + part
            peak = audioop.max(around[begin + edge : end + edge], _SAMPLE_BYTES) / _FULL
            if peak * gain * _HIGHER_BETWEEN > _LIMIT:
                peak = find_true_peak(around[begin : end + 2 * edge], channels)
            peaks.append(peak)
        return peaks

    def _limit_parts(self, peaks: Sequence[float], gains: Sequence[float]) -> list[float]:
        """Return the limiter's factor where each part begins, and where the last one ends."""
        amplified = map(mul, peaks, [*map(max, gains, gains[1:]), gains[-1]])
        needed = [_LIMIT / each if each > _LIMIT else 1.0 for each in amplified]
        limits = [min(self._limit, needed[0])]
        for most in map(min, needed, needed[1:]):
            limits.append(min(most, limits[-1] + _RELEASE))
        self._limit = limits[-1]
        return limits


def _take_mean_of_two(pcm: bytes) -> bytes:
    """Return the mean of each two samples: of two channels, or of half the rate."""
    pair = 2 * _SAMPLE_BYTES
    return audioop.tomono(pcm[: len(pcm) // pair * pair], _SAMPLE_BYTES, 0.5, 0.5)


def _sum_squares(pcm: bytes) -> float:
    return float(audioop.rms(pcm, _SAMPLE_BYTES)) ** 2 * len(pcm)


def _amplify(pcm: bytes, part: int, gains: Sequence[float]) -> bytes:
    """Return PCM with gains that run straight from where each part begins to where it ends.

    Parts over which the gain hardly changes are amplified in one go, by the least of it: most are.
    """
    leveled = bytearray()
    begin, low, high = 0, gains[0], gains[0]
    for at, (before, after) in enumerate(pairwise(gains)):
        low_then, high_then = min(low, after), max(high, after)
        if high_then - low_then < _LEAST_STEP:
            low, high = low_then, high_then
            continue
        leveled += audioop.mul(pcm[begin * part : at * part], _SAMPLE_BYTES, low)
        begin, low, high = at, min(before, after), max(before, after)
        if high - low >= _LEAST_STEP:
            leveled += _run_gain(pcm[at * part : (at + 1) * part], before, after)
            begin, low, high = at + 1, after, after
    return bytes(leveled + audioop.mul(pcm[begin * part :], _SAMPLE_BYTES, low))


def _run_gain(pcm: bytes, begin: float, end: float) -> bytes:
    """Return PCM with a gain that runs straight from one value to another, in steps that nobody hears."""
    samples = len(pcm) // _SAMPLE_BYTES
    steps = max(min(int(abs(end - begin) / _LEAST_STEP), samples // _LEAST_RUN_SAMPLES), 1)
    step = -(-samples // steps) * _SAMPLE_BYTES
    rise = (end - begin) * step / len(pcm)
    starts = range(0, len(pcm), step)
    return b"".join(
        audioop.mul(pcm[at : at + step], _SAMPLE_BYTES, begin + rise * number) for number, at in enumerate(starts)
    )
