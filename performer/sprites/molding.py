"""Molding: clay put together to limbs, tails and pairs."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from performer.sprites.clay import Ball, Clay, Flap, Spot, Turned, between
from performer.sprites.plate import BODY, Paint, Point
from performer.sprites.slab import Slab


def ball(
    x: float, y: float, z: float, r: float, *, ry: float = 0, rz: float = 0, paint: Paint = BODY, group: int = 0
) -> Ball:
    """Make a ball; an egg, where it is not as high or as deep as it is wide."""
    return Ball(at=Point(x, y, z), radii=Point(r, ry or r, rz or r), paint=paint, group=group)


def limb(one: Point, other: Point, r: float, r_end: float = 0, *, paint: Paint = BODY, group: int = 0) -> list[Ball]:
    """Make an arm, a leg, a horn: balls from a point to another that may become smaller."""
    count = max(math.ceil(math.dist(one, other) / 0.9), 1)
    balls = []
    for step in range(count + 1):
        share = step / count
        radius = r + ((r_end or r) - r) * share
        balls.append(Ball(at=between(one, other, share), radii=Point(radius, radius, radius), paint=paint, group=group))
    return balls


def path(points: Sequence[Point], r: float, r_end: float = 0, *, paint: Paint = BODY, group: int = 0) -> list[Ball]:
    """Make something bent, such as a tail, through some points."""
    balls: list[Ball] = []
    last = max(len(points) - 1, 1)
    for number, (one, other) in enumerate(pairwise(points)):
        begin, end = (r + ((r_end or r) - r) * share / last for share in (number, number + 1))
        balls += limb(one, other, begin, end, paint=paint, group=group)
    return balls


def both(pieces: Iterable[Clay]) -> list[Clay]:
    """Make the same on the other side as well."""
    kept = list(pieces)
    return [*kept, *(_mirrored(each) for each in kept)]


def shifted(pieces: Iterable[Clay], by: Point) -> list[Clay]:
    """Move all pieces."""
    return [each.moved(by) for each in pieces]


def _mirrored(piece: Clay) -> Clay:
    match piece:
        case Ball(at=at) | Spot(at=at) | Turned(at=at):
            return replace(piece, at=_flip(at))
        case Flap(corners=corners):
            return replace(piece, corners=tuple(map(_flip, corners)))
        case Slab(at=at, outline=outline):
            return replace(piece, at=_flip(at), outline=tuple((-x, y) for x, y in outline))
        case _:
            raise TypeError(f"{type(piece).__name__} has no other side.")


def _flip(point: Point) -> Point:
    return point._replace(x=-point.x)
