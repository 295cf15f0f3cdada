"""Shapes that several bodies are made of: slabs by their corners, stars, discs, boxes, domes."""

import math
from collections.abc import Sequence

from performer.sprites.plate import BODY, ORIGIN, Paint, Point
from performer.sprites.slab import Slab


def slab(
    corners: Sequence[tuple[float, float]],
    *,
    thick: float = 2.0,
    bevel: float = 2.0,
    z: float = 0.0,
    paint: Paint = BODY,
    group: int = 0,
) -> Slab:
    """Make a slab by its corners, so far before the middle."""
    return Slab(outline=tuple(corners), at=Point(0, 0, z), thick=thick, bevel=bevel, paint=paint, group=group)


def box(
    middle: Point, wide: float, high: float, deep: float, *, paint: Paint = BODY, group: int = 0, round_by: float = 0.8
) -> Slab:
    """Make a box; width and height are half of it, depth the whole."""
    w, h, r = wide, high, round_by
    corners = ((r - w, -h), (w - r, -h), (w, r - h), (w, h - r), (w - r, h), (r - w, h), (-w, h - r), (-w, r - h))
    return Slab(outline=corners, at=middle, thick=deep, bevel=1.6 if r else 0.0, paint=paint, group=group)


def star(
    y: float,
    far: float,
    near: float,
    *,
    z: float = 0.0,
    thick: float = 2.4,
    bevel: float = 3.0,
    paint: Paint = BODY,
    group: int = 0,
) -> Slab:
    """Make a star of five points around a height."""
    turns = (number * math.pi / 5 for number in range(10))
    reach = (far, near) * 5
    corners = [(math.sin(angle) * r, y - math.cos(angle) * r) for angle, r in zip(turns, reach, strict=True)]
    return slab(corners, thick=thick, bevel=bevel, z=z, paint=paint, group=group)


def disc(y: float, r: float) -> list[tuple[float, float]]:
    """Give the corners of a disc."""
    return [(math.sin(angle) * r, y + math.cos(angle) * r) for angle in turns(24)]


def dome(top: float, high: float, wide: float, roundness: float = 2.0) -> list[tuple[float, float]]:
    """Give the profile of the upper half of a ball; the rounder, the more it fills its square."""
    shares = (0.0, 0.03, 0.08, 0.16, 0.28, 0.44, 0.62, 0.8, 1.0)
    return [(top + high * share, wide * (1 - (1 - share) ** roundness) ** (1 / roundness)) for share in shares]


def egg(top: float, high: float, wide: float) -> list[tuple[float, float]]:
    """Give the profile of a whole egg, a little wider below."""
    shares = (0.0, 0.02, 0.06, 0.12, 0.22, 0.36, 0.5, 0.64, 0.78, 0.88, 0.95, 0.99)
    return [
        (top + high * share, wide * math.sqrt(max(1 - (2 * share - 1) ** 2, 0.0)) * (0.86 + 0.2 * share))
        for share in shares
    ]


def turns(count: int, begin: float = 0.0) -> list[float]:
    """Give so many angles around a circle."""
    return [math.tau * (number + begin) / count for number in range(count)]


def around(angle: float, r: float, y: float, middle: Point = ORIGIN) -> Point:
    """Give a point on a circle around the upright."""
    return Point(middle.x + math.sin(angle) * r, y, middle.z + math.cos(angle) * r)
