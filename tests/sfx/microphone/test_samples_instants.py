"""Instants: a steady pace out of lumps."""

from itertools import pairwise

import pytest

from sfx.microphone.samples import SliceTimes

STEP_S = 0.032


def test_slices_that_come_in_lumps_ended_at_a_steady_pace() -> None:
    instants = SliceTimes(STEP_S)
    ends = [instants.find_end(10.0 + STEP_S * (number + number % 4)) for number in range(400)]

    gaps = [b - a for a, b in pairwise(ends[8:])]
    assert max(gaps) < STEP_S * 1.5
    assert ends[-1] == pytest.approx(10.0 + STEP_S * 399, abs=0.02)


def test_what_comes_late_is_told_when_it_was() -> None:
    instants = SliceTimes(STEP_S)
    for number in range(100):
        instants.find_end(number * STEP_S)

    assert instants.find_end(100 * STEP_S + 0.3) == pytest.approx(100 * STEP_S, abs=0.02)


def test_after_a_hole_it_begins_anew() -> None:
    instants = SliceTimes(STEP_S)
    for number in range(100):
        instants.find_end(number * STEP_S)

    assert instants.find_end(60.0) == 60.0


def test_a_sound_card_whose_second_is_longer_is_followed() -> None:
    instants, slow = SliceTimes(STEP_S), 1.0005
    ended = [instants.find_end(number * STEP_S * slow) for number in range(20_000)]

    assert ended[-1] == pytest.approx(19_999 * STEP_S * slow, abs=0.02)


def test_sound_that_comes_later_from_now_on_is_believed_after_a_while() -> None:
    instants = SliceTimes(STEP_S)
    for number in range(200):
        instants.find_end(number * STEP_S)
    ended = [instants.find_end(number * STEP_S + 0.4) for number in range(200, 600)]

    assert ended[0] == pytest.approx(200 * STEP_S, abs=0.01)
    assert ended[-1] == pytest.approx(599 * STEP_S + 0.4, abs=0.01)
