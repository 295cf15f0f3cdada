"""A picture made smaller: how small, how true, and only once."""

import io

import pytest
from PIL import Image, ImageDraw

from performer.vision.encode import FrameShrinker, encode_frame
from performer.vision.frame import Frame


def frame(size: tuple[int, int]) -> Frame:
    picture = Image.new("RGB", size, "white")
    ImageDraw.Draw(picture).rectangle((0, 0, size[0] // 2, size[1]), fill="navy")
    return encode_frame(picture, source="test", at_s=0.0, began_s=0.0)


def opened(jpeg: bytes) -> Image.Image:
    return Image.open(io.BytesIO(jpeg)).convert("RGB")


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("size", "divisor", "smaller"),
    [
        ((960, 540), 1, (960, 540)),
        ((960, 540), 2, (480, 270)),
        ((960, 540), 4, (320, 180)),
        ((640, 480), 4, (320, 240)),
        ((600, 400), 2, (600, 400)),
    ],
)
async def test_no_picture_becomes_too_narrow_to_be_read(
    size: tuple[int, int], divisor: int, smaller: tuple[int, int]
) -> None:
    assert opened(await FrameShrinker().shrink(frame(size), divisor)).size == smaller


@pytest.mark.anyio
async def test_it_shows_the_same() -> None:
    small = opened(await FrameShrinker().shrink(frame((960, 540)), 4))

    assert small.getpixel((20, 90)) == pytest.approx((0, 0, 128), abs=8)
    assert small.getpixel((300, 90)) == pytest.approx((255, 255, 255), abs=8)


@pytest.mark.anyio
async def test_the_same_picture_is_made_smaller_once() -> None:
    shrinker = FrameShrinker()
    first = await shrinker.shrink(frame((960, 540)), 2)

    assert await shrinker.shrink(frame((960, 540)), 2) is first
    assert await shrinker.shrink(frame((960, 540)), 3) is not first
