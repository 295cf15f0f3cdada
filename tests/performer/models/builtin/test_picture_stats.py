"""What is told of a picture without a model, and what is not."""

import io

import pytest
from PIL import Image, ImageDraw

from performer.models.builtin.picture_stats import PictureStats, measure_picture
from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.game import DemoGame
from performer.vision.encode import encode_frame

CORAL = "#ff6f7d"


def painted(*boxes: tuple[tuple[int, int, int, int], str], ground: str = "#505860") -> bytes:
    picture = Image.new("RGB", (960, 540), ground)
    for box, colour in boxes:
        ImageDraw.Draw(picture).rectangle(box, fill=colour)
    into = io.BytesIO()
    picture.save(into, "JPEG", quality=90)
    return into.getvalue()


@pytest.mark.parametrize(
    ("box", "colour", "bars"),
    [
        ((270, 58, 690, 74), CORAL, {"red"}),
        ((100, 490, 700, 506), "#30c040", {"green"}),
        ((270, 58, 690, 160), CORAL, set()),
        ((0, 0, 959, 150), CORAL, set()),
        ((0, 58, 959, 74), CORAL, set()),
        ((270, 58, 360, 74), CORAL, set()),
        ((270, 260, 690, 276), CORAL, set()),
        ((270, 58, 690, 74), "#b0b0b0", set()),
    ],
    ids=["boss", "bottom", "thick", "sky", "letterbox", "short", "middle", "grey"],
)
def test_a_bar_is_long_thin_vivid_and_near_an_edge(box: tuple[int, int, int, int], colour: str, bars: set[str]) -> None:
    assert measure_picture(painted((box, colour))).bars == bars


def test_a_bar_is_new_once() -> None:
    bar = painted(((270, 58, 690, 74), CORAL))
    before = measure_picture(painted())
    there = measure_picture(bar, before)

    assert (before.new_bar, there.new_bar, measure_picture(bar, there).new_bar) == ("", "red", "")


def test_the_demo_games_boss_brings_a_bar_and_nothing_else_does() -> None:
    """Where it moves a lot, the bar of a boss at its end is too short to be told; it is never made up."""
    arcade = DemoGame(2)
    seen = {True: 0, False: 0}
    bosses = 0
    for at in range(0, 240, 12):
        state = arcade.state_at(at)
        look = measure_picture(encode_frame(draw(state), source="arcade", at_s=at, began_s=0.0).jpeg)
        seen[state.boss is not None] += bool(look.bars)
        bosses += state.boss is not None

    assert seen[False] == 0
    assert seen[True] >= bosses / 2 > 0


@pytest.mark.parametrize(
    ("box", "side"),
    [
        ((40, 200, 200, 360), "on the left"),
        ((400, 200, 560, 360), "in the middle"),
        ((760, 200, 920, 360), "on the right"),
        ((100, 20, 860, 120), "at the top"),
        ((100, 420, 860, 520), "at the bottom"),
        ((100, 60, 860, 480), ""),
    ],
)
def test_where_it_moves_is_told(box: tuple[int, int, int, int], side: str) -> None:
    assert measure_picture(painted((box, "white")), measure_picture(painted())).side == side


def test_the_facts_make_a_sentence() -> None:
    look = measure_picture(painted(((270, 58, 690, 74), CORAL), ground="#101030"))

    assert look.words() == "a dark picture, mostly blue, a long red bar; little is moving"


def moments(now: bytes, before: bytes | None = None) -> tuple[str, ...]:
    first: PictureStats | None = measure_picture(before) if before else None
    return measure_picture(now, first).moments


def test_the_last_moment_always_fits() -> None:
    light, dark = painted(ground="#c0c4c8"), painted(ground="#202428")

    assert moments(dark)[-1] == "dark"
    assert moments(dark, light) == ("gloom", "cut", "fog", "moving", "dark")
    assert moments(light, dark)[0] == "flash"
