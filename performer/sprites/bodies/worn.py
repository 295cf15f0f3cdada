"""Worn: what a creature has put on or holds: hats, crowns, bows, capes, swords, wands, shields."""

import math
from typing import assert_never

from performer.sprites.bodies.body import HELD, WORN
from performer.sprites.bodies.traits import Hat, Held, Traits
from performer.sprites.clay import Clay, Flap, Turned
from performer.sprites.molding import ball, both, limb
from performer.sprites.plate import CLOTH, METAL, Point, plus
from performer.sprites.slab import Slab


def on_top(traits: Traits, middle: Point, r: float) -> list[Clay]:
    """Make what is worn on a head."""
    if traits.has_bulges:
        middle = plus(middle, Point(0, -r * 0.4, 0))
    return [
        *(crown(middle, r) if traits.has_crown else ()),
        *hat(traits.hat, middle, r),
        *(_bow(middle, r) if traits.has_bow else ()),
    ]


def gear(
    traits: Traits, *, hands: tuple[Point, Point], nape: Point, wide: float, low: float = 28.6, sway: float = 0.0
) -> list[Clay]:
    """Make what is held, and what hangs from the shoulders.

    Args:
        traits: Whose.
        hands: The right one, which is on our left, and the left one; beside the body where there are none.
        nape: Where a cape begins, behind the body.
        wide: How far the shoulders are from the middle.
        low: How far down a cape reaches.
        sway: How far it swings, -1 to 1.
    """
    right, left = hands
    return [
        *(_cape(nape, wide, low, sway) if traits.has_cape else ()),
        *held(traits.held, right),
        *(_shield(left) if traits.has_shield else ()),
    ]


def beside(x: float, y: float, z: float) -> tuple[Point, Point]:
    """Give the places of hands to what has none."""
    return Point(-x, y, z), Point(x, y, z)


def hat(kind: Hat, middle: Point, r: float) -> list[Clay]:
    """Make a hat."""
    y, at = middle.y - r * 0.56, middle._replace(y=0)
    brim = Turned(
        profile=((y - 0.9, r * 0.8), (y + 0.1, r * 1.06), (y + 0.9, r * 1.02)), at=at, paint=CLOTH, group=WORN
    )
    match kind:
        case "none":
            return []
        case "pointed":
            tip = Point(middle.x + r * 0.14, y - r * 1.5, middle.z - r * 0.1)
            cone = limb(middle._replace(y=y - r * 0.25), tip, r * 0.62, 0.7, paint=CLOTH, group=WORN)
            return [*cone, _band(at, y, r * 0.7), brim]
        case "top":
            tube = Turned(profile=((y - r * 1.15, r * 0.66), (y, r * 0.62)), at=at, paint=CLOTH, group=WORN)
            return [tube, _band(at, y, r * 0.68), brim]
        case _:
            assert_never(kind)


def crown(middle: Point, r: float) -> list[Clay]:
    """Make a crown."""
    y, wide = middle.y - r * 0.72, r * 0.58
    band = Turned(profile=((y - 2.2, wide), (y + 0.6, wide)), at=middle._replace(y=0), paint=METAL, group=WORN)
    around = [(math.sin(a) * wide * 0.9, math.cos(a) * wide * 0.9) for a in (0, 1.26, 2.51, 3.77, 5.03)]
    spikes = [
        each
        for dx, dz in around
        for each in limb(
            Point(middle.x + dx, y - 2, middle.z + dz),
            Point(middle.x + dx, y - 4.6, middle.z + dz),
            0.9,
            0.5,
            paint=METAL,
            group=WORN,
        )
    ]
    return [band, *spikes]


def held(kind: Held, hand: Point) -> list[Clay]:
    """Make what a hand holds upright."""
    foot, grip = plus(hand, Point(0, 1.8, 0.8)), plus(hand, Point(0, -1.2, 0.8))
    match kind:
        case "none":
            return []
        case "sword":
            outline = ((0.0, -11.4), (1.5, -9.2), (1.5, 0.0), (-1.5, 0.0), (-1.5, -9.2))
            return [
                Slab(outline=outline, at=grip, thick=1.4, bevel=1.4, paint=METAL, group=HELD),
                *limb(plus(grip, Point(-2.8, 0, 0)), plus(grip, Point(2.8, 0, 0)), 0.8, paint=CLOTH, group=HELD),
                *limb(grip, foot, 0.8, paint=CLOTH, group=HELD),
            ]
        case "wand":
            tip = plus(grip, Point(0, -6.4, 0))
            stick = limb(foot, tip, 0.8, paint=CLOTH, group=HELD)
            return [*stick, ball(*tip, 2.2, paint=METAL, group=HELD)]
        case _:
            assert_never(kind)


def _band(at: Point, y: float, wide: float) -> Clay:
    return Turned(profile=((y - 2.6, wide), (y - 0.8, wide * 1.06)), at=at, paint=METAL, group=WORN)


def _bow(middle: Point, r: float) -> list[Clay]:
    knot = Point(middle.x, middle.y - r * 0.86, middle.z + r * 0.4)
    loops = both([ball(2.2, knot.y, knot.z, 1.7, ry=1.4, rz=1.2, paint=CLOTH, group=WORN)])
    ends = both([ball(3.9, knot.y, knot.z, 1.5, ry=2.4, rz=1.2, paint=CLOTH, group=WORN)])
    return [*loops, *ends, ball(*plus(knot, Point(0, 0, 0.8)), 1.0, paint=METAL, group=WORN)]


def _shield(hand: Point) -> list[Clay]:
    at = plus(hand, Point(0.6, -0.6, 2.0))
    rim = ((-3.8, -4.6), (0.0, -5.2), (3.8, -4.6), (3.8, 0.6), (2.6, 3.8), (0.0, 5.8), (-2.6, 3.8), (-3.8, 0.6))
    inner = tuple((x * 0.62, y * 0.62) for x, y in rim)
    return [
        Slab(outline=rim, at=at, thick=1.6, bevel=1.2, paint=METAL, group=HELD),
        Slab(outline=inner, at=plus(at, Point(0, 0, 1.0)), thick=0.8, bevel=0, paint=CLOTH, group=HELD),
    ]


def _cape(nape: Point, wide: float, low: float, sway: float) -> list[Clay]:
    """Make a cape of two sheets, so that it has a thickness seen from the side."""
    hem = wide * 1.7
    sheets: list[Clay] = []
    for deep in (0.0, -1.0):
        top, bottom = nape.z + deep, nape.z + deep - 2 - sway * 0.6
        corners = (
            Point(-wide, nape.y, top),
            Point(wide, nape.y, top),
            Point(hem, low, bottom),
            Point(-hem, low, bottom),
        )
        sheets.append(Flap(corners=corners, paint=CLOTH, group=WORN))
    return sheets
