"""Heads: ears, horns, snouts and faces."""

import math
from typing import assert_never

from performer.sprites.bodies.body import EXTRA, HEAD
from performer.sprites.bodies.traits import Ears, Horns, Snout, Traits
from performer.sprites.bodies.worn import on_top
from performer.sprites.clay import Clay
from performer.sprites.face import Face
from performer.sprites.molding import ball, both, limb, path
from performer.sprites.plate import BODY, BONE, TRIM, Point, plus


def on_head(traits: Traits, middle: Point, r: float, sway: float = 0.0) -> list[Clay]:
    """Make all that a head has, but its face."""
    return [
        *ears(traits.ears, middle, r, sway),
        *horns(traits.horns, middle, r),
        *snout(traits.snout, middle, r),
        *on_top(traits, middle, r),
        *(both([ball(*_bulge(middle, r), r * 0.36, group=EXTRA)]) if traits.has_bulges else ()),
    ]


def face_of(traits: Traits, middle: Point, r: float, *, low: float = 0.1, deep: float = 1.0) -> Face:
    """Put a face on a head.

    Args:
        traits: Whose.
        middle: Of the head.
        r: Its radius.
        low: How far below the middle the eyes are, in radii.
        deep: How deep the head is, in radii.
    """
    apart = r * (0.62 if traits.eyes == "wide" else 0.5)
    y = middle.y + r * low
    z = middle.z + r * deep * 0.8 * math.sqrt(max(1 - (apart / r) ** 2 - low**2, 0.05))  # so far in, from the side
    eye = Point(apart, y, z)
    if traits.has_bulges:
        eye = plus(_bulge(middle, r), Point(r * 0.08, 0, r * 0.2))
    cheek = Point(r * 0.74, y + r * 0.34, middle.z + r * deep * 0.55)
    return Face(
        eyes=traits.eyes,
        at=(eye._replace(x=-eye.x), eye),
        mouth=traits.mouth if traits.snout == "none" else "none",
        mouth_at=Point(0, y + r * 0.46, middle.z + r * deep * 0.88),
        cheeks=(cheek._replace(x=-cheek.x), cheek) if traits.has_cheeks else (),
        sunk=r * (0.6 if traits.has_bulges else 0.45),
        glasses=traits.glasses,
    )


def _bulge(middle: Point, r: float) -> Point:
    return Point(r * 0.54, middle.y - r * 0.72, middle.z + r * 0.35)


def ears(kind: Ears, middle: Point, r: float, sway: float = 0.0) -> list[Clay]:
    """Make a pair of ears."""
    _, y, z = middle
    match kind:
        case "none":
            return []
        case "round":
            return both(
                [
                    ball(r * 0.72, y - r * 0.78, z - 0.5, r * 0.36, rz=r * 0.22, group=EXTRA),
                    ball(r * 0.72, y - r * 0.76, z + 0.6, r * 0.18, paint=TRIM, group=EXTRA),
                ]
            )
        case "pointed":
            tip = Point(r * 0.86, y - r * 1.42, z - 0.5)
            return both(
                [
                    *limb(Point(r * 0.58, y - r * 0.6, z - 0.5), tip, r * 0.36, 0.35, group=EXTRA),
                    *limb(
                        Point(r * 0.6, y - r * 0.7, z + r * 0.3),
                        Point(r * 0.74, y - r * 1.05, z + r * 0.1),
                        r * 0.16,
                        0.3,
                        paint=TRIM,
                        group=EXTRA,
                    ),
                ]
            )
        case "long":
            tip = Point(r * 0.5, y - r * 1.75 + sway, z - 1.5)
            return both(
                [
                    *limb(Point(r * 0.4, y - r * 0.7, z - 0.5), tip, r * 0.25, r * 0.24, group=EXTRA),
                    *limb(
                        Point(r * 0.42, y - r * 0.95, z + r * 0.16),
                        Point(r * 0.5, y - r * 1.6 + sway, z),
                        r * 0.11,
                        paint=TRIM,
                        group=EXTRA,
                    ),
                ]
            )
        case "floppy":
            root, tip = Point(r * 0.78, y - r * 0.55, z - 0.5), Point(r * 1.12, y + r * 0.35 + sway, z)
            return both(limb(root, tip, r * 0.24, r * 0.32, paint=BODY, group=EXTRA))
        case "tufts":
            return both(
                limb(Point(r * 0.6, y - r * 0.7, z), Point(r * 0.95, y - r * 1.2, z), r * 0.26, 0.4, group=EXTRA)
            )
        case _:
            assert_never(kind)


def horns(kind: Horns, middle: Point, r: float) -> list[Clay]:
    """Make what stands on a head."""
    _, y, z = middle
    match kind:
        case "none":
            return []
        case "two":
            bend = [
                Point(r * 0.5, y - r * 0.75, z),
                Point(r * 0.8, y - r * 1.1, z - 0.5),
                Point(r * 0.75, y - r * 1.45, z),
            ]
            return both(path(bend, r * 0.2, 0.4, paint=BONE, group=EXTRA))
        case "one":
            return [
                *limb(
                    Point(0, y - r * 0.8, z + r * 0.4),
                    Point(0, y - r * 1.6, z + r * 0.9),
                    r * 0.2,
                    0.4,
                    paint=BONE,
                    group=EXTRA,
                )
            ]
        case "antlers":
            stem = limb(
                Point(r * 0.4, y - r * 0.8, z), Point(r * 0.9, y - r * 1.6, z), 0.8, 0.6, paint=BONE, group=EXTRA
            )
            twig = limb(Point(r * 0.62, y - r * 1.2, z), Point(r * 1.2, y - r * 1.25, z), 0.6, paint=BONE, group=EXTRA)
            return both([*stem, *twig])
        case "feelers":
            root, tip = Point(r * 0.3, y - r * 0.8, z), Point(r * 0.6, y - r * 1.5, z + 1)
            return both([*limb(root, tip, 0.5, group=EXTRA), ball(*tip, 1.3, paint=TRIM, group=EXTRA)])
        case _:
            assert_never(kind)


def snout(kind: Snout, middle: Point, r: float) -> list[Clay]:
    """Make what sticks out of a face."""
    _, y, z = middle
    match kind:
        case "none":
            return []
        case "short":
            return [
                ball(0, y + r * 0.42, z + r * 0.82, r * 0.4, ry=r * 0.3, rz=r * 0.4, paint=TRIM, group=HEAD),
                ball(0, y + r * 0.26, z + r * 1.16, r * 0.15, ry=r * 0.11, paint=BONE, group=EXTRA),
            ]
        case "long":
            return [
                *limb(
                    Point(0, y + r * 0.34, z + r * 0.6),
                    Point(0, y + r * 0.5, z + r * 1.3),
                    r * 0.46,
                    r * 0.34,
                    group=HEAD,
                ),
                *both([ball(r * 0.18, y + r * 0.32, z + r * 1.55, 0.45, paint=BONE, group=EXTRA)]),
            ]
        case "beak":
            return [
                *limb(
                    Point(0, y + r * 0.28, z + r * 0.8),
                    Point(0, y + r * 0.46, z + r * 1.4),
                    r * 0.26,
                    0.5,
                    paint=BONE,
                    group=EXTRA,
                )
            ]
        case "bill":
            return [ball(0, y + r * 0.36, z + r * 1.0, r * 0.46, ry=r * 0.17, rz=r * 0.6, paint=BONE, group=EXTRA)]
        case "pig":
            return [
                ball(0, y + r * 0.36, z + r * 0.95, r * 0.34, ry=r * 0.26, rz=r * 0.3, paint=TRIM, group=EXTRA),
                *both([ball(r * 0.13, y + r * 0.36, z + r * 1.25, 0.5, paint=BONE, group=EXTRA)]),
            ]
        case _:
            assert_never(kind)
