"""Pixels: a vector icon becomes 48 by 48 pixels of few colours, each the one that covers most of it."""

import io
from collections import Counter
from collections.abc import Sequence
from typing import Final

import resvg_py  # type: ignore[import-not-found]  # only this script needs it: pip install resvg-py
from PIL import Image, ImageChops, ImageDraw, ImageFilter

SIDE: Final = 48
COLOURS: Final = 16
"""Of one coloured icon at the most."""
FINE: Final = SIDE * 4
"""Pixels of a side that an icon is drawn in before."""
_NEAR: Final = 26
"""How far two colours may be apart, each part of them, that count as one."""
_DARK, _HALF, _FULL, _LIT = 1, 2, 3, 4
"""Of a shape: a line in it, an edge or a shadow, its surface, and the surface that is lit from the left above."""

Colour = tuple[int, int, int]


def rendered(svg: str) -> Image.Image:
    """Return the icon as RGBA, much finer than it is to be."""
    drawn: bytes = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=FINE, height=FINE))
    return Image.open(io.BytesIO(drawn)).convert("RGBA")


def coloured(fine: Image.Image) -> list[Colour | None]:
    """Return the colour of each pixel of a coloured icon, row by row; None where it is clear."""
    found = _main_colours(fine)
    if not found:
        return [None] * (SIDE * SIDE)
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for colour in found for value in colour] + list(found[0]) * (256 - len(found)))
    nearest = fine.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE)
    solid = fine.getchannel("A").point(lambda alpha: 255 if alpha > 127 else 0)
    shares = []
    for number in range(len(found)):
        of_it = nearest.point([255 if ink == number else 0 for ink in range(256)], "L")
        shares.append(_small(ImageChops.multiply(of_it, solid)))
    covered = _small(solid)
    most = [max((share[at], -number) for number, share in enumerate(shares)) for at in range(SIDE * SIDE)]
    return [found[-most[at][1]] if covered[at] >= 118 else None for at in range(SIDE * SIDE)]


def shaped(fine: Image.Image) -> list[int]:
    """Return what each pixel of a shape is: 0 clear, 1 a dark line in it, 2 in shadow, 3 its surface, 4 lit."""
    front = fine.getchannel("A").point(lambda alpha: 255 if alpha > 127 else 0)
    inside, surface = _small(_filled(front)), _small(front)
    ink = [_level(inside[at], surface[at]) for at in range(SIDE * SIDE)]
    return [_lit(ink, at) if ink[at] == _FULL else ink[at] for at in range(SIDE * SIDE)]


def _level(inside: int, surface: int) -> int:
    if inside < 118:
        return 0
    return _FULL if surface > 165 else _HALF if surface > 88 else _DARK


def _lit(ink: Sequence[int], at: int) -> int:
    """Return how the surface is lit at a pixel; an icon has a clear edge, so that each has four beside it."""
    if min(ink[at - 1], ink[at - SIDE]) < _HALF:
        return _LIT
    beneath = ink[at + SIDE] if at + SIDE < len(ink) else 0
    return _FULL if min(ink[at + 1], beneath) >= _HALF else _HALF


def _filled(front: Image.Image) -> Image.Image:
    """Return the shape with all that it surrounds; a gap of two pixels counts as closed."""
    side = SIDE * 2
    closed = front.filter(ImageFilter.MaxFilter(9)).filter(ImageFilter.MinFilter(9))
    framed = Image.new("L", (side + 2, side + 2))
    framed.paste(
        closed.resize((side, side), Image.Resampling.BOX).point(lambda value: 255 if value > 64 else 0), (1, 1)
    )
    ImageDraw.floodfill(framed, (0, 0), 100)
    return framed.crop((1, 1, side + 1, side + 1)).point(lambda value: 0 if value == 100 else 255)


def _small(mask: Image.Image) -> Sequence[int]:
    return mask.resize((SIDE, SIDE), Image.Resampling.BOX).tobytes()


def _main_colours(fine: Image.Image) -> list[Colour]:
    """Return the colours that cover most, none close to another."""
    pixels = fine.get_flattened_data()
    counted = Counter((p[0], p[1], p[2]) for p in pixels if isinstance(p, tuple) and p[3] > 250)
    found: list[Colour] = []
    for colour, count in counted.most_common(400):
        if count < 12 or len(found) == COLOURS:
            break
        if all(max(abs(a - b) for a, b in zip(colour, other, strict=True)) > _NEAR for other in found):
            found.append(colour)
    return found
