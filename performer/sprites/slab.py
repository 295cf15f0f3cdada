"""Slabs: flat pieces with a thickness, cut along an outline, such as blades and shields."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from performer.sprites.plate import BODY, ORIGIN, Paint, Plate, Point, Turn, lit, plus, times

Outline = tuple[tuple[float, float], ...]
"""The corners: to the right and down, in units."""
_SLANT: Final = 1.4
"""How much the face leans at its very edge."""
_MOST_KEPT: Final = 64


@dataclass(frozen=True, kw_only=True)
class Slab:
    """A piece that stands upright and faces us; its edges are bevelled."""

    outline: Outline
    at: Point = ORIGIN
    """Where its outline's zero is; its own middle in depth."""
    thick: float = 2.0
    bevel: float = 2.0
    """How far from the edge it is slanted."""
    paint: Paint = BODY
    group: int = 0

    def press(self, plate: Plate, turn: Turn) -> None:
        """Light its face by how near the edge is, and its rim as a rim; what looks away is left out."""
        cos, sin, scale, (x0, y0, z0) = turn.cos, turn.sin, plate.scale, self.at
        outward = math.copysign(1.0, cos)
        near = outward * self.thick / 2
        layers = max(math.ceil(self.thick * scale * abs(sin)), 1)
        depths = [z0 + self.thick * (number / layers - 0.5) for number in range(layers + 1)]
        for x, y, leans_x, leans_y, is_rim in _cells(self.outline, self.bevel, scale):
            across, row = x0 + x, math.floor((y0 + y) * scale)
            light = lit(leans_x * cos + outward * sin, leans_y, outward * cos - leans_x * sin)
            self._dot(plate, turn, across, row, z0 + near, light)
            if is_rim:
                light = lit(leans_x * cos, leans_y, -leans_x * sin)
                for deep in depths:
                    self._dot(plate, turn, across, row, deep, light)

    def _dot(self, plate: Plate, turn: Turn, across: float, row: int, deep: float, light: float) -> None:
        column = plate.pixels / 2 + (across * turn.cos + deep * turn.sin) * plate.scale
        near = deep * turn.cos - across * turn.sin
        plate.dot(math.floor(column), row, near, self.paint, light, self.group)

    def moved(self, by: Point) -> "Slab":
        """Make the same slab elsewhere."""
        return replace(self, at=plus(self.at, by))

    def sized(self, by: float) -> "Slab":
        """Make a larger or smaller one."""
        outline = tuple((x * by, y * by) for x, y in self.outline)
        return replace(self, outline=outline, at=times(self.at, by), thick=self.thick * by, bevel=self.bevel * by)

    def spans(self) -> tuple[float, float]:
        """Tell how high up it begins, and how far it reaches."""
        across = max(abs(self.at.x + x) for x, _ in self.outline)
        return self.at.y + min(y for _, y in self.outline), max(across, abs(self.at.z) + self.thick / 2)


class _Cell(NamedTuple):
    """A pixel of a slab's face."""

    x: float
    y: float
    leans_x: float
    leans_y: float
    is_rim: bool


@lru_cache(maxsize=_MOST_KEPT)  # an animation asks for the same ones in each of its frames
def _cells(outline: Outline, bevel: float, scale: float) -> tuple[_Cell, ...]:
    """Cut an outline into pixels."""
    edges = tuple(pairwise((*outline, outline[0])))
    cells = []
    for x, y in _inside(outline, scale):
        away, nx, ny = _to_edge(x, y, edges)
        slant = max(1.0 - away / bevel, 0.0) * _SLANT if bevel else 0.0
        cells.append(_Cell(x, y, nx * slant, ny * slant, away < 1.0 / scale))
    return tuple(cells)


def _inside(outline: Outline, scale: float) -> Iterator[tuple[float, float]]:
    """Give the middles of the pixels within an outline, row by row between the edges that it crosses."""
    edges = tuple(pairwise((*outline, outline[0])))
    top, bottom = min(y for _, y in outline), max(y for _, y in outline)
    for row in range(math.floor(top * scale), math.ceil(bottom * scale)):
        y = (row + 0.5) / scale
        crossed = sorted((x1 - x0) * (y - y0) / (y1 - y0) + x0 for (x0, y0), (x1, y1) in edges if (y0 > y) != (y1 > y))
        for left, right in zip(crossed[::2], crossed[1::2], strict=True):
            for column in range(math.ceil(left * scale - 0.5), math.ceil(right * scale - 0.5)):
                yield (column + 0.5) / scale, y


def _to_edge(x: float, y: float, edges: tuple[tuple[tuple[float, float], ...], ...]) -> tuple[float, float, float]:
    """Tell how far the nearest edge is, and in which direction."""
    nearest, to_x, to_y = 1e9, 0.0, 0.0
    for (x0, y0), (x1, y1) in edges:
        dx, dy = x1 - x0, y1 - y0
        share = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy or 1.0)
        share = 0.0 if share < 0 else min(share, 1.0)
        tx, ty = x0 + dx * share - x, y0 + dy * share - y
        squared = tx * tx + ty * ty
        if squared < nearest:
            nearest, to_x, to_y = squared, tx, ty
    away = math.sqrt(nearest)
    return away, to_x / (away or 1.0), to_y / (away or 1.0)
