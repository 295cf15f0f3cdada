"""Sketches: soft edges, see-through shapes and outlines written as paths."""

import pytest
from PIL import Image
from sketching.sketch import Sketch, box, mirrored, path, ring, turned


def alphas(picture: Image.Image) -> set[int]:
    return set(picture.getchannel("A").tobytes())


def test_a_shape_has_soft_edges_in_its_own_colour() -> None:
    sheet = Sketch(40, 40)
    sheet.fill(ring(20, 20, 15), "#FF0000")

    picture = sheet.picture()

    assert len(alphas(picture)) > 6
    assert {pixel[:3] for _, pixel in picture.getcolors(2000) if pixel[3]} == {(255, 0, 0)}  # type: ignore[index,union-attr]  # RGBA


def test_a_see_through_shape_lets_what_lies_below_shine() -> None:
    sheet = Sketch(20, 20)
    sheet.fill(box(0, 0, 20, 20), "#FFFFFF")
    sheet.fill(box(0, 0, 20, 10), "#00000080")

    picture = sheet.picture()

    assert picture.getpixel((10, 5)) == (127, 127, 127, 255)
    assert picture.getpixel((10, 15)) == (255, 255, 255, 255)


def test_what_is_drawn_inside_an_outline_stays_inside() -> None:
    sheet = Sketch(20, 20)
    with sheet.inside(box(0, 0, 10, 20)):
        sheet.fill(box(0, 0, 20, 20), "#FFFFFF")

    picture = sheet.picture()

    assert picture.getpixel((5, 10)) == (255, 255, 255, 255)
    assert picture.getpixel((12, 10)) == (0, 0, 0, 0)


def test_a_halved_picture_is_half_as_large() -> None:
    assert Sketch(10, 20, 8).picture(halvings=1).size == (40, 80)


def test_a_path_goes_through_the_ends_of_its_curves() -> None:
    points = path("M0 0 L10 0 Q15 5 10 10 C5 12 2 12 0 10 Z")

    assert {(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)} <= set(points)


@pytest.mark.parametrize("letters", ["M0 0 L5", "5 5", "M0 0 Q1 1 2"])
def test_a_broken_path_is_refused_with_the_place(letters: str) -> None:
    with pytest.raises(ValueError, match=f"Path '{letters}' breaks at"):
        path(letters)


def test_outlines_can_be_turned_and_mirrored() -> None:
    assert turned([(1, 0)], 90, (0, 0))[0] == pytest.approx((0, 1))
    assert mirrored([(1, 5)], 3) == [(5, 5)]
