"""Levels: dB below full scale, and how much a click stands out."""

import math
from array import array

import pytest

from sfx.microphone.samples import SILENT_DB, SLICE, measure_crest_db, measure_level_db


def sine(peak: int) -> "array[int]":
    return array("h", [round(peak * math.sin(2 * math.pi * 8 * place / SLICE)) for place in range(SLICE)])


def test_a_full_sine_is_three_db_below_full_scale() -> None:
    assert measure_level_db(sine(32767)) == pytest.approx(-3.01, abs=0.02)
    assert measure_level_db(sine(3277)) == pytest.approx(-23.01, abs=0.02)


def test_silence_has_a_level_too() -> None:
    assert measure_level_db(array("h", bytes(2 * SLICE))) == SILENT_DB
    assert measure_crest_db(array("h", bytes(2 * SLICE)), SILENT_DB) == 0.0


def test_a_click_stands_out_and_a_sine_does_not() -> None:
    click = array("h", bytes(2 * SLICE))
    click[100] = -32768

    assert measure_crest_db(click, measure_level_db(click)) > 25
    assert measure_crest_db(sine(10_000), measure_level_db(sine(10_000))) == pytest.approx(3.01, abs=0.05)
