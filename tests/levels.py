"""How loud one tone of several is, every 5 ms of a recording: what goes down beside speech can be measured."""

import math
from array import array
from functools import cache

from tests.pulse import TAPE_RATE, Tape

STEP_MS = 5
_STEP = TAPE_RATE * STEP_MS // 1000
_BLOCK_HZ = 1000 // STEP_MS


def levels(tape: Tape, hz: int) -> list[float]:
    """Tell the amplitude, of 1, of a tone in each step of the tape.

    Args:
        tape: What was recorded.
        hz: A multiple of 200, so that a step holds whole waves, and tones of other multiples do not count.
    """
    assert hz % _BLOCK_HZ == 0, f"{hz} Hz has no whole waves in {STEP_MS} ms"
    samples = tape.samples()
    return [_amplitude(samples[at : at + _STEP], hz) for at in range(0, len(samples) - _STEP, _STEP)]


def _amplitude(samples: "array[int]", hz: int) -> float:
    cosines, sines = _waves(hz)
    real = sum(map(float.__mul__, map(float, samples), cosines))
    imaginary = sum(map(float.__mul__, map(float, samples), sines))
    return 2 * math.hypot(real, imaginary) / _STEP / 32768


@cache
def _waves(hz: int) -> tuple[list[float], list[float]]:
    turns = [2 * math.pi * hz / TAPE_RATE * place for place in range(_STEP)]
    return [math.cos(turn) for turn in turns], [math.sin(turn) for turn in turns]
