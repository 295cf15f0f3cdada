"""Things to eat, to give and to light the way."""

import math
from random import Random

from performer.sprites.bodies import shapes
from performer.sprites.bodies.body import Body
from performer.sprites.bodies.shapes import around, star, turns
from performer.sprites.clay import Clay, Spot, Turned
from performer.sprites.molding import ball, both, limb, path
from performer.sprites.plate import BONE, TRIM, Point


def apple(_chance: Random) -> Body:
    """Make an apple."""
    clay = [
        *both([ball(-3.2, 19.2, 0, 7.8, ry=9.4, rz=8.4)]),
        *limb(Point(0, 12, 0), Point(1, 6, 0), 1, paint=BONE, group=2),
        *limb(Point(1.2, 8.4, 0), Point(6.8, 5.4, 0.5), 1.0, 1.8, paint=TRIM, group=3),
    ]
    return Body(clay=tuple(clay))


def cake(_chance: Random) -> Body:
    """Make a cake with a cherry."""
    clay: list[Clay] = [
        Turned(profile=((15, 10.6), (27.4, 10.6), (28.4, 10)), paint=TRIM),
        Turned(profile=((12.6, 9.4), (13.6, 11), (18, 11.2)), group=1),
        ball(0, 10, 0, 2.9, paint=BONE, group=2),
        *limb(Point(0, 8, 0), Point(1.6, 4.6, 0), 0.6, paint=BONE, group=3),
    ]
    for number, angle in enumerate(turns(9)):
        clay.append(ball(*around(angle, 9.6, 18 + number * 7 % 4), 2.0, ry=3, group=1))
    return Body(clay=tuple(clay))


def egg(chance: Random) -> Body:
    """Make an egg with spots."""
    spots: list[Clay] = []
    for _ in range(14):
        angle, up = chance.uniform(0, math.tau), chance.uniform(-0.7, 0.8)
        at = around(angle, 8.6 * math.sqrt(1 - up * up), 17 + up * 11)
        spots.append(Spot(at=at, radius=chance.uniform(1.4, 2.8), paint=TRIM))
    return Body(clay=(Turned(profile=tuple(shapes.egg(4, 25.4, 9.6))),), spots=tuple(spots))


def flower(chance: Random) -> Body:
    """Make a flower."""
    petals = [
        ball(math.sin(angle) * 5.6, 10.6 + math.cos(angle) * 5.6, 0, 3.2, rz=1.8, group=1 + number % 2)
        for number, angle in enumerate(turns(chance.choice((5, 6, 8))))
    ]
    clay = [
        *path([Point(0, 14, -1), Point(0.8, 22, -1), Point(0, 29.4, -1)], 0.9, paint=BONE, group=3),
        *both([ball(3.6, 24.4, -1, 3.2, ry=1.4, rz=1.2, paint=BONE, group=4)]),
        *petals,
        ball(0, 10.6, 1.4, 3.3, rz=2, paint=TRIM, group=5),
    ]
    return Body(clay=tuple(clay))


def bone(_chance: Random) -> Body:
    """Make a bone."""
    knobs = both([ball(2.8, y, 0, 3) for y in (6.4, 25.8)])
    return Body(clay=(*limb(Point(0, 7, 0), Point(0, 25, 0), 2.3), *knobs))


def shining_star(chance: Random) -> Body:
    """Make a star."""
    return Body(clay=(star(16.6, 13.6, chance.uniform(6, 7.2), thick=4, bevel=5),))


def lantern(_chance: Random) -> Body:
    """Make a lantern."""
    clay: list[Clay] = [
        Turned(profile=((11, 5.6), (13, 7), (22, 7), (24, 5.6))),
        Turned(profile=((6, 2), (8, 5), (11.4, 8.2)), paint=BONE, group=2),
        Turned(profile=((23.6, 7.6), (27.6, 8.2)), paint=BONE, group=2),
        *[ball(math.sin(a) * 2.6, 4.4 + math.cos(a) * 2.6, 0, 0.8, paint=BONE, group=3) for a in turns(14)],
    ]
    for angle in turns(6):
        clay += limb(around(angle, 7, 11.5), around(angle, 7, 23.6), 0.6, paint=BONE, group=1)
    return Body(clay=tuple(clay))


def moon(_chance: Random) -> Body:
    """Make a crescent moon."""
    outer = [(math.sin(a) * 12, 16 + math.cos(a) * 12) for a in (n * math.pi / 16 - 0.35 for n in range(20))]
    inner = [
        (math.sin(a) * 9.6 - 4.4, 16 + math.cos(a) * 9.6) for a in (n * math.pi / 16 - 0.2 for n in range(18, 0, -1))
    ]
    return Body(clay=(shapes.slab([(x - 3, y) for x, y in (*outer, *inner)], thick=4, bevel=3.6),))
