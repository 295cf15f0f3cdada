"""Clay: what bodies are made of. Each piece presses itself onto a plate, turned as it is asked to be."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

from performer.sprites.plate import BODY, ORIGIN, Paint, Plate, Point, Turn, lit, plus, times

_NO_AREA = 0.01
"""Square pixels: it is seen from its edge."""


class Clay(Protocol):
    """A piece of a body."""

    def press(self, plate: Plate, turn: Turn) -> None:
        """Leave its picture on the plate, where nothing is nearer."""
        ...

    def moved(self, by: Point) -> "Clay":
        """Make the same piece elsewhere."""
        ...

    def sized(self, by: float) -> "Clay":
        """Make the same piece larger or smaller, and as much farther from the middle or nearer to it."""
        ...

    def spans(self) -> tuple[float, float]:
        """Tell how high up it begins, and how far it reaches from the upright, at the most."""
        ...


@dataclass(frozen=True, kw_only=True)
class Ball:
    """A ball, or an egg that lies along the axes."""

    at: Point
    radii: Point
    paint: Paint = BODY
    group: int = 0

    def press(self, plate: Plate, turn: Turn) -> None:
        """Light it as a ball is lit."""
        middle, scale = turn.of(self.at), plate.scale
        across, along = turn.across(self.radii.x, self.radii.z), turn.along(self.radii.x, self.radii.z)
        column, row = plate.where(middle)
        wide, high = max(across * scale, 0.55), max(self.radii.y * scale, 0.55)
        for y in range(math.floor(row - high), math.ceil(row + high) + 1):
            down = (y + 0.5 - row) / high
            for x in range(math.floor(column - wide), math.ceil(column + wide) + 1):
                right = (x + 0.5 - column) / wide
                flat = right * right + down * down
                if flat <= 1.0:
                    near = math.sqrt(1.0 - flat)
                    light = lit(right / across, down / self.radii.y, near / along)
                    plate.dot(x, y, middle.z + along * near, self.paint, light, self.group)

    def moved(self, by: Point) -> "Ball":
        """Make the same ball elsewhere."""
        return replace(self, at=plus(self.at, by))

    def sized(self, by: float) -> "Ball":
        """Make a larger or smaller one."""
        return replace(self, at=times(self.at, by), radii=times(self.radii, by))

    def spans(self) -> tuple[float, float]:
        """Tell how high up it begins, and how far it reaches."""
        wide, high, deep = self.radii
        return self.at.y - high, max(abs(self.at.x) + wide, abs(self.at.z) + deep)


@dataclass(frozen=True, kw_only=True)
class Flap:
    """A thin piece with straight edges: a wing, a fin; seen from its edge it is a line."""

    corners: tuple[Point, ...]
    """In order; the piece reaches from the first to all others."""
    paint: Paint = BODY
    group: int = 0

    def press(self, plate: Plate, turn: Turn) -> None:
        """Light it as a sheet is lit, from both sides alike."""
        corners = [turn.of(each) for each in self.corners]
        light = _sheet_light(corners)
        for second, third in pairwise(corners[1:]):
            self._fill(plate, (corners[0], second, third), light)
        for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
            self._edge(plate, one, other, light)

    def moved(self, by: Point) -> "Flap":
        """Make the same piece elsewhere."""
        return replace(self, corners=tuple(plus(each, by) for each in self.corners))

    def sized(self, by: float) -> "Flap":
        """Make a larger or smaller one."""
        return replace(self, corners=tuple(times(each, by) for each in self.corners))

    def spans(self) -> tuple[float, float]:
        """Tell how high up it begins, and how far it reaches."""
        return min(each.y for each in self.corners), max(max(abs(each.x), abs(each.z)) for each in self.corners)

    def _fill(self, plate: Plate, corners: Sequence[Point], light: float) -> None:
        (ax, ay), (bx, by), (cx, cy) = (plate.where(each) for each in corners)
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if abs(area) < _NO_AREA:
            return
        sides = ((ax, ay, bx, by), (bx, by, cx, cy), (cx, cy, ax, ay))
        for y in range(math.floor(min(ay, by, cy)), math.ceil(max(ay, by, cy)) + 1):
            py = y + 0.5
            crossed = [x0 + (x1 - x0) * (py - y0) / (y1 - y0) for x0, y0, x1, y1 in sides if (y0 > py) != (y1 > py)]
            for x in range(math.ceil(min(crossed) - 0.5), math.floor(max(crossed) - 0.5) + 1) if crossed else ():
                px = x + 0.5
                second = ((px - ax) * (cy - ay) - (cx - ax) * (py - ay)) / area
                third = ((bx - ax) * (py - ay) - (px - ax) * (by - ay)) / area
                z = (1.0 - second - third) * corners[0].z + second * corners[1].z + third * corners[2].z
                plate.dot(x, y, z, self.paint, light, self.group)

    def _edge(self, plate: Plate, one: Point, other: Point, light: float) -> None:
        steps = max(math.ceil(math.dist(one, other) * plate.scale * 1.5), 1)
        for step in range(steps + 1):
            at = between(one, other, step / steps)
            x, y = plate.where(at)
            plate.dot(math.floor(x), math.floor(y), at.z, self.paint, light, self.group)


@dataclass(frozen=True, kw_only=True)
class Turned:
    """A body from the lathe: the same from all sides."""

    profile: tuple[tuple[float, float], ...]
    """Its radius at some heights, from top to bottom: (y, radius)."""
    at: Point = ORIGIN
    paint: Paint = BODY
    group: int = 0

    def press(self, plate: Plate, turn: Turn) -> None:
        """Light it as something round is lit."""
        middle, scale = turn.of(self.at), plate.scale
        column, _ = plate.where(middle)
        top, bottom = self.profile[0][0] + middle.y, self.profile[-1][0] + middle.y
        for y in range(math.floor(top * scale), math.ceil(bottom * scale)):
            down = (y + 0.5) / scale - middle.y
            if not self.profile[0][0] <= down <= self.profile[-1][0]:
                continue
            radius, slope = self._at(down)
            wide = radius * scale
            for x in range(math.floor(column - wide), math.ceil(column + wide) + 1):
                right = (x + 0.5 - column) / wide if wide else 9.0
                if abs(right) <= 1.0:
                    near = math.sqrt(1.0 - right * right)
                    plate.dot(x, y, middle.z + radius * near, self.paint, lit(right, -slope, near), self.group)

    def moved(self, by: Point) -> "Turned":
        """Make the same body elsewhere."""
        return replace(self, at=plus(self.at, by))

    def sized(self, by: float) -> "Turned":
        """Make a larger or smaller one."""
        return replace(self, at=times(self.at, by), profile=tuple((y * by, r * by) for y, r in self.profile))

    def spans(self) -> tuple[float, float]:
        """Tell how high up it begins, and how far it reaches."""
        return self.at.y + self.profile[0][0], max(r for _, r in self.profile)

    def _at(self, down: float) -> tuple[float, float]:
        """Tell the radius at a height, and how fast it grows there."""
        for (y0, r0), (y1, r1) in pairwise(self.profile):
            if y0 <= down <= y1 and y1 > y0:
                share = (down - y0) / (y1 - y0)
                return r0 + (r1 - r0) * share, (r1 - r0) / (y1 - y0)
        return self.profile[-1][1], 0.0


@dataclass(frozen=True, kw_only=True)
class Spot:
    """Another paint on whatever surface of one paint lies within a ball."""

    at: Point
    radius: float
    paint: Paint
    of: Paint = BODY

    def press(self, plate: Plate, turn: Turn) -> None:
        """Paint what is there already: it belongs behind the pieces that it paints."""
        middle, scale = turn.of(self.at), plate.scale
        column, row = plate.where(middle)
        reach = self.radius * scale
        for y in range(math.floor(row - reach), math.ceil(row + reach) + 1):
            for x in range(math.floor(column - reach), math.ceil(column + reach) + 1):
                flat = ((x + 0.5 - column) ** 2 + (y + 0.5 - row) ** 2) / (reach * reach)
                if flat <= 1.0:
                    deep = self.radius * math.sqrt(1.0 - flat)
                    plate.repaint(x, y, middle.z + deep, middle.z - deep, self.paint, self.of)

    def moved(self, by: Point) -> "Spot":
        """Make the same spot elsewhere."""
        return replace(self, at=plus(self.at, by))

    def sized(self, by: float) -> "Spot":
        """Make a larger or smaller one."""
        return replace(self, at=times(self.at, by), radius=self.radius * by)

    def spans(self) -> tuple[float, float]:
        """Tell that it reaches nowhere that something else does not."""
        return math.inf, 0.0


def between(one: Point, other: Point, share: float) -> Point:
    """Give the point that lies so far on the way from one to another."""
    return Point(*(a + (b - a) * share for a, b in zip(one, other, strict=True)))


def _sheet_light(corners: Sequence[Point]) -> float:
    a, b, c = corners[0], corners[1], corners[2]
    u, v = Point(b.x - a.x, b.y - a.y, b.z - a.z), Point(c.x - a.x, c.y - a.y, c.z - a.z)
    normal = (u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
    towards = 1.0 if normal[2] >= 0 else -1.0
    return lit(*(each * towards for each in normal))
