"""Shapes: what looks like letters, and what was read off the same shape before."""

import pytest
from PIL import Image, ImageDraw, ImageFont

from performer.core.files.home import ASSETS
from performer.vision.ocr.letter_shapes import ShapeMemory, count_letters


def ink(words: str, *, size: int = 40, shift: float = 0.0, level: int = 110) -> Image.Image:
    font = ImageFont.truetype(ASSETS / "fonts" / "Nunito-Bold.ttf", size)
    drawn = Image.new("L", (1200, 120))
    ImageDraw.Draw(drawn).text((20 + shift, 20 + shift), words, font=font, fill=255)
    sharp = drawn.point([255 if each > level else 0 for each in range(256)])
    return sharp.crop(sharp.getbbox())


@pytest.mark.parametrize("words", ["LEVEL 2", "Mother Moss", "1 400", "20", "GO!"])
def test_words_and_numbers_have_letters(words: str) -> None:
    assert count_letters(ink(words)) >= 2


def test_a_figure_has_none() -> None:
    figure = Image.new("L", (120, 90))
    pen = ImageDraw.Draw(figure)
    pen.ellipse((0, 30, 50, 80), fill=255)
    pen.ellipse((60, 0, 119, 60), fill=255)

    assert count_letters(figure) == 0


def test_what_was_read_is_known_again_though_it_is_a_little_off() -> None:
    shapes = ShapeMemory()
    shapes.learn(ink("TREASURE!"), "TREASURE!")

    assert shapes.find_text(ink("TREASURE!", shift=0.4, level=90)) == "TREASURE!"


def test_other_words_are_not_known() -> None:
    shapes = ShapeMemory()
    shapes.learn(ink("2 000 POINTS!"), "2 000 POINTS!")

    assert shapes.find_text(ink("3 000 POINTS!")) is None
    assert shapes.find_text(ink("TREASURE!")) is None


def test_a_number_whose_digits_were_seen_is_read_at_once() -> None:
    shapes = ShapeMemory()
    shapes.learn(ink("1 350"), "1 350")
    shapes.learn(ink("24"), "24")

    assert shapes.find_text(ink("4 521")) == "4521"
    assert shapes.find_text(ink("4 529")) is None


def test_two_numbers_beside_each_other_stay_two() -> None:
    shapes = ShapeMemory()
    shapes.learn(ink("12"), "12")

    assert shapes.find_text(ink("12     21")) == "12 21"


def test_a_digit_that_was_read_in_two_ways_is_forgotten() -> None:
    shapes = ShapeMemory()
    shapes.learn(ink("58"), "58")
    shapes.learn(ink("85"), "86")

    assert shapes.find_text(ink("55")) is None
