"""Palettes: what a shape is painted with, and how an icon's main colours become others."""

import colorsys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

from PIL import Image

from performer.tools.pixel_art.dictionary import load_vocabulary

Pixel = tuple[int, ...]
"""Red, green, blue, alpha; alpha is 0 or 255."""
CLEAR: Final[Pixel] = (0, 0, 0, 0)
LINE: Final[Pixel] = (34, 28, 48, 255)
_ANY: Final = ("red", "orange", "lime", "green", "teal", "blue", "purple", "pink", "silver")
"""What a shape may be painted with that has no colour by nature."""
_SHADES: Final = (0.68, 1.0, 1.22, 0.38)
"""Shadow, base, light and line: what value is times."""
_COOL, _WARM, _LEAN = 0.68, 0.13, 0.1
"""Where shadows and light lean to, and how far."""
_GREY: Final = 0.2
"""Below this saturation a colour has no hue."""
_DARK: Final = 84
"""What a pixel has at the most of any colour that is an eye or a line."""
_BESIDE: Final = 0.09
"""How far apart hues are that are shades of one colour."""
_SURFACE: Final = 3


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
    return max(pixel[:3]) < _DARK


def shade(drawn: Image.Image, by: float) -> Image.Image:
    """Return a picture that is darker."""
    return drawn.point([round(value * by) for value in range(256)] * 3 + list(range(256)))


def paint_shape(levels: Image.Image, hues: Sequence[str], seed: int) -> Image.Image:
    """Return a shape in colours: lit from the left above, dark where its lines are; a second hue fills its lines."""
    hue = hues[0] if hues else Random(seed).choice(_ANY)
    shadow, base, light, line = (_make_shade(hue, times) for times in _SHADES)
    within = _make_shade(hues[1], _SHADES[0]) if len(hues) > 1 else line
    wide, ink = levels.width, levels.tobytes() + bytes(levels.width)

    def pixel(at: int) -> Pixel:
        if ink[at] < _SURFACE:
            return (CLEAR, within, shadow)[ink[at]]
        is_lit = min(ink[at - 1], ink[at - wide]) < _SURFACE - 1
        return light if is_lit else base if min(ink[at + 1], ink[at + wide]) > 1 else shadow

    return make_picture(map(pixel, range(wide * levels.height)), levels.size)


def recolour(drawn: Image.Image, hues: Sequence[str]) -> Image.Image:
    """Return an icon whose main colour, in all its shades, is another one; and so the next one, if two are named."""
    pixels, wide = read_pixels(drawn), drawn.width
    left = Counter(pixel for pixel in pixels if pixel[3] and not is_line(pixel))
    # What is at the edge is the body's, though its belly may be larger; and white is no colour where there is another.
    for at in (at for at in range(wide, len(pixels) - wide) if pixels[at] in left):
        left[pixels[at]] += 3 * any(not pixels[to][3] for to in (at - 1, at + 1, at - wide, at + wide))
    new: dict[Pixel, Pixel] = {}
    for hue in hues:
        main = max(left, key=lambda one: _measure_share(one, left), default=LINE)
        shades = {colour: left.pop(colour) for colour in list(left) if _is_shade(colour, main)}
        mean = sum(_measure_light(colour) * number for colour, number in shades.items()) / max(sum(shades.values()), 1)
        new |= {
            colour: _make_shade(hue, min(max(_measure_light(colour) / mean, 0.45), 1.5), lean=0) for colour in shades
        }
    return make_picture((new.get(pixel, pixel) for pixel in pixels), drawn.size)


def _measure_share(main: Pixel, counted: Mapping[Pixel, int]) -> float:
    """Return how much of an icon has shades of a colour."""
    return sum(n for colour, n in counted.items() if _is_shade(colour, main)) * (0.6 if _find_hue(main) is None else 1)


def _is_shade(one: Pixel, other: Pixel) -> bool:
    first, second = _find_hue(one), _find_hue(other)
    if first is None or second is None:
        return first is second
    return min(abs(first - second), 1 - abs(first - second)) < _BESIDE


def _find_hue(colour: Pixel) -> float | None:
    hue, grey, _ = colorsys.rgb_to_hsv(*(value / 255 for value in colour[:3]))
    return hue if grey >= _GREY else None


def _measure_light(colour: Pixel) -> float:
    return (0.35 * colour[0] + 0.5 * colour[1] + 0.15 * colour[2]) / 255 + 0.05


def _make_shade(name: str, times: float, lean: float = _LEAN) -> Pixel:
    """Return a colour's lighter or darker shade: shadows are bluer, light is yellower and paler."""
    hue, grey, value = load_vocabulary()["hues"][name]
    way = ((_COOL if times < 1 else _WARM) - hue + 0.5) % 1 - 0.5
    paler = max(0.35, 2 - value * times * 1.25) if value * times > 1 else 1 if times <= 1 else 0.85
    rgb = colorsys.hsv_to_rgb((hue + way * lean * (times != 1)) % 1, min(grey * paler, 1), min(value * times, 1))
    return (*(round(part * 255) for part in rgb), 255)
