"""Which pictures are worth talking about."""

import pytest
from PIL import Image, ImageDraw

from performer.vision.changes.frozen import FrozenDetector, PictureWorth
from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.game import DemoGame
from performer.vision.encode import encode_frame
from performer.vision.frame import Frame, Mask

OVERLAY = Mask(0, 0, 0.5, 0.5)


def seen(at_s: float = 0.0, colour: str = "#406080", *, box: tuple[int, int, int, int] | None = None) -> Frame:
    picture = Image.new("RGB", (1280, 720), colour)
    if box:
        ImageDraw.Draw(picture).rectangle(box, fill="white")
    return encode_frame(picture, source="test", at_s=at_s, began_s=0.0)


def test_a_black_picture_is_black_and_so_it_is_with_a_mouse_pointer_on_it() -> None:
    health = FrozenDetector(frozen_s=60)

    assert health.judge(seen(0, "black")) is PictureWorth.BLACK
    assert health.judge(seen(1, "black", box=(600, 300, 608, 312))) is PictureWorth.BLACK


def test_dark_is_not_black_nor_is_a_light_in_the_dark() -> None:
    health = FrozenDetector(frozen_s=60)

    assert health.judge(seen(0, "#101010")) is PictureWorth.FINE
    assert health.judge(seen(1, "black", box=(600, 300, 700, 330))) is PictureWorth.FINE
    assert health.judge(seen(2, "black", box=(400, 300, 640, 306))) is PictureWorth.FINE


def test_what_our_own_elements_show_makes_no_black_picture_bright() -> None:
    health = FrozenDetector(frozen_s=60)

    assert health.judge(seen(0, "black", box=(10, 10, 600, 300)), [OVERLAY]) is PictureWorth.BLACK


@pytest.mark.parametrize("seed", [1, pytest.param(7, marks=pytest.mark.slow)])
def test_the_demo_game_is_black_only_between_two_screens(seed: int) -> None:
    health = FrozenDetector(frozen_s=60)
    arcade = DemoGame(seed)

    for second in range(120):
        state = arcade.state_at(second + 0.5)
        frame = encode_frame(draw(state), source="arcade", at_s=second, began_s=0.0)
        assert (health.judge(frame) is PictureWorth.BLACK) is (state.dark > 0.9)


def test_a_picture_is_frozen_when_it_has_stayed_the_very_same_for_so_long_and_until_its_first_change() -> None:
    health = FrozenDetector(frozen_s=60)

    still = [health.judge(seen(at_s)) for at_s in (0, 30, 59, 60, 61)]
    moved = [health.judge(seen(at_s, box=(600, 300, 604, 304))) for at_s in (62, 63)]

    assert still == [PictureWorth.FINE] * 3 + [PictureWorth.FROZEN] * 2
    assert moved == [PictureWorth.FINE] * 2


def test_our_own_elements_coming_and_going_thaw_nothing() -> None:
    health = FrozenDetector(frozen_s=60)

    health.judge(seen(0))
    health.judge(seen(30, box=(10, 10, 600, 300)), [OVERLAY])
    health.judge(seen(40), [OVERLAY])

    assert health.judge(seen(60)) is PictureWorth.FROZEN


def test_a_picture_of_another_size_is_another_picture() -> None:
    health = FrozenDetector(frozen_s=10)
    small = encode_frame(Image.new("RGB", (640, 480), "#406080"), source="test", at_s=10, began_s=0.0)

    health.judge(seen(0))

    assert health.judge(small, [OVERLAY]) is PictureWorth.FINE
