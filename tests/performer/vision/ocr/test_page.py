"""Pages: writing is found wherever it is, light or dark, and shapes are not."""

import random

import pytest
from PIL import Image, ImageDraw, ImageFont

from performer.core.files.home import ASSETS
from performer.vision.ocr.page import make_page

FONT = ImageFont.truetype(ASSETS / "fonts" / "Nunito-Bold.ttf", 32)


def picture(ground: str, *lines: tuple[int, int, str, str]) -> Image.Image:
    drawn = Image.new("RGB", (1280, 720), ground)
    for x, y, text, colour in lines:
        ImageDraw.Draw(drawn).text((x, y), text, font=FONT, fill=colour)
    return drawn


def test_light_and_dark_writing_is_set_from_above_to_below() -> None:
    page = make_page(picture("#808080", (40, 40, "ABOVE", "white"), (900, 600, "BELOW", "black")))

    assert page is not None
    assert [(line.left // 300, line.top // 300) for line in page.lines] == [(0, 0), (4, 3)]
    assert page.pgm.startswith(b"P5 ")


@pytest.mark.parametrize("size", [(1, 1), (1280, 720), (8, 2000)])
def test_an_empty_picture_has_no_page(size: tuple[int, int]) -> None:
    assert make_page(Image.new("RGB", size, "teal")) is None


def test_a_figure_is_no_writing() -> None:
    drawn = picture("black")
    ImageDraw.Draw(drawn).ellipse((400, 200, 700, 500), fill="white")

    assert make_page(drawn) is None


def test_noise_makes_no_endless_page() -> None:
    noise = Image.frombytes("L", (640, 360), random.Random(7).randbytes(640 * 360))

    page = make_page(noise)

    assert page is None or len(page.lines) <= 40
