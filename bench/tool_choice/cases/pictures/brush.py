"""The brush: what the pictures of cases are drawn and described with, the same on every machine."""

from functools import lru_cache
from typing import Final, Literal

from PIL import Image, ImageDraw, ImageFont

from performer.core.files.home import ASSETS

SIZE: Final = (640, 360)
Colour = Literal["red", "green", "blue", "yellow", "purple", "orange", "white"]
RGB: Final = {
    "red": "#E23B3B",
    "green": "#37B24D",
    "blue": "#3B6FE2",
    "yellow": "#FFD43B",
    "purple": "#9C4DCC",
    "orange": "#FF922B",
    "white": "#FFFFFF",
    "grey": "#8A8F9C",
    "black": "#000000",
}
EMPTY: Final = "#3A4158"
"""What is left of a heart, or of a bar, that is used up."""
_GROUND, _INK = "#1B2030", "#FFFFFF"
_MOST_WIDE, _SMALLEST = 600, 18


def make_ground() -> Image.Image:
    """Return an empty dark picture; it is the caller's to draw on."""
    return Image.new("RGB", SIZE, _GROUND)


def write_words(picture: Image.Image, words: str, middle: tuple[int, int], size: int) -> None:
    """Write a line of words around a point, in letters of that height in pixels, or lower where it is too long."""
    while size > _SMALLEST and _load_font(size).getlength(words) > _MOST_WIDE:
        size -= 2
    ImageDraw.Draw(picture).text(middle, words, fill=_INK, font=_load_font(size), anchor="mm")


def draw_disc(picture: Image.Image, x: int, y: int, colour: str) -> None:
    """Draw a disc around a point."""
    ImageDraw.Draw(picture).ellipse((x - 32, y - 32, x + 32, y + 32), fill=RGB[colour])


def draw_heart(picture: Image.Image, x: int, y: int, *, full: bool) -> None:
    """Draw a heart around a point: red when it is full, barely lighter than the ground when it is empty."""
    pen, fill = ImageDraw.Draw(picture), RGB["red"] if full else EMPTY
    pen.ellipse((x - 34, y - 34, x + 2, y + 2), fill=fill)
    pen.ellipse((x - 2, y - 34, x + 34, y + 2), fill=fill)
    pen.polygon(((x - 32, y - 8), (x + 32, y - 8), (x, y + 34)), fill=fill)


def format_count(count: int, name: str) -> str:
    """Return so many of something, in words as a caption has them: `No red dots`, `1 red dot`, `5 red dots`."""
    return f"{count or 'No'} {name}{'' if count == 1 else 's'}"


@lru_cache(maxsize=32)
def _load_font(size: int) -> ImageFont.FreeTypeFont:
    # The basic layout needs no library of the system, so letters stand alike everywhere.
    return ImageFont.truetype(ASSETS / "fonts" / "Nunito-Bold.ttf", size, layout_engine=ImageFont.Layout.BASIC)
