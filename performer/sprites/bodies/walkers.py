"""The plans of what walks: on two legs, on four, as a bird, as a mushroom, as a robot."""

import math
from random import Random

from performer.sprites.bodies import shapes
from performer.sprites.bodies.backs import tail, wings
from performer.sprites.bodies.body import EXTRA, HEAD, LIMB, NEAR, Body, Pace
from performer.sprites.bodies.heads import face_of, on_head
from performer.sprites.bodies.markings import belly, pattern, spikes
from performer.sprites.bodies.traits import Traits
from performer.sprites.bodies.worn import beside, gear, on_top
from performer.sprites.clay import Clay, Spot, Turned
from performer.sprites.face import Face
from performer.sprites.molding import ball, both, limb
from performer.sprites.plate import BODY, BONE, TRIM, Paint, Point

_SIDES = (-1, 1)


def biped(traits: Traits, chance: Random, pace: Pace) -> Body:
    """Build something that walks on two legs, with a large head."""
    bob = -abs(pace.swing())
    r, stout = 7.4 + 1.4 * traits.headed, 4.6 + 2.2 * traits.plump
    head, chest = Point(0, 12.6 + bob, 0.4), Point(0, 22.4 + bob, 0)
    clay: list[Clay] = [
        ball(*head, r, ry=r * 0.9, rz=r * 0.92, group=HEAD),
        ball(*chest, stout, ry=5.8, rz=stout * 0.86),
        *on_head(traits, head, r, pace.swing() * 0.6),
        *tail(traits.tail, Point(0, 25 + bob, -stout * 0.7), pace.swing(), 0.85),
        *wings(traits.wings, Point(1.5, 20 + bob, -stout * 0.9), pace.swing(0.25), 1.05),
    ]
    hands: list[Point] = []
    for side in _SIDES:
        swing = pace.swing(0.25 * (1 + side))
        clay += _leg(Point(side * stout * 0.54, 26 + bob, 0), pace, 0.25 * (1 + side), thick=2.1, reach=3.4)
        hand = Point(side * (stout + 2.2), 24 + bob, 1 - swing * 3)
        clay += limb(Point(side * stout * 0.86, 19.6 + bob, 0), hand, 1.7, 1.6, group=NEAR)
        hands.append(hand)
    collar = Point(0, 17.6 + bob, -stout * 0.9)
    clay += gear(traits, hands=(hands[0], hands[1]), nape=collar, wide=stout, low=28.4, sway=pace.swing())
    if traits.has_spikes:
        nape = [Point(0, head.y - r * 0.8, -r * 0.5), Point(0, head.y, -r * 0.95)]
        clay += spikes(*nape, Point(0, 20 + bob, -stout * 0.9), Point(0, 24 + bob, -stout))
    coat = [*belly(traits, chest, stout, 5.8), *pattern(traits, chance, head, Point(r, r, r))]
    return Body(clay=tuple(clay), spots=tuple(coat), face=face_of(traits, head, r, deep=0.92))


def quadruped(traits: Traits, chance: Random, pace: Pace) -> Body:
    """Build something that walks on four legs."""
    bob = -abs(pace.swing()) * 0.7
    r, stout = 5.8 + 1.2 * traits.headed, 4.8 + 2.0 * traits.plump
    trunk, head = Point(0, 21 + bob, -2.5), Point(0, 13.6 + bob - pace.swing(0.1) * 0.4, 6.4)
    clay: list[Clay] = [
        ball(*trunk, stout, ry=stout * 0.94, rz=8.2),
        ball(0, 18.6 + bob, 3, stout * 0.84, ry=5, rz=4.4),
        ball(*head, r, ry=r * 0.92, rz=r * 0.92, group=HEAD),
        *on_head(traits, head, r, pace.swing() * 0.5),
        *tail(traits.tail, Point(0, 19 + bob, -9.0), pace.swing(), 0.75),
        *wings(traits.wings, Point(stout * 0.5, 16.5 + bob, -2), pace.swing(0.25), 0.95),
        *(_mane(head, r) if traits.has_mane else ()),
        *gear(traits, hands=beside(stout + 2, 21 + bob, 4), nape=Point(0, 14.6 + bob, -2), wide=stout * 0.8, low=24),
    ]
    for side in _SIDES:
        clay += _leg(Point(side * stout * 0.56, 24 + bob, 3.2), pace, 0.25 * (1 + side), thick=1.8, reach=2.6)
        behind = Point(side * stout * 0.56, 24 + bob, -7.6)
        clay += _leg(behind, pace, 0.25 * (1 + side) + 0.5, thick=1.8, reach=2.6, group=NEAR)
    if traits.has_spikes:
        clay += spikes(*(Point(0, 16.2 + bob, z) for z in (0.5, -3, -6.5)))
    coat = pattern(traits, chance, trunk, Point(stout, stout, 8.2))
    return Body(clay=tuple(clay), spots=tuple(coat), face=face_of(traits, head, r, deep=0.92))


def bird(traits: Traits, chance: Random, pace: Pace) -> Body:
    """Build something round with wings, two feet and a beak."""
    bob, flutter = -abs(pace.swing()) * 0.9, abs(pace.swing())
    wide, r = 7 + 1.6 * traits.plump, 6.2 + 1.2 * traits.headed
    trunk, head = Point(0, 20.4 + bob, -0.6), Point(0, 12 + bob, 1.6)
    clay: list[Clay] = [
        ball(*trunk, wide, ry=7.6, rz=wide * 0.95),
        ball(*head, r),
        *on_head(traits, head, r),
        *both(limb(Point(0.8, 23 + bob, -wide * 0.8), Point(1.6, 22 + bob, -wide * 1.35), 1.7, 1, group=EXTRA)),
    ]
    for side in _SIDES:
        swing, lift = pace.swing(0.25 * (1 + side)), pace.lift(0.25 * (1 + side))
        foot = Point(side * 3.2, 29.3 - lift * 1.6, swing * 2.6 + 1)
        clay.append(ball(*foot, 1.9, ry=1.0, rz=2.4, paint=BONE, group=LIMB))
        clay += limb(Point(foot.x, 27 + bob, 0), foot, 0.8, paint=BONE, group=LIMB)
        tip = Point(side * (wide + 1.6 + flutter * 1.6), 23.4 + bob - flutter * 2.4, -2.4)
        clay += limb(Point(side * wide * 0.86, 18 + bob, -0.4), tip, 2.9, 1.5, group=NEAR)
    nape = Point(0, 15.6 + bob, -wide * 0.75)
    clay += gear(traits, hands=beside(wide + 2, 24 + bob, 2), nape=nape, wide=wide * 0.7, low=27.4, sway=flutter)
    coat = [*belly(traits, trunk, wide, 7.6), *pattern(traits, chance, trunk, Point(wide, 7.6, wide))]
    return Body(clay=tuple(clay), spots=tuple(coat), face=face_of(traits, head, r, low=0.0))


def toadstool(traits: Traits, chance: Random, pace: Pace) -> Body:
    """Build a mushroom that walks."""
    bob, wide = -abs(pace.swing()) * 0.8, 11.5 + traits.plump
    top = 4 + bob
    cap = (*shapes.dome(top, 10.4, wide)[:-1], (15.2 + bob, wide * 0.92), (16 + bob, wide * 0.7))
    stem = ((13 + bob, 6.2), (20 + bob, 6.6), (26 + bob, 6.9), (28 + bob, 5.2))
    clay: list[Clay] = [
        Turned(profile=cap, group=EXTRA),
        Turned(profile=stem, paint=TRIM, group=HEAD),
        *on_top(traits, Point(0, 10 + bob, 0), 8),
        *wings(traits.wings, Point(6, 20 + bob, -3), pace.swing(), 0.8),
        *gear(traits, hands=beside(9, 24 + bob, 3), nape=Point(0, 17 + bob, -6.5), wide=6, low=28, sway=pace.swing()),
    ]
    for side in _SIDES:
        lift, swing = pace.lift(0.25 * (1 + side)), pace.swing(0.25 * (1 + side))
        clay.append(ball(side * 3.4, 29 - lift * 1.6, swing * 2.4 + 0.8, 2.2, ry=1.4, rz=2.6, paint=TRIM, group=LIMB))
    dots: list[Clay] = [Spot(at=Point(0, top + 4, wide * 0.8), radius=3, paint=TRIM)]
    for number in range(7):
        share = 0.15 + 0.11 * number
        at = shapes.around(number * 2.4 + chance.random(), wide * math.sqrt(1 - (1 - share) ** 2), top + 10.4 * share)
        dots.append(Spot(at=at, radius=2.2 + chance.random(), paint=TRIM))
    return Body(clay=tuple(clay), spots=tuple(dots), face=face_of(traits, Point(0, 21 + bob, 0), 6.8, low=-0.05))


def robot(traits: Traits, _chance: Random, pace: Pace) -> Body:
    """Build something of boxes."""
    bob, wide = -abs(pace.swing()) * 0.8, 7.5 + traits.headed
    head, chest = Point(0, 12 + bob, 0), Point(0, 22.2 + bob, 0)
    clay: list[Clay] = [
        shapes.box(head, wide, 6, 12, group=HEAD),
        shapes.box(Point(0, 12.6 + bob, 6.2), wide - 2, 3.6, 1.2, paint=TRIM, group=HEAD),
        shapes.box(chest, 5.5, 4.4, 8),
        shapes.box(Point(0, 22 + bob, 4.4), 2.6, 1.9, 1, paint=TRIM, group=EXTRA),
        *both([ball(wide + 0.5, 12.5 + bob, 0, 1.4, ry=2, rz=2, paint=BONE, group=EXTRA)]),
        *(on_top(traits, head, 8) or _aerial(bob)),
        *wings(traits.wings, Point(3, 20 + bob, -4.5), pace.swing(0.25), 1.0),
    ]
    hands: list[Point] = []
    for side in _SIDES:
        lift, swing = pace.lift(0.25 * (1 + side)) * 2, pace.swing(0.25 * (1 + side)) * 3
        clay += limb(Point(side * 3, 26 + bob, 0), Point(side * 3, 28.4 - lift, swing), 1.3, paint=BONE, group=LIMB)
        clay.append(shapes.box(Point(side * 3.2, 29 - lift, swing + 0.6), 2.3, 1.1, 4.6, group=LIMB))
        hand = Point(side * 8.6, 24.8 + bob, -swing)
        clay += limb(Point(side * 6, 20 + bob, 0), hand, 1.1, paint=BONE, group=NEAR)
        clay.append(ball(*hand, 1.8, group=NEAR))
        hands.append(hand)
    nape = Point(0, 18 + bob, -4.6)
    clay += gear(traits, hands=(hands[0], hands[1]), nape=nape, wide=5.5, low=28, sway=pace.swing())
    y = 12.2 + bob
    eyes = "dot" if traits.eyes == "tall" else traits.eyes
    at = (Point(-3, y, 7), Point(3, y, 7))
    face = Face(eyes=eyes, at=at, mouth="flat", mouth_at=Point(0, y + 2.6, 7), glasses=traits.glasses)
    return Body(clay=tuple(clay), face=face)


def _leg(
    hip: Point, pace: Pace, ahead: float, *, thick: float, reach: float, group: int = LIMB, paint: Paint = BODY
) -> list[Clay]:
    """Make a leg with its foot, as far into its step as it is."""
    foot = Point(hip.x * 1.04, 28.8 - pace.lift(ahead) * 2, hip.z + pace.swing(ahead) * reach)
    shoe = ball(foot.x, foot.y + 0.3, foot.z + 0.8, thick * 1.05, ry=1.4, rz=thick * 1.2, paint=paint, group=group)
    return [*limb(hip, foot, thick, thick * 0.88, paint=paint, group=group), shoe]


def _mane(head: Point, r: float) -> list[Clay]:
    back = [Point(0, head.y - r * (0.9 - share), head.z - r * (0.35 + share * 0.7)) for share in (0, 0.5, 1, 1.5)]
    return [ball(*at, 2.4, paint=TRIM, group=EXTRA) for at in back]


def _aerial(bob: float) -> list[Clay]:
    pole = limb(Point(0, 6 + bob, 0), Point(0, 3.6 + bob, 0), 0.6, paint=BONE, group=EXTRA)
    return [*pole, ball(0, 2.8 + bob, 0, 1.5, paint=TRIM, group=EXTRA)]
