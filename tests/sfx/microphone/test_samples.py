"""Conversion: any device's sound as 16 kHz mono."""

import math
from array import array
from itertools import pairwise

import pytest

from sfx.microphone.samples import RATE, SampleConverter, measure_level_db


def tone(rate: int, channels: int, seconds: float = 0.5, hz: float = 440.0) -> bytes:
    samples = [round(8000 * math.sin(2 * math.pi * hz * place / rate)) for place in range(int(rate * seconds))]
    return array("h", [each for each in samples for _ in range(channels)]).tobytes()


@pytest.mark.parametrize(
    ("rate", "channels"), [(8_000, 1), (16_000, 1), (16_000, 2), (44_100, 2), (48_000, 1), (192_000, 2)]
)
def test_a_tone_keeps_its_length_its_pitch_and_its_level(rate: int, channels: int) -> None:
    out = array("h", SampleConverter(rate, channels).take(tone(rate, channels)))

    crossings = sum(1 for a, b in pairwise(out) if a < 0 <= b)
    assert len(out) == pytest.approx(RATE / 2, abs=2)
    assert crossings == pytest.approx(220, abs=1)
    assert measure_level_db(out) == pytest.approx(measure_level_db(array("h", tone(RATE, 1))), abs=0.3)


def test_pieces_of_any_size_give_what_the_whole_gives() -> None:
    whole = tone(44_100, 2)
    conversion = SampleConverter(44_100, 2)
    pieces = b"".join(conversion.take(whole[start : start + 333]) for start in range(0, len(whole), 333))

    assert pieces == SampleConverter(44_100, 2).take(whole)
