import pytest
from PySide6.QtCore import QRect, QRectF, QSize

from overlay.box import Tail, measure_shadow_reach, paint_empty_box, parse_colour, snap_to_pixels
from performer.stage.protocol.theme import BoxStyle, Shadow


@pytest.mark.parametrize(("blur", "reach"), [(0, 0), (34, 51), (5, 8)])
def test_a_shadow_reaches_three_standard_deviations(blur: float, reach: int) -> None:
    assert measure_shadow_reach(blur) == reach


def test_each_edge_of_a_box_is_rounded_by_itself() -> None:
    assert snap_to_pixels(QRectF(0.4, 0.6, 10.2, 10.2)) == QRect(0, 1, 11, 10)


def test_transparency_is_read_from_the_end_of_a_colour() -> None:
    assert parse_colour("#10131C").getRgb() == (0x10, 0x13, 0x1C, 255)
    assert parse_colour("#10131CCC").getRgb() == (0x10, 0x13, 0x1C, 0xCC)


def test_a_box_without_a_shadow_has_room_for_its_tail() -> None:
    flat = BoxStyle(shadow=Shadow(down=0, blur=0))
    empty = paint_empty_box(QSize(300, 80), flat, 1.0, Tail(length=28, margin=64, side="left"))

    assert empty.image.height() - 1 - empty.place.bottom() >= 28
