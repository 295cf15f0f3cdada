import pytest

from performer.core.images.formats import UnfitPicture
from performer.stage.library.animation import Disposal, parse_apng, parse_gif
from tests.performer.stage.library.apngs import CLEAR, ApngFrame, apng
from tests.performer.stage.library.gifs import filled, gif

WHOLE = (0, 0, 2, 2)


def test_a_gif_is_taken_apart_into_its_frames() -> None:
    animation = parse_gif(gif((2, 2), filled(WHOLE, 0, delay_cs=5), filled((1, 1, 1, 1), 1, disposal=3)))

    first, second = animation.parts
    assert (animation.width, animation.height) == (2, 2)
    assert (first.shown_ms, first.after) == (50, Disposal.KEPT)
    assert (second.box, second.after) == ((1, 1, 2, 2), Disposal.RESTORED)


def test_frames_are_composed_by_their_disposal() -> None:
    red, green, clear = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 0, 0)
    frames = [
        image for image, _ in parse_gif(gif((2, 2), filled(WHOLE, 0, disposal=2), filled((0, 0, 1, 1), 1))).frames()
    ]

    assert [frame.getpixel((0, 0)) for frame in frames] == [red, green]
    assert [frame.getpixel((1, 1)) for frame in frames] == [red, clear]


def test_an_apng_is_taken_apart_and_a_still_png_is_none() -> None:
    frame = ApngFrame(box=WHOLE, pixels=[(1, 2, 3, 255)] * 4, delay=(1, 4), disposal=CLEAR, over=False)
    data = apng((2, 2), frame)

    animation = parse_apng(data)

    assert animation is not None
    [part] = animation.parts
    assert (part.shown_ms, part.after, part.over) == (250, Disposal.CLEARED, False)
    assert parse_apng(part.still) is None


@pytest.mark.parametrize("length", [12, 20, 40])
def test_a_gif_that_is_cut_short_is_refused(length: int) -> None:
    with pytest.raises(UnfitPicture, match="broken GIF"):
        parse_gif(gif((2, 2), filled(WHOLE, 0))[:length])
