"""A change of pitch: in time, in tune and without seams."""

import math
from array import array
from itertools import pairwise

import pytest

from performer.core.audio import MouthShape, WordTime
from performer.speech.voices.pitch import PitchShift

RATE = 22_050


def make_tone(hz: float, seconds: float = 1.0) -> bytes:
    count = round(RATE * seconds)
    return array("h", [round(8_000 * math.sin(2 * math.pi * hz * at / RATE)) for at in range(count)]).tobytes()


def measure_hz(pcm: bytes) -> float:
    samples = array("h", pcm)
    rises = sum(before < 0 <= after for before, after in pairwise(samples))
    return rises * RATE / len(samples)


@pytest.mark.parametrize("pitch", [-0.08, 0.04, 0.08])
def test_a_line_becomes_higher_and_as_much_shorter(pitch: float) -> None:
    shifted = PitchShift(pitch).shift(make_tone(220), RATE)

    assert measure_hz(shifted) == pytest.approx(220 * (1 + pitch), rel=0.01)
    assert len(shifted) == pytest.approx(len(make_tone(220)) / (1 + pitch), rel=0.01)


def test_pieces_make_the_same_line_as_the_whole() -> None:
    pcm, parted, whole = make_tone(220), PitchShift(0.08), PitchShift(0.08)
    pieces = b"".join(parted.shift(pcm[at : at + 6_000], RATE) for at in range(0, len(pcm), 6_000))

    assert pieces == whole.shift(pcm, RATE)


def test_without_a_change_the_sound_is_as_it_was() -> None:
    assert PitchShift(0.0).shift(b"\1\0\2\0", RATE) == b"\1\0\2\0"


def test_words_and_mouth_follow() -> None:
    shift = PitchShift(0.25)

    assert shift.time_words([WordTime(0, 2, 0.5, 1.0)]) == (WordTime(0, 2, 0.4, 0.8),)
    assert shift.time_mouth([MouthShape(0.5, "open")]) == (MouthShape(0.4, "open"),)
