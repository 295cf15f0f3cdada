"""The canvas: pictures of single pixels, how they are coloured, sized, outlined and laid onto each other."""

import colorsys
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from random import Random
from typing import Final

from PIL import Image, ImageChops

from performer.tools.pixel_art.atlas import SIDE, Icon, load_vocabulary

Pixel = tuple[int, ...]
"""Red, green, blue, alpha; alpha is 0 or 255."""
CLEAR: Final[Pixel] = (0, 0, 0, 0)
LINE: Final[Pixel] = (34, 28, 48, 255)
ROOM: Final = 24
"""Pixels around the icon, for hats and wings."""
_SHADES: Final = (0.68, 1.0, 1.22, 0.38)
"""Shadow, base, light and line: what value is times."""
_COOL, _WARM, _LEAN = 0.68, 0.13, 0.1
"""Where shadows and light lean to, and how far."""
_GREY: Final = 0.2
"""Below this saturation a colour has no hue."""
_BESIDE: Final = 0.09
"""How far apart hues are that are shades of one colour."""
_SURFACE: Final = 3
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


def find_main_colour(pixels: list[Pixel]) -> Pixel:
    """Return the colour that is seen most, lines apart."""
    counted = Counter(pixel for pixel in pixels if pixel[3] and not is_line(pixel))
    return counted.most_common(1)[0][0] if counted else (236, 236, 244, 255)


def colour_icon(icon: Icon, hues: Sequence[str], seed: int = 0) -> Image.Image:
    """Return an icon in its colours, or in those that are named."""
    if icon.is_shape:
        return paint_shape(icon.pixels, hues or [icon.hue] * bool(icon.hue), seed)
    return recolour(icon.pixels, hues) if hues else icon.pixels


def paint_shape(levels: Image.Image, hues: Sequence[str], seed: int) -> Image.Image:
    """Return a shape in colours: lit from the left above, dark where its lines are; a second hue fills its lines."""
    hue = hues[0] if hues else Random(seed).choice(load_vocabulary()["surprises"]["hues"].split(","))
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

    def measure_share(main: Pixel) -> float:
        return sum(n for one, n in left.items() if _is_shade(one, main)) * (0.6 if _find_hue(main) is None else 1)

    new: dict[Pixel, Pixel] = {}
    for hue in hues:
        main = max(left, key=measure_share, default=LINE)
        shades = {colour: left.pop(colour) for colour in list(left) if _is_shade(colour, main)}
        mean = sum(_measure_light(colour) * number for colour, number in shades.items()) / max(sum(shades.values()), 1)
        for colour in shades:
            new[colour] = _make_shade(hue, min(max(_measure_light(colour) / mean, 0.45), 1.5), lean=0)
    return make_picture((new.get(pixel, pixel) for pixel in pixels), drawn.size)


def shade(drawn: Image.Image, by: float) -> Image.Image:
    """Return a picture that is darker."""
    return drawn.point([round(value * by) for value in range(256)] * 3 + list(range(256)))


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


def add_outline(drawn: Image.Image, line: Pixel = ()) -> Image.Image:
    """Return a picture with a dark line around all there is, or with one of another colour; its edges must be clear."""
    if not line:
        main = find_main_colour(read_pixels(drawn))
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
