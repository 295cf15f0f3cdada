"""The canvas: where an icon, what it wears and what it holds come together, with room around for hats and wings."""

from collections import Counter
from typing import Final

from PIL import Image

from performer.tools.pixel_art.atlas import SIDE, Icon
from performer.tools.pixel_art.palette import (
    CLEAR,
    LINE,
    Pixel,
    is_line,
    make_picture,
    paint_shape,
    read_pixels,
    recolour,
)

ROOM: Final = 24
"""Pixels around the icon."""
_SEEN: Final = 110
"""How much of a pixel is covered that is seen, of 255."""


def colour_icon(icon: Icon, hues: tuple[str, ...], seed: int = 0) -> Image.Image:
    """Return an icon in its colours, or in those that are named."""
    if icon.is_shape:
        return paint_shape(icon.pixels, hues or ((icon.hue,) if icon.hue else ()), seed)
    return recolour(icon.pixels, hues) if hues else icon.pixels


def add_frame(drawn: Image.Image, room: int) -> Image.Image:
    """Return a picture with clear pixels around."""
    canvas = Image.new("RGBA", (drawn.width + 2 * room, drawn.height + 2 * room))
    canvas.paste(drawn, (room, room))
    return canvas


def lay(drawn: Image.Image, on: Image.Image, x: float, y: float, *, is_behind: bool = False) -> None:
    """Lay a picture onto the canvas, its middle at a point of the icon; or behind what is there."""
    sheet = Image.new("RGBA", on.size)
    sheet.paste(drawn, (round(x + ROOM - drawn.width / 2), round(y + ROOM - drawn.height / 2)))
    below, above = (sheet, on.copy()) if is_behind else (on.copy(), sheet)
    on.paste(Image.alpha_composite(below, above))


def trim(drawn: Image.Image) -> Image.Image:
    """Return a picture without clear edges."""
    return drawn.crop(drawn.getbbox() or (0, 0, 1, 1))


def resize(drawn: Image.Image, wide: float, high: float) -> Image.Image:
    """Return a picture of another size, of no colours that it did not have: each pixel as most of what it covers."""
    size = (max(round(wide), 1), max(round(high), 1))
    if size == drawn.size:
        return drawn
    known = sorted({pixel for pixel in read_pixels(drawn) if pixel[3]})
    pixels = read_pixels(drawn.convert("RGBa").resize(size, Image.Resampling.BOX).convert("RGBA"))
    nearest = {pixel: _find_nearest(pixel, known) for pixel in set(pixels)}
    return make_picture((nearest[pixel] for pixel in pixels), size)


def add_outline(drawn: Image.Image, colour: Pixel | None = None) -> Image.Image:
    """Return a picture with a dark line around all there is, or with one of another colour; its edges must be clear."""
    pixels, wide = read_pixels(drawn), drawn.width
    line = colour or _choose_line(pixels)

    def pixel(at: int) -> Pixel:
        beside = (at - 1, at + 1, at - wide, at + wide) if not pixels[at][3] else ()
        return line if any(0 <= to < len(pixels) and pixels[to][3] for to in beside) else pixels[at]

    return make_picture(map(pixel, range(len(pixels))), drawn.size)


def fit(drawn: Image.Image, side: int, scale: float = 1.0) -> Image.Image:
    """Return a picture in the middle of the bottom of a square, as large as there is room for."""
    by = min(side / SIDE, side / drawn.width, side / drawn.height) * scale
    return stand(resize(drawn, drawn.width * by, drawn.height * by), side)


def stand(drawn: Image.Image, side: int, lift: int = 0) -> Image.Image:
    """Return a picture in a square, so many pixels above the ground."""
    square = Image.new("RGBA", (side, side))
    square.paste(drawn, ((side - drawn.width) // 2, max(side - drawn.height - lift, 0)))
    return square


def add_pattern(drawn: Image.Image, look: str) -> Image.Image:
    """Return an icon with spots or stripes on what it shows most of."""
    pixels, wide = read_pixels(drawn), drawn.width
    most = find_main_colour(pixels)
    other = (*(min(round(value * (0.6 if max(most[:3]) > LINE[2] * 2 else 1.9)), 255) for value in most[:3]), 255)

    def pixel(at: int) -> Pixel:
        x, y = at % wide, at // wide
        is_spot = (x + y // 9 % 2 * 4) % 9 < 3 > y % 9 if look == "spotted" else (y + x // 5) % 7 < 2
        return other if is_spot and pixels[at] == most else pixels[at]

    return make_picture(map(pixel, range(len(pixels))), drawn.size)


def find_main_colour(pixels: list[Pixel]) -> Pixel:
    """Return the colour that is seen most, lines apart."""
    counted = Counter(pixel for pixel in pixels if pixel[3] and not is_line(pixel))
    return counted.most_common(1)[0][0] if counted else (236, 236, 244, 255)


def _choose_line(pixels: list[Pixel]) -> Pixel:
    main = find_main_colour(pixels)
    return (*(round(value * 0.28 + line * 0.35) for value, line in zip(main[:3], LINE[:3], strict=True)), 255)


def _find_nearest(pixel: Pixel, known: list[Pixel]) -> Pixel:
    if pixel[3] <= _SEEN or not known:
        return CLEAR
    return min(known, key=lambda one: sum((a - b) ** 2 for a, b in zip(one[:3], pixel[:3], strict=True)))
