"""The plans of what has no legs: slimes, ghosts, bats, fish, octopuses."""

import math
from dataclasses import replace
from random import Random

from performer.sprites.bodies import shapes
from performer.sprites.bodies.backs import tail, wings
from performer.sprites.bodies.body import EXTRA, GROUND, HEAD, LIMB, NEAR, Body, Pace
from performer.sprites.bodies.heads import face_of, on_head
from performer.sprites.bodies.markings import belly, pattern
from performer.sprites.bodies.traits import Traits
from performer.sprites.bodies.worn import beside, gear, on_top
from performer.sprites.clay import Clay, Flap, Spot, Turned
from performer.sprites.face import Face
from performer.sprites.molding import ball, both, limb, path
from performer.sprites.plate import TRIM, WHITE_PAINT, Point


def slime(traits: Traits, chance: Random, pace: Pace) -> Body:
    """Build a blob that hops; it has no snout."""
    traits = replace(traits, snout="none")
    squash, hop = pace.swing() * 0.17, max(-pace.swing(), 0.0) * 3.2
    high = (14.5 + 4.5 * traits.headed) * (1 - squash)
    is_laden = traits.has_cape or traits.has_shield or traits.held != "none"
    wide = (9.6 + 2.6 * traits.plump) * (1 + squash * 0.8) * (0.74 if is_laden else 1)
    bottom = GROUND - hop
    top = bottom - high
    profile = (*shapes.dome(top, high * 0.78, wide, 2.3), (bottom - 1.4, wide * 1.03), (bottom, wide * 0.9))
    middle, r = Point(0, top + high * 0.56, 0), wide * 0.9
    clay = [
        Turned(profile=tuple(profile)),
        *on_head(replace(traits, hat="none", has_bow=False), Point(0, top + r * 0.84, 0), r * 0.84),
        *on_top(replace(traits, has_crown=False), Point(0, top + r * 0.5, 0), r * 0.84),
        *wings(traits.wings, Point(wide * 0.8, top + high * 0.36, -2), pace.swing(), 0.8),
        *gear(
            traits,
            hands=beside(wide * 0.96, bottom - high * 0.3, wide * 0.25),
            nape=Point(0, top + high * 0.26, -wide * 0.8),
            wide=wide * 0.7,
            low=bottom - 1,
            sway=pace.swing(),
        ),
    ]
    shine = Spot(at=Point(-wide * 0.5, top + high * 0.26, wide * 0.6), radius=1.7, paint=WHITE_PAINT)
    coat = pattern(traits, chance, Point(0, top + high * 0.5, 0), Point(wide, high * 0.5, wide))
    return Body(clay=tuple(clay), spots=(*coat, shine), face=face_of(traits, middle, r, low=0.02, deep=1.02))


def ghost(traits: Traits, _chance: Random, pace: Pace) -> Body:
    """Build something that floats and has no feet."""
    wide, top = 8.6 + 1.8 * traits.plump, 3 + pace.swing() * 1.2
    middle = Point(0, top + 9, 0)
    profile = (*shapes.dome(top, 9, wide), (top + 17, wide * 1.06), (top + 20, wide * 1.14))
    hem: list[Clay] = []
    for number, angle in enumerate(shapes.turns(8, begin=0.5 + pace.phase)):
        low = top + 20.6 + 1.4 * math.sin(number * 2.4 + pace.phase * math.tau)
        hem.append(ball(*shapes.around(angle, wide * 0.8, low), 2.9, ry=3.6))
    shoulder, hand = Point(wide * 0.85, top + 12, 2), Point(wide * 1.2, top + 13.5 - pace.swing(), 4)
    arms = both(limb(shoulder, hand, 2.0, 1.6, group=LIMB))
    clay: list[Clay] = [Turned(profile=profile), *hem, *arms, *on_head(traits, middle, wide * 0.95)]
    clay += wings(traits.wings, Point(wide * 0.8, top + 12, -2), pace.swing(), 0.9)
    nape = Point(0, top + 8, -wide * 0.9)
    hands = beside(wide * 0.95, hand.y, 2)
    clay += gear(traits, hands=hands, nape=nape, wide=wide * 0.6, low=top + 21, sway=pace.swing())
    return Body(clay=tuple(clay), face=face_of(traits, middle, wide, low=0.02))


def bat(traits: Traits, chance: Random, pace: Pace) -> Body:
    """Build a ball with wings."""
    bob, r = -pace.swing() * 1.6, 6.2 + 1.4 * traits.plump
    middle = Point(0, 16.5 + bob, 0)
    kind = "bat" if traits.wings == "none" else traits.wings
    clay = [
        ball(*middle, r, group=HEAD),
        *on_head(traits, middle, r),
        *wings(kind, Point(r * 0.72, 15 + bob, -0.6), pace.swing(), 0.98),
        *both(limb(Point(2.2, 22 + bob, 0), Point(2.4, 24.4 + bob, 0.5), 1.2, 0.9, group=LIMB)),
        *tail(traits.tail, Point(0, 20 + bob, -r * 0.8), pace.swing(), 0.7),
        *gear(traits, hands=beside(r, 21 + bob, r * 0.6), nape=Point(0, 13 + bob, -r), wide=r * 0.6, low=25 + bob),
    ]
    coat = [*belly(traits, middle, r, r), *pattern(traits, chance, middle, Point(r, r, r))]
    return Body(clay=tuple(clay), spots=tuple(coat), face=face_of(traits, middle, r))


def fish(traits: Traits, chance: Random, pace: Pace) -> Body:
    """Build something that swims."""
    sway, high = pace.swing(), 6 + 2 * traits.plump
    y = 16.5 + pace.swing(0.25) * 0.8
    middle, root = Point(0, y, 1.5), Point(sway, y, -7.5)
    clay: list[Clay] = [
        ball(*middle, 4.9, ry=high, rz=8.8),
        *limb(Point(0, y, -5), root, high * 0.46, 1.6),
        *_fins(y, high, root, sway),
    ]
    if traits.horns != "none" or traits.has_crown or traits.has_bow or traits.hat != "none":
        clay += on_head(traits, Point(0, y - 0.5, 4), high * 0.9)
    clay += gear(traits, hands=beside(6, y + 3, 3), nape=Point(0, y - high * 0.8, 2), wide=3, low=y + high * 0.7)
    eye = Point(3.7, y - 1.7, 6.2)
    eyes = "wide" if traits.eyes == "tall" else traits.eyes
    coat = pattern(traits, chance, middle, Point(4.9, high, 8.8))
    if traits.has_belly:
        coat.append(Spot(at=Point(0, y + high, 3), radius=high * 0.85, paint=TRIM))
    return Body(
        clay=tuple(clay),
        spots=tuple(coat),
        face=Face(eyes=eyes, at=(eye._replace(x=-eye.x), eye), glasses=traits.glasses),
    )


def octopus(traits: Traits, chance: Random, pace: Pace) -> Body:
    """Build a head on many arms."""
    bob, r = pace.swing() * 0.8, 8 + traits.plump
    head = Point(0, 13 + bob, 0)
    clay: list[Clay] = [ball(*head, r, ry=r * 0.98, group=HEAD)]
    for number, angle in enumerate(shapes.turns(8, begin=0.5)):
        wave = pace.swing(number / 3)
        points = [
            shapes.around(angle, 4, 19 + bob),
            shapes.around(angle, 7, 25 + bob * 0.5),
            shapes.around(angle, 10 + wave * 0.5, 28.6),
            shapes.around(angle, 12 + wave * 0.6, 27.2 + wave * 0.7),
        ]
        clay += path(points, 2.6, 1.1, group=LIMB + number % 2)
    clay += on_head(traits, head, r)
    nape = Point(0, 11 + bob, -r * 0.95)
    clay += gear(traits, hands=beside(9, 23 + bob, 2), nape=nape, wide=r * 0.7, low=27, sway=pace.swing())
    coat = pattern(traits, chance, head, Point(r, r, r))
    return Body(clay=tuple(clay), spots=tuple(coat), face=face_of(traits, head, r, low=0.25))


def _fins(y: float, high: float, root: Point, sway: float) -> list[Clay]:
    end = -14.0
    behind = (root, Point(sway * 3, y - 6, end), Point(sway * 2.4, y, end + 2.6), Point(sway * 3, y + 6, end))
    above = tuple(Point(0, y - high + down, z) for down, z in ((0.5, 3), (-4.5, -1.5), (-2, -4.5), (2, -5)))
    beside = (Point(4.2, y + 2, 3.5), Point(7.2, y + 5 + sway, -0.5), Point(5.2, y + 6.5 + sway, 0.5))
    return [
        Flap(corners=behind, paint=TRIM, group=EXTRA),
        Flap(corners=above, paint=TRIM, group=EXTRA),
        *both([Flap(corners=beside, paint=TRIM, group=NEAR)]),
    ]
