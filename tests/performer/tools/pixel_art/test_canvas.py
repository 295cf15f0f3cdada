"""The canvas: sizes, lines and what lies on what."""

import pytest
from PIL import Image, ImageOps

from performer.tools.pixel_art.canvas import (
    LINE,
    ROOM,
    add_outline,
    add_pattern,
    find_main_colour,
    fit,
    lay,
    read_pixels,
    resize,
)

RED, BLUE = (200, 20, 20, 255), (20, 20, 200, 255)


def square(side: int, colour: tuple[int, ...] = RED) -> Image.Image:
    return Image.new("RGBA", (side, side), colour)


@pytest.mark.parametrize("size", [(5, 9), (20, 3), (30, 30), (0, 0)])
def test_another_size_has_no_new_colours(size: tuple[int, int]) -> None:
    both = ImageOps.expand(square(9), 2)
    lay(square(4, BLUE), ImageOps.expand(both, ROOM), 3, 3)
    both.paste(square(4, BLUE), (4, 4))
    drawn = resize(both, *size)

    assert drawn.size == (max(size[0], 1), max(size[1], 1))
    assert {pixel for pixel in read_pixels(drawn) if pixel[3]} <= {RED, BLUE}


def test_a_line_goes_around_all() -> None:
    lined = add_outline(ImageOps.expand(square(4), 1))

    assert lined.getbbox() == (0, 0, 6, 6)
    assert sum(pixel not in (RED, (0, 0, 0, 0)) for pixel in read_pixels(lined)) == 16


def test_lines_are_no_main_colour_however_many_there_are() -> None:
    drawn = square(9, LINE)
    drawn.paste(square(4), (0, 0))
    drawn.paste(square(2, BLUE), (6, 6))

    assert find_main_colour(drawn) == RED


def test_what_is_laid_is_before_or_behind() -> None:
    canvas = ImageOps.expand(square(48), ROOM)
    lay(square(10, BLUE), canvas, 24, 24, is_behind=True)
    assert canvas.getpixel((24 + ROOM, 24 + ROOM)) == RED
    lay(square(10, BLUE), canvas, 24, 24)
    assert canvas.getpixel((24 + ROOM, 24 + ROOM)) == BLUE


@pytest.mark.parametrize("side", [16, 48])
@pytest.mark.parametrize("size", [(80, 20), (20, 80), (48, 48), (10, 10)])
def test_what_is_fitted_stands_on_the_ground(side: int, size: tuple[int, int]) -> None:
    left, top, right, bottom = fit(Image.new("RGBA", size, RED), side).getbbox() or (0, 0, 0, 0)

    assert bottom == side
    assert abs(left - (side - right)) <= 1
    assert top >= 0


@pytest.mark.parametrize("look", ["spotted", "striped"])
def test_a_pattern_is_on_the_main_colour_alone(look: str) -> None:
    drawn = square(20)
    drawn.paste(square(5, BLUE), (3, 3))
    after = add_pattern(drawn, look)

    assert 20 < sum(pixel not in (RED, BLUE) for pixel in read_pixels(after)) < 200
    assert after.crop(after.getbbox()).size == (20, 20)
    assert after.getpixel((4, 4)) == BLUE
