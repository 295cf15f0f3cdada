"""How important a reason must be for a line."""

import math

import pytest

from performer.agent.pacing.talkativeness import FLOOR, Threshold


def raised(*lines_s: float) -> Threshold:
    threshold = Threshold(settles_s=8.0)
    for at_s in lines_s:
        threshold.raise_level(at_s)
    return threshold


def test_before_the_first_line_any_reason_above_the_floor_is_enough() -> None:
    assert raised().opens_s(FLOOR + 0.01) == -math.inf
    assert raised().opens_s(FLOOR) == math.inf


def test_after_a_line_the_more_important_reason_is_enough_sooner() -> None:
    threshold = raised(10.0)

    small_s, greater_s, great_s = (threshold.opens_s(importance) for importance in (0.35, 0.5, 1.0))

    assert great_s == -math.inf
    assert 10.0 < greater_s < small_s < math.inf


@pytest.mark.parametrize("importance", [0.3, 0.4, 0.6])
def test_the_instant_is_that_at_which_the_threshold_has_come_down_to_the_reason(importance: float) -> None:
    threshold = raised(10.0, 12.0)

    assert threshold.above(threshold.opens_s(importance)) == pytest.approx(importance - FLOOR)


def test_lines_in_a_row_pile_up_but_not_for_ever() -> None:
    once, thrice = raised(10.0), raised(4.0, 7.0, 10.0)
    often = raised(*range(1, 60))

    assert once.opens_s(0.5) < thrice.opens_s(0.5)
    assert often.opens_s(0.5) - 59 < 16


def test_it_falls_only_once_the_line_has_ended() -> None:
    threshold = raised(10.0)
    before_s = threshold.opens_s(0.5)

    threshold.hold(13.0)

    assert threshold.opens_s(0.5) == pytest.approx(before_s + 3.0)


def test_half_a_line_raises_it_by_half() -> None:
    whole, half = raised(10.0), Threshold(settles_s=8.0)
    half.raise_level(10.0, share=0.5)

    assert half.above(10.0) == pytest.approx(whole.above(10.0) / 2)


def test_a_longer_interval_stretches_the_fall() -> None:
    threshold = raised(10.0)

    assert threshold.opens_s(0.5, 2.0) - 10 == pytest.approx(2 * (threshold.opens_s(0.5) - 10))
