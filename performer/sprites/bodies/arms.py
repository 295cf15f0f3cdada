"""Things to fight and to conjure with."""

from random import Random

from performer.sprites.bodies.body import Body
from performer.sprites.bodies.shapes import slab, star
from performer.sprites.clay import Clay
from performer.sprites.molding import ball, both, limb
from performer.sprites.plate import BODY, BONE, TRIM, Point


def sword(chance: Random) -> Body:
    """Make a sword."""
    wide, tip, low = chance.uniform(2.0, 3.2), chance.uniform(1.4, 2.4), chance.uniform(-1.6, 1)
    edge = [(0, tip), (wide, tip + 3.4), (wide, 20), (-wide, 20), (-wide, tip + 3.4)]
    clay: list[Clay] = [
        slab(edge, thick=1.6, bevel=wide + 0.4, paint=BONE),
        *both(limb(Point(-7, 20.4 + low, 0), Point(0, 20.6, 0), 1.3, 1.6, paint=TRIM, group=2)),
        *limb(Point(0, 22, 0), Point(0, 27, 0), 1.3, group=1),
        ball(0, 28.2, 0, 2.0, paint=TRIM, group=2),
    ]
    return Body(clay=tuple(clay))


def axe(chance: Random) -> Body:
    """Make an axe with one blade or two."""
    reach = chance.uniform(8.5, 11)
    edge = [(1.0, 6.0), (reach - 3, 3.0), (reach, 8.5), (reach - 3, 15.0), (1.0, 11.5)]
    blade = slab(edge, thick=2, bevel=2.4, paint=BONE, group=2)
    clay = [
        *(both([blade]) if chance.random() < 0.6 else [blade]),
        *limb(Point(0, 3.5, 0), Point(0, 29, 0), 1.2, paint=TRIM, group=1),
        ball(0, 3, 0, 1.5, paint=BODY, group=3),
    ]
    return Body(clay=tuple(clay))


def hammer(chance: Random) -> Body:
    """Make a hammer."""
    wide = chance.uniform(7.5, 9.5)
    clay: list[Clay] = [
        slab([(-wide, 4), (wide, 4), (wide, 13), (-wide, 13)], thick=8, bevel=1.8, paint=BONE, group=2),
        *limb(Point(0, 13, 0), Point(0, 29, 0), 1.5, paint=TRIM, group=1),
        *both([ball(wide, 8.5, 0, 1.6, ry=4.4, rz=3.8, group=3)]),
    ]
    return Body(clay=tuple(clay))


def wand(chance: Random) -> Body:
    """Make a magic wand: with a star, or a ball in a claw."""
    claw = limb(Point(3.4, 13, 0), Point(4.8, 7, 0), 0.9, paint=TRIM, group=2)
    orb = [ball(0, 8, 0, 4.6), *both(claw)]
    top = [star(8, 7, 3.3)] if chance.random() < 0.6 else orb
    stick = limb(Point(0, 13, 0), Point(0, 29.4, 0), 1.2, 1.0, paint=TRIM, group=1)
    collar = limb(Point(0, 13, 0), Point(0, 14.5, 0), 1.8, paint=BONE, group=3)
    return Body(clay=(*top, *stick, *collar))


def shield(chance: Random) -> Body:
    """Make a shield with a cross or a star."""
    edge = [(-10, 4), (0, 2.6), (10, 4), (10, 15), (7.4, 22), (0, 29), (-7.4, 22), (-10, 15)]
    inner = [(x * 0.78, 15 + (y - 15) * 0.8) for x, y in edge]
    upright = slab([(-1.5, 6), (1.5, 6), (1.5, 25), (-1.5, 25)], thick=1, bevel=0, z=2.4, paint=TRIM, group=1)
    across = slab([(-7.4, 11), (7.4, 11), (7.4, 14), (-7.4, 14)], thick=1, bevel=0, z=2.4, paint=TRIM, group=1)
    sign = [upright, across] if chance.random() < 0.5 else [star(14, 5.6, 2.6, z=2.4, paint=TRIM, group=2)]
    face = slab(inner, thick=2.6, bevel=1.4, z=0.7, group=1)
    return Body(clay=(slab(edge, thick=2, bevel=2.4, paint=BONE), face, *sign))


def bomb(_chance: Random) -> Body:
    """Make a bomb with a burning fuse."""
    from_, to = Point(2, 6, 0), Point(7.6, 6, 0)
    clay = [
        ball(0, 19.4, 0, 10),
        *limb(Point(0, 11, 0), Point(0, 9, 0), 3.2, group=1),
        *limb(Point(0, 9, 0), from_, 0.8, paint=BONE, group=2),
        *limb(from_, to, 0.8, paint=BONE, group=2),
        ball(8.4, 6.4, 0, 2.3, paint=TRIM, group=3),
    ]
    return Body(clay=tuple(clay))
