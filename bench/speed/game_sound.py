"""The sound of a game for the benches: a tune with overtones over a deep noise, the same in every run."""

import math
from array import array
from collections.abc import Sequence
from functools import cache
from random import Random


def make_game(rate: int, rms: float, seconds: float = 8.0) -> "array[int]":
    """Make a game's sound of an even loudness, `rms`; it may be played again and again."""
    return array("h", [max(-32768, min(32767, round(rms * each))) for each in _make_samples(rate, seconds)])


@cache
def _make_samples(rate: int, seconds: float) -> Sequence[float]:
    """Make its samples in such a size that their loudness is 1."""
    chance, deep, samples = Random(1), 0.0, []
    for place in range(int(seconds * rate)):
        at_s = place / rate
        hz = (262, 330, 392, 523, 440, 349, 294, 392)[int(at_s / 0.4) % 8]
        fade, turn = math.exp(-3 * (at_s % 0.4) / 0.4), 2 * math.pi * hz * at_s
        deep = 0.9 * deep + 0.1 * chance.gauss(0, 4)
        samples.append(fade * (math.sin(turn) + 0.4 * math.sin(2 * turn) + 0.2 * math.sin(3 * turn)) + deep)
    loudness = math.sqrt(sum(each * each for each in samples) / len(samples))
    return [each / loudness for each in samples]


def measure_rms(sound: "array[int]") -> float:
    """Return how loud a sound is."""
    return math.sqrt(sum(each * each for each in sound) / max(1, len(sound)))
