"""Colours: what is seen most becomes another one, lines and the rest stay."""

import pytest
from PIL import Image

from performer.tools.pixel_art.atlas import find_icon
from performer.tools.pixel_art.canvas import CLEAR, is_line, paint_shape, read_pixels, recolour, shade


def picture(name: str) -> Image.Image:
    found = find_icon(name)
    assert found is not None
    return found.pixels


def most(drawn: Image.Image) -> tuple[int, ...]:
    counted = sorted((count, colour) for count, colour in drawn.getcolors() or [] if colour[3])  # type: ignore[index]
    return counted[-1][1]  # type: ignore[return-value]


@pytest.mark.parametrize("name", ["dragon", "cat", "red heart", "ghost", "wolf"])
def test_the_main_colour_becomes_another(name: str) -> None:
    before = picture(name)
    red, green, blue, _ = most(recolour(before, ["blue"]))

    assert blue > max(red, green)


def test_lines_and_what_is_clear_stay() -> None:
    before = picture("cat")
    pairs = list(zip(read_pixels(before), read_pixels(recolour(before, ["blue"])), strict=True))

    assert all(one == other for one, other in pairs if not one[3] or is_line(one))


def test_a_second_colour_is_for_the_next() -> None:
    before = picture("dragon")

    assert recolour(before, ["blue"]).tobytes() != recolour(before, ["blue", "lime"]).tobytes()


def test_a_shape_is_lit_from_the_left_above() -> None:
    levels = Image.new("P", (5, 5))
    levels.putdata([0] * 5 + [0, 3, 3, 3, 0] * 3 + [0] * 5)
    drawn = paint_shape(levels, ["gold"], 0)
    left, middle, right = (sum(drawn.getpixel(at)[:3]) for at in ((1, 1), (2, 2), (3, 3)))  # type: ignore[index]

    assert drawn.getpixel((0, 0)) == CLEAR
    assert left > middle > right


def test_a_shape_without_a_colour_has_one_by_its_seed() -> None:
    levels = picture("slime")

    assert paint_shape(levels, [], 1).tobytes() == paint_shape(levels, [], 1).tobytes()
    assert len({paint_shape(levels, [], seed).tobytes() for seed in range(9)}) > 2


def test_a_shaded_picture_is_darker_and_as_clear() -> None:
    before = picture("dragon")
    after = shade(before, 0.5)

    assert before.getchannel("A").tobytes() == after.getchannel("A").tobytes()
    assert sum(after.convert("L").tobytes()) < sum(before.convert("L").tobytes())
