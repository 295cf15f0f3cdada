"""The plate: where a sprite comes to be, pixel by pixel: what lies nearest to the eye, its paint and its light."""

import math
from array import array
from collections.abc import Iterator
from typing import Final, NamedTuple

Paint = int
"""Which of the palette's ramps."""
BODY: Final[Paint] = 0
TRIM: Final[Paint] = 1
"""Belly, ears' insides, hilts."""
BONE: Final[Paint] = 2
"""Horns, beaks, claws, blades, glass."""
TONES: Final = 4
"""Of a ramp, from shadow to shine."""
OUTLINE: Final = TONES
"""The darkest of a ramp: it surrounds all, and parts what stands before what."""
RAMP: Final = TONES + 1
WHITE_PAINT: Final[Paint] = 3
"""No ramp: one white, whatever the light."""
WHITE: Final = 3 * RAMP
BLACK: Final = WHITE + 1
BLUSH: Final = WHITE + 2
CLOTH: Final[Paint] = 4
"""Hats, capes, hilts."""
METAL: Final[Paint] = 5
"""Crowns, blades, shields."""
INKS: Final = 6 * RAMP
NOTHING: Final = -1

_SUN: Final = (-0.46, -0.72, 0.52)
"""Where the one light stands: left, above and before it."""
_FAR: Final = -1e9
_IN_FRONT: Final = 1.6
"""How much nearer something is, in units, that has a line around it where it covers what belongs to something else."""
UNITS: Final = 32
"""What all bodies are measured in, whatever the number of pixels."""


class Point(NamedTuple):
    """A point: to the right, down, and towards the eye, in units; the middle of the ground plan is 0."""

    x: float
    y: float
    z: float = 0.0


ORIGIN: Final = Point(0, 0, 0)


def plus(one: Point, other: Point) -> Point:
    """Add two points."""
    return Point(one.x + other.x, one.y + other.y, one.z + other.z)


def times(point: Point, by: float) -> Point:
    """Stretch a point's way from the middle."""
    return Point(point.x * by, point.y * by, point.z * by)


class Turn:
    """A turn about the upright, in degrees: 0 faces us, 90 looks to the right, 180 away."""

    def __init__(self, degrees: float) -> None:
        self.cos = math.cos(math.radians(degrees))
        self.sin = math.sin(math.radians(degrees))

    def of(self, point: Point) -> Point:
        """Turn a point, or a direction."""
        x, y, z = point
        return Point(x * self.cos + z * self.sin, y, z * self.cos - x * self.sin)

    def across(self, x: float, z: float) -> float:
        """Tell how wide a ball looks that is so wide and so deep."""
        return math.hypot(x * self.cos, z * self.sin)

    def along(self, x: float, z: float) -> float:
        """Tell how deep it looks."""
        return math.hypot(x * self.sin, z * self.cos)


class Plate:
    """A square of pixels.

    Args:
        pixels: Of each side.
    """

    def __init__(self, pixels: int) -> None:
        self.pixels = pixels
        self.scale = pixels / UNITS
        """Pixels of a unit."""
        count = pixels * pixels
        self.inks = array("h", [NOTHING]) * count
        """What is seen: a paint and its tone, or nothing."""
        self._depths = array("d", [_FAR]) * count
        self._groups = array("h", [NOTHING]) * count

    def dot(self, x: int, y: int, z: float, paint: Paint, light: float, group: int) -> None:
        """Put a pixel of a surface there, unless something is nearer.

        Args:
            x: Its column.
            y: Its row.
            z: How near it is, in units.
            paint: Its paint.
            light: How much it looks to the sun, -1 to 1.
            group: What it belongs to.
        """
        if not (0 <= x < self.pixels and 0 <= y < self.pixels):
            return
        at = y * self.pixels + x
        if z > self._depths[at]:
            self._depths[at] = z
            self.inks[at] = paint * RAMP + _tone(light)
            self._groups[at] = group

    def where(self, point: Point) -> tuple[float, float]:
        """Tell the column and the row of a point, with their fractions."""
        return self.pixels / 2 + point.x * self.scale, point.y * self.scale

    def repaint(self, x: int, y: int, nearest: float, farthest: float, paint: Paint, of: Paint) -> None:
        """Give a pixel of a paint that lies within a depth another paint, and leave its tone."""
        if not (0 <= x < self.pixels and 0 <= y < self.pixels):
            return
        at = y * self.pixels + x
        if self.inks[at] // RAMP == of and self.inks[at] != NOTHING and farthest <= self._depths[at] <= nearest:
            self.inks[at] = WHITE if paint == WHITE_PAINT else paint * RAMP + self.inks[at] % RAMP

    def depth(self, x: int, y: int) -> float:
        """Tell how near what is seen there is; far away where there is nothing."""
        return self._depths[y * self.pixels + x] if 0 <= x < self.pixels and 0 <= y < self.pixels else _FAR

    def ink(self, x: int, y: int, ink: int) -> None:
        """Write an ink over a pixel on which there is something."""
        if 0 <= x < self.pixels and 0 <= y < self.pixels and self.inks[y * self.pixels + x] != NOTHING:
            self.inks[y * self.pixels + x] = ink

    def contour(self) -> None:
        """Draw a line around all there is, and around what stands clearly before something else."""
        before = array("h", self.inks)
        for at in range(len(before)):
            for beside in self._beside(at):
                if before[beside] != NOTHING and (before[at] == NOTHING or self._covers(beside, at)):
                    around = before[beside] if before[at] == NOTHING else before[at]
                    self.inks[at] = around // RAMP * RAMP + OUTLINE
                    break

    def _covers(self, one: int, other: int) -> bool:
        return self._depths[one] - self._depths[other] > _IN_FRONT and self._groups[one] != self._groups[other]

    def _beside(self, at: int) -> Iterator[int]:
        x = at % self.pixels
        if at >= self.pixels:
            yield at - self.pixels
        if x:
            yield at - 1
        if x < self.pixels - 1:
            yield at + 1
        if at < len(self.inks) - self.pixels:
            yield at + self.pixels


def lit(x: float, y: float, z: float) -> float:
    """Tell how much a surface looks to the sun, by its normal of any length."""
    length = math.sqrt(x * x + y * y + z * z) or 1.0
    return (x * _SUN[0] + y * _SUN[1] + z * _SUN[2]) / length


def _tone(light: float) -> int:
    if light > 0.93:
        return 3
    if light > 0.62:
        return 2
    return 1 if light > 0.02 else 0
