"""Things to find and to keep."""

import math
from itertools import pairwise
from random import Random

from performer.sprites.bodies import shapes
from performer.sprites.bodies.body import Body
from performer.sprites.bodies.shapes import around, box, disc, slab, star, turns
from performer.sprites.clay import Ball, Clay, Flap, Spot, Turned
from performer.sprites.molding import ball, both, limb
from performer.sprites.plate import BODY, BONE, TRIM, Point


def key(chance: Random) -> Body:
    """Make a key."""
    ring = [ball(math.sin(angle) * 5.4, 8.4 + math.cos(angle) * 5.4, 0, 1.9) for angle in turns(26)]
    long, short = chance.uniform(4.5, 6.5), chance.uniform(3, 5)
    clay = [
        *ring,
        *limb(Point(0, 14, 0), Point(0, 28.4, 0), 1.5),
        *limb(Point(0, 27.6, 0), Point(long, 27.6, 0), 1.2),
        *limb(Point(0, 23.6, 0), Point(short, 23.6, 0), 1.2),
        ball(0, 8.4, 0, 1.9, paint=TRIM, group=2),
    ]
    return Body(clay=tuple(clay))


def coin(chance: Random) -> Body:
    """Make a coin with the same sign on both sides."""
    bar = slab([(-1.8, 10), (1.8, 10), (1.8, 22), (-1.8, 22)], thick=0.9, bevel=0.8, z=1.5, paint=TRIM, group=2)
    sign = star(16, 6.6, 3, z=1.5, thick=0.9, paint=TRIM, group=2) if chance.random() < 0.5 else bar
    rim = [ball(math.sin(angle) * 11, 16 + math.cos(angle) * 11, 0, 1.7, rz=2.2, group=1) for angle in turns(40)]
    return Body(clay=(slab(disc(16, 10.6), thick=2.4, bevel=0), *rim, sign, sign.moved(Point(0, 0, -3))))


def heart(chance: Random) -> Body:
    """Make a heart."""
    size = chance.uniform(0.74, 0.8)
    outline = []
    for angle in turns(28):
        down = 13 * math.cos(angle) - 5 * math.cos(2 * angle) - 2 * math.cos(3 * angle) - math.cos(4 * angle)
        outline.append((16 * math.sin(angle) ** 3 * size, 15.4 - down * size))
    return Body(clay=(slab(outline, thick=7, bevel=5.6),))


def gem(chance: Random) -> Body:
    """Make a cut stone."""
    top, wide, girdle = chance.uniform(4, 6), chance.uniform(9.5, 11.5), chance.uniform(10.5, 12.5)
    summit, foot = Point(0, top, 0), Point(0, 28.5, 0)
    clay: list[Clay] = []
    for one, other in zip(turns(8, begin=0.5), turns(8, begin=1.5), strict=True):
        a, b = (around(angle, wide * 0.55, top) for angle in (one, other))
        c, d = (around(angle, wide, girdle) for angle in (one, other))
        clay += [Flap(corners=(summit, a, b)), Flap(corners=(a, b, d, c)), Flap(corners=(c, d, foot))]
    return Body(clay=tuple(clay))


def crown(chance: Random) -> Body:
    """Make a crown with stones."""
    points = chance.choice((5, 6))
    clay: list[Clay] = [Turned(profile=((18, 10.2), (26.5, 10.6)))]
    for angle in turns(points):
        clay += limb(around(angle, 9.4, 20), around(angle, 10.4, 8.6), 2.8, 0.7)
        clay.append(ball(*around(angle, 10.4, 7.4), 1.7, paint=BONE, group=3))
    stones = [Spot(at=around(angle, 10.4, 22.4), radius=2.1, paint=TRIM) for angle in turns(2 * points)]
    return Body(clay=tuple(clay), spots=tuple(stones))


def ring(_chance: Random) -> Body:
    """Make a ring with a stone."""
    band = [ball(math.sin(angle) * 8, 20.4 + math.cos(angle) * 8, 0, 1.9) for angle in turns(36)]
    claws = both(limb(Point(2.6, 12.4, 0), Point(3.8, 9.4, 0), 1, group=1))
    return Body(clay=(*band, ball(0, 8.2, 0, 4.6, ry=4.2, paint=TRIM, group=2), *claws))


def chest(_chance: Random) -> Body:
    """Make a treasure chest."""
    middle = Point(0, 21.8, 0)
    clay: list[Clay] = [
        box(middle, 10.6, 6.2, 14.4, round_by=0),
        *limb(Point(-6, 13, 0), Point(6, 13, 0), 6.8, group=1),
        *[
            slab([(left, 7), (left + 9, 7), (left + 9, 14), (left, 14)], thick=11, bevel=2, group=1)
            for left in (-10.6, 1.6)
        ],
        *[box(Point(x, 21.8, 0), 1.5, 6.3, 15, paint=BONE, round_by=0) for x in (-8.6, 8.6)],
        box(Point(0, 15, 0), 11.2, 1.2, 15.6, paint=BONE, group=2, round_by=0),
        slab([(-2.2, 13.5), (2.2, 13.5), (2.2, 19.5), (-2.2, 19.5)], thick=1.4, bevel=1.2, z=8.4, paint=TRIM, group=3),
    ]
    return Body(clay=tuple(clay))


def book(chance: Random) -> Body:
    """Make a book with a sign on its cover."""
    cover = [(-9.4, 4), (9.4, 4), (9.4, 28), (-9.4, 28)]
    pages = [(-8, 5.2), (9, 5.2), (9, 26.8), (-8, 26.8)]
    plate = slab([(-4, 11), (4, 11), (4, 19), (-4, 19)], thick=0.8, bevel=1, z=3.4, paint=BONE, group=2)
    sign = star(15, 5, 2.4, z=3.4, thick=0.8, paint=BONE, group=2) if chance.random() < 0.5 else plate
    clay: list[Clay] = [
        slab(cover, thick=1.6, bevel=1.2, z=2.2, paint=BODY),
        slab(cover, thick=1.6, bevel=1.2, z=-2.2, paint=BODY),
        slab(pages, thick=3.6, bevel=0, paint=TRIM),
        *limb(Point(-9.4, 5, 0), Point(-9.4, 27, 0), 2.4, group=1),
        sign,
    ]
    return Body(clay=tuple(clay))


def scroll(chance: Random) -> Body:
    """Make a scroll with some lines on it."""
    clay: list[Clay] = [slab([(-8.4, 6), (8.4, 6), (8.4, 26), (-8.4, 26)], thick=1.2, bevel=0)]
    for y in (5.4, 26.4):
        clay += limb(Point(-9.4, y, 0.8), Point(9.4, y, 0.8), 2.5, group=1)
        clay += [ball(x, y, 0.8, 1.5, paint=TRIM, group=2) for x in (-11.6, 11.6)]
    for y in (10.0, 13.0, 16.0, 19.0):
        end = chance.uniform(0, 6)
        clay.append(slab([(-6, y), (end, y), (end, y + 1), (-6, y + 1)], thick=0.5, bevel=0, z=1, paint=TRIM))
    return Body(clay=tuple(clay))


def potion(chance: Random) -> Body:
    """Make a bottle of something that bubbles."""
    wide, neck = chance.uniform(8.4, 10), chance.uniform(2.6, 3.4)
    glass = [(y, max(r, neck)) for y, r in shapes.egg(13.6, 15.6, wide)]
    clay: list[Clay] = [
        Turned(profile=((8.5, neck), *glass), group=1),
        Turned(profile=((7.2, neck + 1), (8.8, neck + 1)), paint=BONE, group=2),
        Turned(profile=((3.6, neck - 0.4), (7.4, neck - 0.4)), paint=TRIM, group=3),
    ]
    bubbles: list[Clay] = [
        Spot(at=around(angle, wide * 0.86, y), radius=r, paint=BONE)
        for angle, y, r in ((0.5, 24.5, 1.3), (-0.3, 21, 1.0), (2.2, 23, 1.3), (3.6, 20.5, 1.1), (5, 25, 1.2))
    ]
    return Body(clay=tuple(clay), spots=tuple(bubbles))


def hat(chance: Random) -> Body:
    """Make a wizard's hat or a top hat."""
    return _pointed_hat(chance) if chance.random() < 0.55 else _top_hat()


def _pointed_hat(chance: Random) -> Body:
    bend = chance.uniform(-4, 4)
    spine = ((0.0, 20.0, 7.2), (0.0, 16.0, 5.4), (bend * 0.4, 9.0, 3.0), (bend, 4.4, 0.9))
    cone: list[Ball] = []
    for (x0, y0, r0), (x1, y1, r1) in pairwise(spine):
        cone += limb(Point(x0, y0, 0), Point(x1, y1, 0), r0, r1)
    brim = Turned(profile=((23.6, 9), (25, 13.6), (26.6, 13.2)), group=1)
    band = Turned(profile=((20.5, 8.3), (24, 9)), paint=TRIM, group=2)
    dots: list[Clay] = [
        Spot(at=around(angle, r, y), radius=1.5, paint=BONE) for angle, r, y in ((0.4, 5, 14), (5.9, 6, 18), (3, 5, 16))
    ]
    return Body(clay=(*cone, brim, band), spots=tuple(dots))


def _top_hat() -> Body:
    tube = Turned(profile=((5, 7.4), (6, 8.4), (24, 7.6)))
    band = Turned(profile=((18.5, 8.2), (23, 8.2)), paint=TRIM, group=2)
    return Body(clay=(tube, band, Turned(profile=((23, 9), (25, 13.2), (27, 12.6)), group=1)))
