"""A sketch: flat shapes with soft edges, drawn too large with Pillow and shrunk at the end.

Outlines are lists of points; `path` reads the few letters of SVG's path language that a drawing by hand needs.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

from PIL import Image, ImageChops, ImageColor, ImageDraw

Point = tuple[float, float]
Outline = Sequence[Point]
Colour = tuple[int, int, int, int]

FINE = 4
"""How many times too large each side is drawn, unless told."""
_CURVE_STEPS = 28
_TOKEN = re.compile(r"[MLQCZ]|-?\d+(?:\.\d+)?")


def path(letters: str) -> list[Point]:
    """Read one outline or line from absolute `M L Q C Z` commands; `Z` may be left out, shapes close by themselves.

    Raises:
        ValueError: when a letter lacks its numbers.
    """
    points: list[Point] = []
    tokens = _TOKEN.findall(letters)
    at = 0
    while at < len(tokens):
        letter = tokens[at]
        needed = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}.get(letter)
        numbers = tokens[at + 1 : at + 1 + (needed or 0)]
        if needed is None or len(numbers) < needed:
            raise ValueError(f"Path '{letters}' breaks at '{letter}': expected a letter of MLQCZ and its numbers.")
        points.extend(_stretch(points, [float(number) for number in numbers]))
        at += 1 + needed
    return points


def ring(x: float, y: float, across: float, down: float | None = None) -> list[Point]:
    """Make an ellipse around (x, y) from its half width and half height; one number makes a circle."""
    high = across if down is None else down
    turns = (index * math.tau / 96 for index in range(96))
    return [(x + across * math.cos(turn), y + high * math.sin(turn)) for turn in turns]


def box(left: float, top: float, right: float, bottom: float, corner: float = 0.0) -> list[Point]:
    """Make a rectangle with rounded corners."""
    r = min(corner, (right - left) / 2, (bottom - top) / 2)
    centres = (
        (right - r, bottom - r, 0),
        (left + r, bottom - r, 90),
        (left + r, top + r, 180),
        (right - r, top + r, 270),
    )
    return [
        (x + r * math.cos(math.radians(begin + step)), y + r * math.sin(math.radians(begin + step)))
        for x, y, begin in centres
        for step in range(0, 91, 6)
    ]


def turned(outline: Outline, degrees: float, about: Point) -> list[Point]:
    """Turn an outline clockwise around a point."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    cx, cy = about
    return [(cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos) for x, y in outline]


def moved(outline: Outline, right: float, down: float) -> list[Point]:
    """Shift an outline."""
    return [(x + right, y + down) for x, y in outline]


def mirrored(outline: Outline, x: float) -> list[Point]:
    """Mirror an outline left to right at that x."""
    return [(2 * x - px, py) for px, py in outline]


class Sketch:
    """A transparent sheet measured in units of its own.

    Args:
        width: In units.
        height: In units.
        scale: Pixels of the finished picture per unit.
        fine: How many times too large each side is drawn.
    """

    def __init__(self, width: float, height: float, scale: float = 1.0, *, fine: int = FINE) -> None:
        self._shrink = fine
        self._fine = scale * fine
        self._sheet = Image.new("RGBA", (round(width * scale) * fine, round(height * scale) * fine))

    def fill(self, outline: Outline, colour: str) -> None:
        """Fill an outline; `colour` may carry its own alpha (`#RRGGBBAA`)."""
        self._paint(outline, colour, 0.0, lambda draw, points, shade: draw.polygon(points, fill=shade))

    def stroke(self, line: Outline, colour: str, width: float) -> None:
        """Draw along a line with a round brush, `width` units across."""
        brush = width * self._fine
        self._paint(line, colour, brush, lambda draw, points, shade: _brush(draw, points, shade, brush))

    @contextmanager
    def inside(self, outline: Outline) -> Iterator[None]:
        """Keep what the block draws inside that outline."""
        below = self._sheet
        self._sheet = Image.new("RGBA", below.size)
        yield
        points = self._scaled(outline)
        left, top, right, bottom = _bounds(points, 0.0, below.size)
        drawn, self._sheet = self._sheet.crop((left, top, right, bottom)), below
        mask = Image.new("L", drawn.size)
        ImageDraw.Draw(mask).polygon(moved(points, -left, -top), fill=255)
        drawn.putalpha(ImageChops.multiply(drawn.getchannel("A"), mask))
        below.alpha_composite(drawn, (left, top))

    def picture(self, halvings: int = 0) -> Image.Image:
        """Shrink to the finished RGBA picture, each halving half as large again."""
        return self._sheet.reduce(self._shrink * 2**halvings)

    def _paint(self, outline: Outline, colour: str, margin: float, pen: "_Pen") -> None:
        shade = _rgba(colour)
        points = self._scaled(outline)
        if shade[3] == 255:
            pen(ImageDraw.Draw(self._sheet), points, shade)
            return
        # Drawing would replace what lies below, alpha and all: a see-through shape is laid over it as a veil.
        left, top, right, bottom = _bounds(points, margin, self._sheet.size)
        veil = Image.new("RGBA", (right - left, bottom - top))
        pen(ImageDraw.Draw(veil), moved(points, -left, -top), shade)
        self._sheet.alpha_composite(veil, (left, top))

    def _scaled(self, outline: Outline) -> list[Point]:
        return [(x * self._fine, y * self._fine) for x, y in outline]


def _stretch(before: Sequence[Point], numbers: Sequence[float]) -> list[Point]:
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    if len(pairs) < 2:
        return pairs
    controls = [before[-1], *pairs]
    return [_bezier(controls, step / _CURVE_STEPS) for step in range(1, _CURVE_STEPS + 1)]


def _bezier(controls: Sequence[Point], share: float) -> Point:
    while len(controls) > 1:
        controls = [(ax + (bx - ax) * share, ay + (by - ay) * share) for (ax, ay), (bx, by) in pairwise(controls)]
    return controls[0]


_Pen = Callable[[ImageDraw.ImageDraw, list[Point], Colour], None]


def _bounds(points: Outline, margin: float, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Find the smallest part of the sheet, at least a pixel, that holds the points with a margin."""
    left = max(0, math.floor(min(x for x, _ in points) - margin))
    top = max(0, math.floor(min(y for _, y in points) - margin))
    right = min(size[0], math.ceil(max(x for x, _ in points) + margin) + 1)
    bottom = min(size[1], math.ceil(max(y for _, y in points) + margin) + 1)
    return left, top, max(right, left + 1), max(bottom, top + 1)


def _rgba(colour: str) -> Colour:
    parts = ImageColor.getrgb(colour)
    return (parts[0], parts[1], parts[2], parts[3] if len(parts) == 4 else 255)


def _brush(draw: ImageDraw.ImageDraw, line: Outline, colour: Colour, width: float) -> None:
    half = width / 2
    for x, y in line:
        draw.ellipse((x - half, y - half, x + half, y + half), fill=colour)
    for (ax, ay), (bx, by) in pairwise(line):
        length = math.hypot(bx - ax, by - ay)
        if length > 0:
            ox, oy = (ay - by) / length * half, (bx - ax) / length * half
            draw.polygon(((ax + ox, ay + oy), (bx + ox, by + oy), (bx - ox, by - oy), (ax - ox, ay - oy)), fill=colour)
