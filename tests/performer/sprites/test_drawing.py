"""Drawing: files of the right kind and size, few colours, and views that belong together."""

import io
import zlib

import pytest
from PIL import Image

from performer.sprites.bodies.body import Pace
from performer.sprites.drawing import ANGLES, FRAME_MS, drawn, still, walk
from performer.sprites.figures import CREATURES, FIGURES
from performer.sprites.plate import OUTLINE, RAMP
from performer.sprites.recipe import Pixels, Recipe

STEP = Pace(phase=0.3, walks=True)
OF_OLD = {
    "blue slime": 3892305188,
    "cat": 3568507393,
    "spotted red dragon": 1706708392,
    "ghost": 1585685300,
    "golden sword": 389829536,
    "grumblewump": 3567621325,
}
"""Checksums of pictures that were drawn before there were parts."""
CAT = Recipe.of("an orange cat")


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


def used(picture: Image.Image) -> int:
    return sum(1 for pixel in picture.tobytes() if pixel)


def columns(picture: Image.Image) -> list[list[int]]:
    return [[picture.getpixel((x, y)) for y in range(picture.height)] for x in range(picture.width)]  # type: ignore[misc]


def test_a_view_is_a_small_png_that_is_clear_around_the_sprite() -> None:
    content, kind = drawn(CAT, "front")
    picture = opened(content)

    assert (kind, picture.format, picture.size) == ("png", "PNG", (256, 256))
    assert len(content) < 8_000
    assert picture.convert("RGBA").getpixel((0, 0))[3] == 0  # type: ignore[index]


@pytest.mark.parametrize("view", ["best", "front", "left", "right", "back", "four"])
def test_the_same_recipe_draws_the_same_file(view: str) -> None:
    assert drawn(CAT, view) == drawn(Recipe.of("an orange cat"), view)  # type: ignore[arg-type]


def test_four_views_stand_in_a_row() -> None:
    picture = opened(drawn(CAT, "four")[0]).convert("RGBA")

    assert picture.size == (512, 128)
    left, right = (picture.crop((x, 0, x + 128, 128)).getbbox() for x in (128, 384))
    assert left is not None
    assert right is not None


def test_front_and_back_have_the_same_outline_and_so_have_both_sides() -> None:
    front, left, back, right = (still(CAT, angle) for angle in ANGLES.values())

    def outline(picture: Image.Image) -> list[list[bool]]:
        return [[bool(pixel) for pixel in column] for column in columns(picture)]

    assert sum(a != b for a, b in zip(columns(front), columns(back), strict=True)) > 8
    assert abs(used(front) - used(back)) <= 12
    apart = zip(outline(left), reversed(outline(right)), strict=True)
    assert sum(one != other for a, b in apart for one, other in zip(a, b, strict=True)) <= 8


def cut_off(picture: Image.Image) -> int:
    """Count what is at the edge and no line: there it would go on."""
    rows = columns(picture)
    edge = [*rows[0], *rows[-1], *(ink for row in rows for ink in (row[0], row[-1]))]
    return sum(1 for ink in edge if ink and (ink - 1) % RAMP != OUTLINE)


@pytest.mark.parametrize("name", FIGURES)
def test_it_stays_within_its_square_with_room_for_its_line(name: str) -> None:
    recipe = Recipe.of(name)
    for angle in (recipe.figure.best, ANGLES["right"]):
        picture = still(recipe, angle)

        assert used(picture) > 40
        assert cut_off(picture) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", [*FIGURES, *(f"nobody knows {number}" for number in range(30))])
def test_so_it_does_from_all_sides_and_at_every_step(name: str) -> None:
    for seed in range(3):
        recipe = Recipe.of(name, seed=seed)
        stills = [still(recipe, angle) for angle in ANGLES.values()]

        assert [cut_off(each) for each in (*stills, *walk(recipe))] == [0] * (4 + len(walk(recipe)))


WORN = (
    *("a top hat and a bow", "a wizard hat and glasses", "a crown, a cape and a wand", "a sword and a shield"),
    "wings, horns and sunglasses",
)


@pytest.mark.slow
@pytest.mark.parametrize("worn", WORN)
@pytest.mark.parametrize("name", CREATURES)
def test_so_it_does_whatever_it_wears(name: str, worn: str) -> None:
    for seed in range(2):
        recipe = Recipe.of(f"{name} with {worn}", seed=seed)
        stills = [still(recipe, angle) for angle in ANGLES.values()]

        assert [cut_off(each) for each in (*stills, *walk(recipe))] == [0] * (4 + len(walk(recipe)))


@pytest.mark.parametrize(("name", "pixels"), [("slime", 16), ("dog", 32)])
@pytest.mark.parametrize(
    ("part", "sides"), [("hat", 4), ("wizard hat", 4), ("crown", 4), ("cape", 4), ("sword", 3), ("shield", 3)]
)
def test_a_part_is_seen_from_every_side_but_through_the_body_and_in_the_walk(
    name: str, part: str, sides: int, pixels: Pixels
) -> None:
    plain = Recipe.of(f"blue {name}", pixels=pixels)
    wearing = plain.changed(f"with a {part}")

    assert sum(still(plain, each).tobytes() != still(wearing, each).tobytes() for each in ANGLES.values()) >= sides
    assert still(plain, 45, STEP).tobytes() != still(wearing, 45, STEP).tobytes()


def test_what_wears_nothing_looks_as_it_did_before_there_were_parts() -> None:
    told = {}
    for words in ("blue slime", "cat", "spotted red dragon", "ghost", "golden sword", "grumblewump"):
        recipe = Recipe.of(words)
        seen = (still(recipe, recipe.figure.best), still(recipe, ANGLES["left"]), still(recipe, 45, STEP))
        told[words] = zlib.crc32(b"".join(each.convert("RGB").tobytes() for each in seen))

    assert told == OF_OLD


@pytest.mark.parametrize("pixels", [16, 24, 32])
def test_it_has_few_colours_however_fine_it_is(pixels: Pixels) -> None:
    for name in ("cat", "dragon", "sword", "potion", "robot"):
        picture = still(Recipe.of(name, pixels=pixels), 0)

        assert picture.size == (pixels, pixels)
        assert len(picture.getcolors() or []) <= 19


@pytest.mark.parametrize(("as_", "kind"), [("gif", "GIF"), ("webp", "WEBP")])
@pytest.mark.parametrize(("description", "frames"), [("blue slime", 6), ("golden coin", 8)])
def test_a_walk_moves_without_end(description: str, frames: int, as_: str, kind: str) -> None:
    content, told = drawn(Recipe.of(description), "walk", as_)  # type: ignore[arg-type]
    with opened(content) as film:
        assert (told, film.format, film.size) == (as_, kind, (256, 256))
        assert getattr(film, "n_frames", 1) == frames
        assert film.info["loop"] == 0
        film.seek(1)
        film.load()
        assert film.info["duration"] == FRAME_MS


@pytest.mark.parametrize(
    "name", ["cat", "dog", "chick", "robot", "mushroom", "ghost", "fish", "bat", "octopus", "slime"]
)
def test_each_step_of_a_walk_differs_from_the_one_before(name: str) -> None:
    frames = [frame.tobytes() for frame in walk(Recipe.of(name))]

    assert all(one != other for one, other in zip(frames, [*frames[1:], frames[0]], strict=True))


@pytest.mark.parametrize("as_", ["gif", "webp"])
def test_a_film_is_clear_where_there_is_nothing(as_: str) -> None:
    with opened(drawn(CAT, "walk", as_)[0]) as film:  # type: ignore[arg-type]
        for number in range(6):
            film.seek(number)
            assert film.convert("RGBA").getpixel((0, 0))[3] == 0  # type: ignore[index]
