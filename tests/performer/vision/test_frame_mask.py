"""Masks: rounded outwards, and black."""

import pytest
from PIL import Image

from performer.vision.frame import Mask, paint_masks


@pytest.mark.parametrize(
    ("mask", "pixels"),
    [
        (Mask(0, 0, 1, 1), (0, 0, 10, 5)),
        (Mask(0.25, 0.25, 0.5, 0.5), (2, 1, 8, 4)),
        (Mask(0.5, 0.5, 0.9, 0.9), (5, 2, 10, 5)),
        (Mask(0.3, 0, 0.001, 0.2), (3, 0, 4, 1)),
    ],
)
def test_pixels_are_rounded_outwards_and_stay_on_the_picture(mask: Mask, pixels: tuple[int, int, int, int]) -> None:
    assert mask.pixels((10, 5)) == pixels


def test_only_what_is_masked_is_black() -> None:
    picture = Image.new("RGB", (10, 5), "white")

    paint_masks(picture, [Mask(0.5, 0, 0.5, 1)])

    assert picture.crop((0, 0, 5, 5)).getextrema() == ((255, 255),) * 3
    assert picture.crop((5, 0, 10, 5)).getextrema() == ((0, 0),) * 3
