"""Drawing: files of the right kind and size, few colours, and views that belong together."""

import io
from typing import Any

import pytest
from PIL import Image

from performer.tools.pixel_art.drawing import FRAME_MS, SIDES, View, draw_still, draw_walk, drawn
from performer.tools.pixel_art.recipe import Pixels, Recipe


def made(description: str, **more: Any) -> Recipe:
    recipe = Recipe.of(description, **more)
    assert recipe is not None
    return recipe


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


CAT = made("an orange cat")
SOME = ("dragon", "cat face", "castle", "slime", "angry castle", "frog with a guitar", "golden sword with a hat")


def test_a_view_is_a_small_png_that_is_clear_around_the_sprite() -> None:
    content, kind = drawn(CAT, "front")
    picture = opened(content)

    assert (kind, picture.format, picture.size) == ("png", "PNG", (256, 256))
    assert len(content) < 8_000
    assert picture.convert("RGBA").getpixel((0, 0))[3] == 0  # type: ignore[index]


@pytest.mark.parametrize("view", ["best", "front", "left", "right", "back", "four", "walk"])
def test_the_same_recipe_draws_the_same_file(view: View) -> None:
    assert drawn(CAT, view) == drawn(made("an orange cat"), view)


def test_four_views_stand_in_a_row() -> None:
    picture = opened(drawn(CAT, "four")[0]).convert("RGBA")

    assert picture.size == (512, 128)
    assert all(picture.crop((x, 0, x + 128, 128)).getbbox() for x in (0, 128, 256, 384))


@pytest.mark.parametrize("name", SOME)
def test_each_side_differs_and_right_is_left_turned(name: str) -> None:
    _, left, _, right = sides = [draw_still(made(name), side) for side in SIDES]

    assert len({side.tobytes() for side in sides}) >= 3
    mirrored = right.crop(right.getbbox()).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    assert left.crop(left.getbbox()).size == mirrored.size


@pytest.mark.parametrize("pixels", [16, 24, 32, 48])
@pytest.mark.parametrize("name", SOME)
def test_it_has_few_colours_however_fine_it_is(name: str, pixels: Pixels) -> None:
    picture = draw_still(made(name, pixels=pixels), "front")

    assert picture.size == (pixels, pixels)
    assert len(picture.getcolors() or []) <= 40
    assert {pixel[3] for _, pixel in picture.getcolors() or []} == {0, 255}  # type: ignore[index]


@pytest.mark.parametrize(
    "description", ["tiny dragon", "thin dragon", "fat dragon", "glowing dragon", "spotted dragon"]
)
def test_a_look_is_seen(description: str) -> None:
    assert draw_still(made(description), "front").tobytes() != draw_still(made("dragon"), "front").tobytes()


@pytest.mark.parametrize(("as_", "kind"), [("gif", "GIF"), ("webp", "WEBP")])
@pytest.mark.parametrize(("description", "frames"), [("blue slime", 6), ("golden coin", 8)])
def test_a_walk_moves_without_end(description: str, frames: int, as_: str, kind: str) -> None:
    content, told = drawn(made(description), "walk", as_)  # type: ignore[arg-type]
    with opened(content) as film:
        assert (told, film.format, film.size) == (as_, kind, (256, 256))
        assert getattr(film, "n_frames", 1) == frames
        assert film.info["loop"] == 0
        for number in range(frames):
            film.seek(number)
            assert film.convert("RGBA").getpixel((0, 0))[3] == 0  # type: ignore[index]
            assert film.info["duration"] == FRAME_MS


@pytest.mark.parametrize("pixels", [16, 24, 32, 48])
@pytest.mark.parametrize("name", ["cat", "slime", "ghost", "castle", "broadsword"])
def test_each_frame_differs_from_the_one_before(name: str, pixels: Pixels) -> None:
    frames = [frame.tobytes() for frame in draw_walk(made(name, pixels=pixels))]

    assert all(one != other for one, other in zip(frames, [*frames[1:], frames[0]], strict=True))
