"""How loud one tone of several is, every 5 ms of a recording: what goes down beside speech can be measured."""

import math
import statistics
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from tests.pulse import LOUD, TAPE_RATE, Tape

STEP_MS = 5
_STEP = TAPE_RATE * STEP_MS // 1000
_BLOCK_HZ = 1000 // STEP_MS


def levels(tape: Tape, hz: int) -> list[float]:
    """Return the amplitude, of 1, of a tone in each step of the tape.

    Args:
        tape: What was recorded.
        hz: A multiple of 200, so that a step holds whole waves, and tones of other multiples do not count.
    """
    assert hz % _BLOCK_HZ == 0, f"{hz} Hz has no whole waves in {STEP_MS} ms"
    samples = tape.samples()
    return [_amplitude(samples[at : at + _STEP], hz) for at in range(0, len(samples) - _STEP, _STEP)]


def steady_level(tape: Tape, hz: int) -> float:
    """Return the amplitude, of 1, of a tone while it sounds; where a busy machine makes a hole, its edge is louder."""
    return statistics.median(each for each in levels(tape, hz) if each >= LOUD / 2)


def steps(seconds: float) -> int:
    """Return how many steps these seconds are."""
    return round(seconds * 1000 / STEP_MS)


def spans(found: Sequence[float], above: float) -> list[tuple[int, int]]:
    """Return the first and the last step of each stretch that is louder; a busy machine's holes part none."""
    parts: list[tuple[int, int]] = []
    for step, level in enumerate(found):
        if level > above and parts and step - parts[-1][1] < steps(0.2):
            parts[-1] = (parts[-1][0], step)
        elif level > above:
            parts.append((step, step))
    return parts


def mostly(values: Sequence[float], expected: float) -> bool:
    """Return whether they are this, within a tenth, but for the holes that a busy machine makes."""
    return statistics.median(abs(each - expected) for each in values) < expected / 10


def between(values: Sequence[float], low: float, high: float) -> int:
    """Count the steps on the way from one loudness to the other."""
    margin = (high - low) / 20
    return sum(low + margin < each < high - margin for each in values)


@dataclass(frozen=True, kw_only=True)
class Dip:
    """How one tone went down beside another, and came up again."""

    before: float
    """Amplitudes, of 1."""
    beside: float
    after: float
    down_ms: float
    """From the other one's first sample until it was down; negative if it was sooner."""
    steepest: float
    """The largest part of the way down that it took within one step."""
    held_ms: float
    """From the other one's last sample until it began to come up."""
    up_ms: float


def dip(tape: Tape, hz: int, beside_hz: int) -> Dip:
    """Return how a tone gave way to a short one; the recording ends when it has come up again."""
    tone, other = levels(tape, hz), levels(tape, beside_hz)
    heard = [step for step, level in enumerate(other) if level > max(other) / 2]
    first, last = heard[0], heard[-1]
    before, after = statistics.median(tone[first - 40 : first - 12]), statistics.median(tone[-20:-2])
    beside = statistics.median(tone[first + (last - first) // 2 : last])
    way = before - beside
    down = next(step for step in range(first - 12, last) if tone[step] < beside + way / 10)
    up = next(step for step in range(last + 4, len(tone)) if tone[step] > beside + way / 20)
    there = next(step for step in range(up, len(tone)) if tone[step] > after - way / 20)
    return Dip(
        before=before,
        beside=beside,
        after=after,
        down_ms=(down - first) * STEP_MS,
        steepest=max(high - low for high, low in pairwise(tone[first - 12 : down + 1])) / way,
        held_ms=(up - last) * STEP_MS,
        up_ms=(there - up) * STEP_MS,
    )


def describe(dips: Sequence[Dip]) -> str:
    """Put medians into words."""
    one = {name: statistics.median(getattr(each, name) for each in dips) for name in Dip.__dataclass_fields__}
    levels_ = "{before:.3f}, {beside:.3f}, {after:.3f}".format(**one)
    times = "down {down_ms:.0f} ms after speech begins, held {held_ms:.0f} ms after it, up in {up_ms:.0f} ms".format(
        **one
    )
    steepest = max(each.steepest for each in dips)
    return f"{levels_}; {times}; at most {steepest:.0%} of the way down in {STEP_MS} ms (n = {len(dips)})"


def _amplitude(samples: "array[int]", hz: int) -> float:
    cosines, sines = _waves(hz)
    real = sum(map(float.__mul__, map(float, samples), cosines))
    imaginary = sum(map(float.__mul__, map(float, samples), sines))
    return 2 * math.hypot(real, imaginary) / _STEP / 32768


@cache
def _waves(hz: int) -> tuple[list[float], list[float]]:
    turns = [2 * math.pi * hz / TAPE_RATE * place for place in range(_STEP)]
    return [math.cos(turn) for turn in turns], [math.sin(turn) for turn in turns]
