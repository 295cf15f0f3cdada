import pytest
from PySide6.QtCore import QRect, QRectF

from overlay.box import measure_shadow_reach, parse_colour, snap_to_pixels


@pytest.mark.parametrize(("blur", "reach"), [(0, 0), (34, 51), (5, 8)])
def test_a_shadow_reaches_three_standard_deviations(blur: float, reach: int) -> None:
    assert measure_shadow_reach(blur) == reach


def test_each_edge_of_a_box_is_rounded_by_itself() -> None:
    assert snap_to_pixels(QRectF(0.4, 0.6, 10.2, 10.2)) == QRect(0, 1, 11, 10)


def test_transparency_is_read_from_the_end_of_a_colour() -> None:
    assert parse_colour("#10131C").getRgb() == (0x10, 0x13, 0x1C, 255)
    assert parse_colour("#10131CCC").getRgb() == (0x10, 0x13, 0x1C, 0xCC)
