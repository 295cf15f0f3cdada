"""Markings: bellies, spots and stripes, painted upon what is there; and the spikes of a back."""

import math
from random import Random
from typing import assert_never

from performer.sprites.bodies.body import EXTRA
from performer.sprites.bodies.traits import Traits
from performer.sprites.clay import Clay, Spot
from performer.sprites.molding import limb
from performer.sprites.plate import BONE, TRIM, Point

_COUNT = 9


def belly(traits: Traits, middle: Point, wide: float, high: float) -> list[Clay]:
    """Paint a belly, if there is one."""
    if not traits.has_belly:
        return []
    at = Point(middle.x, middle.y + high * 0.2, middle.z + wide)
    return [Spot(at=at, radius=high * 0.78, paint=TRIM)]


def pattern(traits: Traits, chance: Random, middle: Point, radii: Point) -> list[Clay]:
    """Paint the pattern of a coat onto an egg of these radii."""
    match traits.pattern:
        case "none":
            return []
        case "back":
            at = Point(middle.x, middle.y - radii.y * 0.7, middle.z - radii.z * 0.7)
            return [Spot(at=at, radius=max(radii.y, radii.z) * 0.85, paint=TRIM)]
        case "stripes":
            return _stripes(middle, radii)
        case "spots":
            return _spots(chance, middle, radii)
        case _:
            assert_never(traits.pattern)


def spikes(*roots: Point) -> list[Clay]:
    """Make the spikes of a back."""
    tips = (Point(root.x, root.y - 1.8, root.z - 1.8) for root in roots)
    return [
        each
        for root, tip in zip(roots, tips, strict=True)
        for each in limb(root, tip, 1.3, 0.3, paint=BONE, group=EXTRA)
    ]


def _stripes(middle: Point, radii: Point) -> list[Clay]:
    return [
        Spot(
            at=Point(side * radii.x * 0.8, middle.y - radii.y * 0.75, middle.z + radii.z * share),
            radius=1.6,
            paint=TRIM,
        )
        for share in (-0.75, -0.35, 0.05, 0.45)
        for side in (-1, 0, 1)
    ]


def _spots(chance: Random, middle: Point, radii: Point) -> list[Clay]:
    found: list[Clay] = []
    for _ in range(_COUNT):
        up, angle = chance.uniform(-0.85, 0.3), chance.uniform(0, math.tau)
        flat = math.sqrt(1 - up * up)
        at = Point(
            middle.x + math.sin(angle) * radii.x * flat,
            middle.y + up * radii.y,
            middle.z + math.cos(angle) * radii.z * flat,
        )
        found.append(Spot(at=at, radius=chance.uniform(1.2, 2.3), paint=TRIM))
    return found
