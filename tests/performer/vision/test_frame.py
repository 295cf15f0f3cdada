"""Close-ups: what a region takes in, from which picture, and how large it becomes."""

import io

import pytest
from PIL import Image, ImageDraw

from performer.vision.encode import GrabbedPicture, encode_frame
from performer.vision.frame import PARTS, Frame, Mask, Region, crop_region, make_close_up, map_pixels

pytestmark = pytest.mark.anyio


def frame(size: tuple[int, int] = (1920, 1080), *masks: Mask) -> Frame:
    """Show red in the upper left quarter of a white picture."""
    picture = Image.new("RGB", size, "white")
    ImageDraw.Draw(picture).rectangle((0, 0, size[0] // 4, size[1] // 4), fill="red")
    return encode_frame(picture, source="test", at_s=0.0, began_s=0.0, masks=masks)


def opened(close: Frame) -> Image.Image:
    return Image.open(io.BytesIO(close.jpeg)).convert("RGB")


def is_red(picture: Image.Image, x: int, y: int) -> bool:
    pixel = picture.getpixel((x, y))
    assert isinstance(pixel, tuple)
    return pixel[0] > 200 and max(pixel[1:]) < 60


async def test_a_region_is_cut_from_the_picture_at_its_full_size() -> None:
    close = await make_close_up(frame(), "top left")

    assert opened(close).size == close.size == (768, 432)
    assert is_red(opened(close), 100, 100)
    assert not is_red(opened(close), 700, 400)


async def test_an_older_picture_is_cut_from_its_jpeg_and_enlarged() -> None:
    close = await make_close_up(frame((960, 540)), "top left")

    assert opened(close).size == (768, 432)
    assert is_red(opened(close), 100, 100)


async def test_no_region_is_larger_than_a_model_looks_at() -> None:
    assert (await make_close_up(frame((3840, 2160)), "bottom")).size == (1024, 173)


async def test_the_whole_is_the_frame_itself() -> None:
    whole = frame()

    assert await make_close_up(whole, "whole") is whole


async def test_each_region_has_a_digest_of_its_own() -> None:
    seen = frame((64, 36))

    assert len({(await make_close_up(seen, region)).digest for region in PARTS}) == len(PARTS)


@pytest.mark.parametrize("region", PARTS)
async def test_what_is_masked_is_black_in_every_close_up(region: Region) -> None:
    piece = crop_region(frame((1920, 1080), Mask(0.0, 0.0, 1.0, 1.0)), region)

    assert piece.getextrema() == ((0, 0), (0, 0), (0, 0))


def test_red_and_blue_are_set_right_in_a_piece_of_the_screen() -> None:
    blue_first = Image.frombytes("RGBX", (1920, 1080), bytes([0, 0, 255, 0]) * 1920 * 1080)
    seen = encode_frame(blue_first, source="test", at_s=0.0, began_s=0.0, bgr=True)

    assert crop_region(seen, "centre").getpixel((0, 0)) == (255, 0, 0)


def test_pixels_are_mapped_as_three_bands_and_not_copied() -> None:
    pixels = bytearray([9, 9, 9, 0]) * 64 * 36
    mapped = map_pixels((64, 36), pixels)
    pixels[:4] = [1, 2, 3, 0]

    assert (mapped.mode, mapped.getpixel((0, 0)), mapped.getpixel((63, 35))) == ("RGB", (1, 2, 3), (9, 9, 9))


def test_a_lent_picture_is_kept_as_it_was() -> None:
    pixels = bytearray([9, 9, 9, 0]) * 1920 * 1080
    lent = Image.frombuffer("RGBX", (1920, 1080), pixels, "raw", "RGBX", 0, 1)
    seen = GrabbedPicture(picture=lent, source="test", at_s=0.0, began_s=0.0, is_lent=True).encode()
    pixels[:] = bytes(len(pixels))

    assert crop_region(seen, "centre").getpixel((0, 0)) == (9, 9, 9)
