"""Colours: what is seen most becomes another one, lines and the rest stay."""

import pytest
from PIL import Image

from performer.tools.pixel_art.atlas import Icon, find_icon
from performer.tools.pixel_art.canvas import colour_icon, is_line, read_pixels, shade


def icon(name: str) -> Icon:
    found = find_icon(name)
    assert found is not None
    return found


def most(drawn: Image.Image) -> tuple[int, ...]:
    counted = sorted((count, colour) for count, colour in drawn.getcolors() or [] if colour[3])  # type: ignore[index]
    return counted[-1][1]  # type: ignore[return-value]


@pytest.mark.parametrize("name", ["dragon", "cat", "red heart", "ghost", "wolf"])
def test_the_main_colour_becomes_another(name: str) -> None:
    red, green, blue, _ = most(colour_icon(icon(name), ["blue"]))

    assert blue > max(red, green)


def test_lines_and_what_is_clear_stay() -> None:
    before, after = (read_pixels(colour_icon(icon("cat"), hues)) for hues in ([], ["blue"]))
    pairs = list(zip(before, after, strict=True))

    assert all(one == other for one, other in pairs if not one[3] or is_line(one))


def test_a_second_colour_is_for_the_next() -> None:
    blue, both = (colour_icon(icon("dragon"), hues) for hues in (["blue"], ["blue", "lime"]))

    assert blue.tobytes() != both.tobytes()


def test_a_shape_is_lit_from_the_left_above() -> None:
    drawn = colour_icon(icon("castle (shape)"), ["gold"])
    light, alpha = drawn.convert("L"), drawn.getchannel("A")
    low, high = alpha.getextrema()
    drawn_at = [at for at, solid in enumerate(alpha.tobytes()) if solid]
    edges = {
        step: [light.tobytes()[at] for at in drawn_at if not alpha.tobytes()[at + step]] for step in (-1, 1, -48, 48)
    }
    left, right, top, bottom = (sum(edge) / len(edge) for edge in edges.values())

    assert (low, high) == (0, 255)
    assert left > right
    assert top > bottom


def test_a_shape_without_a_colour_has_one_by_its_seed() -> None:
    goblin = icon("goblin head")._replace(hue="")

    assert colour_icon(goblin, [], 1).tobytes() == colour_icon(goblin, [], 1).tobytes()
    assert len({colour_icon(goblin, [], seed).tobytes() for seed in range(9)}) > 2


def test_a_shaded_picture_is_darker_and_as_clear() -> None:
    before = icon("dragon").pixels
    after = shade(before, 0.5)

    assert before.getchannel("A").tobytes() == after.getchannel("A").tobytes()
    assert sum(after.convert("L").tobytes()) < sum(before.convert("L").tobytes())
