import math

import pytest

from overlay.scale import Scale, bound_fraction, round_to_pixel


@pytest.mark.parametrize(("width", "height", "unit"), [(1920, 1080, 1), (960, 960, 0.5), (1920, 270, 0.25)])
def test_the_board_is_as_large_as_fits(width: int, height: int, unit: float) -> None:
    assert Scale(width=width, height=height).unit == unit


@pytest.mark.parametrize(("width", "height", "unit"), [(1080, 1920, 1080 / 1280), (640, 960, 0.5), (960, 1056, 0.55)])
def test_on_a_tall_surface_everything_is_larger(width: int, height: int, unit: float) -> None:
    assert Scale(width=width, height=height).unit == pytest.approx(unit)


def test_halves_are_rounded_up_as_on_the_page() -> None:
    assert [round_to_pixel(each) for each in (0.5, 1.5, 1.49, -0.5, -0.51)] == [1, 2, 1, 0, -1]


def test_a_position_stays_near_the_stage() -> None:
    assert [bound_fraction(each) for each in (0.3, -9, 9, math.nan, math.inf)] == [0.3, -1, 2, 0.5, 0.5]
