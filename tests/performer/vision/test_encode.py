"""From raw pixels to a frame: masks first, then reduced, encoded, and told apart."""

import io
import time

import pytest
from PIL import Image, ImageDraw

from performer.vision.changes.motion import measure_difference
from performer.vision.encode import encode_frame
from performer.vision.frame import Frame, Mask


def developed(picture: Image.Image, *masks: Mask, bgr: bool = False) -> Frame:
    return encode_frame(picture, source="test", at_s=1.0, began_s=time.perf_counter(), masks=masks, bgr=bgr)


def pixel(frame: Frame, x: int, y: int) -> tuple[int, int, int]:
    red, green, blue = Image.open(io.BytesIO(frame.jpeg)).convert("RGB").getpixel((x, y))  # type: ignore[misc]  # RGB
    return red, green, blue


def is_near(colour: tuple[int, int, int], wanted: tuple[int, int, int]) -> bool:
    return all(abs(a - b) < 12 for a, b in zip(colour, wanted, strict=True))


@pytest.mark.parametrize(
    ("raw", "reduced"), [((1920, 1080), (960, 540)), ((2560, 1440), (854, 480)), ((1280, 720), (1280, 720))]
)
def test_pictures_are_reduced_to_about_a_thousand_pixels(raw: tuple[int, int], reduced: tuple[int, int]) -> None:
    assert developed(Image.new("RGB", raw, "teal")).size == reduced


def test_a_masked_rectangle_is_black_and_the_rest_is_not() -> None:
    frame = developed(Image.new("RGB", (1920, 1080), "white"), Mask(0.5, 0.5, 0.25, 0.25))

    assert is_near(pixel(frame, 600, 340), (0, 0, 0))
    assert is_near(pixel(frame, 300, 340), (255, 255, 255))


def test_a_mask_covers_every_pixel_it_touches() -> None:
    frame = developed(Image.new("RGB", (100, 100), "white"), Mask(0.101, 0.0, 0.1, 1.0))

    assert is_near(pixel(frame, 10, 50), (0, 0, 0)) or pixel(frame, 12, 50)[0] < 40
    assert is_near(pixel(frame, 30, 50), (255, 255, 255))


def test_red_stays_red_when_the_bands_come_exchanged() -> None:
    raw = bytes((0, 0, 255, 0)) * (64 * 64)
    picture = Image.frombuffer("RGBX", (64, 64), raw, "raw", "RGBX", 0, 1)

    assert is_near(pixel(developed(picture, bgr=True), 32, 32), (254, 0, 0))


def test_the_digest_tells_pictures_apart_and_equal_ones_together() -> None:
    one, same, other = (developed(Image.new("RGB", (64, 64), colour)) for colour in ("red", "red", "blue"))

    assert one.digest == same.digest != other.digest


def edited(box: tuple[int, int, int, int]) -> Image.Image:
    picture = Image.new("RGB", (1920, 1080), (60, 80, 120))
    ImageDraw.Draw(picture).rectangle(box, fill="white")
    return picture


def test_a_banner_is_a_change_and_nothing_is_none() -> None:
    still, banner = developed(edited((0, 0, 0, 0))), developed(edited((400, 300, 1500, 420)))

    assert measure_difference(still.luma, banner.luma) > 2
    assert measure_difference(still.luma, still.luma) == 0


def test_a_change_of_our_own_making_does_not_count() -> None:
    still, banner = developed(edited((0, 0, 0, 0))), developed(edited((400, 300, 1500, 420)))

    assert measure_difference(still.luma, banner.luma, [Mask(0.2, 0.25, 0.6, 0.2)]) == 0


def test_when_our_own_elements_cover_everything_nothing_has_changed() -> None:
    still, banner = developed(edited((0, 0, 0, 0))), developed(edited((400, 300, 1500, 420)))

    assert measure_difference(still.luma, banner.luma, [Mask(0, 0, 1, 1)]) == 0.0
