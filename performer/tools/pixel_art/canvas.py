"""The canvas: pictures of single pixels, how they are coloured, sized, outlined and laid onto each other."""

import colorsys
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from random import Random
from typing import Final

from PIL import Image, ImageChops

from performer.tools.pixel_art.atlas import SIDE, Icon, Pixel, load_vocabulary

CLEAR: Final[Pixel] = (0, 0, 0, 0)
LINE: Final[Pixel] = (34, 28, 48, 255)
ROOM: Final = 24
"""Pixels around the icon, for hats and wings."""
_SHADES: Final = (0.68, 1.0, 1.22, 0.38)
"""Shadow, base, light and line: what value is times."""
_COOL, _WARM, _LEAN = 0.68, 0.13, 0.1
"""Where shadows and light lean to, and how far."""
_STEPS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))


def read_pixels(drawn: Image.Image) -> list[Pixel]:
    """Return a picture's pixels, row by row."""
    return list(drawn.get_flattened_data())  # type: ignore[arg-type]


def make_picture(pixels: Iterable[Pixel], size: tuple[int, int]) -> Image.Image:
    """Return the picture of some pixels."""
    drawn = Image.new("RGBA", size)
    drawn.putdata(list(pixels))
    return drawn


def is_line(pixel: Pixel) -> bool:
    """Whether a pixel is as dark as an eye or a line."""
    return max(pixel[:3]) < 84


def find_main_colour(drawn: Image.Image) -> Pixel:
    """Return the colour that is seen most, lines apart."""
    counted = Counter(pixel for pixel in read_pixels(drawn) if pixel[3] and not is_line(pixel))
    return counted.most_common(1)[0][0] if counted else (236, 236, 244, 255)


def colour_icon(icon: Icon, hues: Sequence[str], seed: int = 0) -> Image.Image:
    """Return an icon in its colours, or with the main one, in all its shades, and the next one as they are named.

    A shape without a colour has one by the seed; a second hue fills its lines.
    """
    pixels = icon.pixels
    if icon.is_shape:
        by_chance = Random(seed).choice(load_vocabulary()["surprises"]["hues"])
        shadow, base, light, line = (_make_shade((*hues, icon.hue or by_chance)[0], times) for times in _SHADES)
        within = _make_shade(hues[1], _SHADES[0]) if len(hues) > 1 else line
        pixels.putpalette([value for ink in (CLEAR, within, shadow, base, light) for value in ink], "RGBA")
        return pixels.convert("RGBA")
    named = list(zip(hues, icon.shades, strict=False))
    new = {colour: _make_shade(hue, light, lean=0) for hue, shades in named for colour, light in shades.items()}
    return make_picture((new.get(pixel, pixel) for pixel in read_pixels(pixels)), pixels.size)


def shade(drawn: Image.Image, by: float) -> Image.Image:
    """Return a picture that is darker."""
    return drawn.point([round(value * by) for value in range(256)] * 3 + list(range(256)))


def add_pattern(drawn: Image.Image, look: str) -> Image.Image:
    """Return an icon with spots or stripes on what it shows most of."""
    most, rows = find_main_colour(drawn), load_vocabulary()["patterns"][look].split()
    other = (*(min(round(value * (0.6 if max(most[:3]) > LINE[2] * 2 else 1.9)), 255) for value in most[:3]), 255)
    signs = (rows[y % len(rows)][x % len(rows[0])] for y in range(drawn.height) for x in range(drawn.width))
    pairs = zip(read_pixels(drawn), signs, strict=True)
    return make_picture((other if each == (most, "#") else each[0] for each in pairs), drawn.size)


def add_outline(drawn: Image.Image, line: Pixel = ()) -> Image.Image:
    """Return a picture with a dark line around all there is, or with one of another colour; its edges must be clear."""
    if not line:
        main = find_main_colour(drawn)
        line = (*(round(value * 0.28 + dark * 0.35) for value, dark in zip(main[:3], LINE[:3], strict=True)), 255)
    alpha, below = drawn.getchannel("A"), Image.new("RGBA", drawn.size)
    below.paste(line, mask=reduce(ImageChops.lighter, (ImageChops.offset(alpha, *step) for step in _STEPS)))
    return Image.alpha_composite(below, drawn)


def lay(drawn: Image.Image, on: Image.Image, x: float, y: float, *, is_behind: bool = False) -> None:
    """Lay a picture onto the canvas, its middle at a point of the icon; or behind what is there."""
    sheet = Image.new("RGBA", on.size)
    sheet.paste(drawn, (round(x + ROOM - drawn.width / 2), round(y + ROOM - drawn.height / 2)))
    below, above = (sheet, on.copy()) if is_behind else (on.copy(), sheet)
    on.paste(Image.alpha_composite(below, above))


def resize(drawn: Image.Image, wide: float, high: float) -> Image.Image:
    """Return a picture of another size, of no colours that it did not have: each pixel as most of what it covers."""
    size = (max(round(wide), 1), max(round(high), 1))
    if size == drawn.size:
        return drawn
    known = sorted({pixel for pixel in read_pixels(drawn) if pixel[3]})
    pixels = read_pixels(drawn.convert("RGBa").resize(size, Image.Resampling.BOX).convert("RGBA"))

    def find_nearest(pixel: Pixel) -> Pixel:
        if pixel[3] <= 110 or not known:  # too little of it is covered to be seen
            return CLEAR
        return min(known, key=lambda one: sum((a - b) ** 2 for a, b in zip(one[:3], pixel[:3], strict=True)))

    nearest = {pixel: find_nearest(pixel) for pixel in set(pixels)}
    return make_picture((nearest[pixel] for pixel in pixels), size)


def fit(drawn: Image.Image, side: int, scale: float = 1.0) -> Image.Image:
    """Return a picture in the middle of the bottom of a square, as large as there is room for."""
    by = min(side / SIDE, side / drawn.width, side / drawn.height) * scale
    return stand(resize(drawn, drawn.width * by, drawn.height * by), side)


def stand(drawn: Image.Image, side: int, lift: int = 0) -> Image.Image:
    """Return a picture in a square, so many pixels above the ground."""
    square = Image.new("RGBA", (side, side))
    square.paste(drawn, ((side - drawn.width) // 2, max(side - drawn.height - lift, 0)))
    return square


def _make_shade(name: str, times: float, lean: float = _LEAN) -> Pixel:
    """Return a colour's lighter or darker shade: shadows are bluer, light is yellower and paler."""
    hue, grey, value = load_vocabulary()["hues"][name]
    way = ((_COOL if times < 1 else _WARM) - hue + 0.5) % 1 - 0.5
    paler = max(0.35, 2 - value * times * 1.25) if value * times > 1 else 1 if times <= 1 else 0.85
    rgb = colorsys.hsv_to_rgb((hue + way * lean * (times != 1)) % 1, min(grey * paler, 1), min(value * times, 1))
    return (*(round(part * 255) for part in rgb), 255)
