"""Backs: tails and wings."""

import math
from typing import assert_never

from performer.sprites.bodies.body import EXTRA, LIMB
from performer.sprites.bodies.traits import Tail, Wings
from performer.sprites.clay import Clay, Flap
from performer.sprites.molding import ball, both, limb, path
from performer.sprites.plate import BONE, TRIM, Point


def tail(kind: Tail, root: Point, sway: float = 0.0, size: float = 1.0) -> list[Clay]:
    """Make a tail that begins there and goes back."""
    x, y, z = root

    def back(dx: float, dy: float, dz: float) -> Point:
        return Point(x + dx * size, y + dy * size, z + dz * size)

    match kind:
        case "none":
            return []
        case "thin":
            return [
                *path(
                    [root, back(sway * 2, -1, -3), back(sway * 3, -5, -5), back(sway * 4, -8, -4)],
                    1.2,
                    0.9,
                    group=EXTRA,
                )
            ]
        case "bushy":
            return [
                *path([root, back(sway * 2, -2, -3), back(sway * 3, -6, -5)], 1.8, 3.2 * size, group=EXTRA),
                ball(*back(sway * 3, -9, -5), 2.2 * size, ry=2.4 * size, paint=TRIM, group=EXTRA),
            ]
        case "stub":
            return [ball(*back(0, -0.5, -0.8), 2.2 * size, paint=TRIM, group=EXTRA)]
        case "spiked":
            tip = back(sway * 5, -2.5, -9)
            return [
                *path([root, back(sway * 2, 2, -4), tip], 2.6 * size, 1.0, group=EXTRA),
                *limb(tip, back(sway * 5, -6, -10), 1.9, 0.3, paint=BONE, group=EXTRA),
            ]
        case "curl":
            ring = [back(math.sin(a) * 1.8, math.cos(a) * 1.8 - 3, -1.5 - a * 0.3) for a in (0, 1.2, 2.4, 3.6, 4.8)]
            return [*path([root, *ring], 0.8, 0.6, group=EXTRA)]
        case _:
            assert_never(kind)


def wings(kind: Wings, root: Point, beat: float = 0.0, size: float = 1.0) -> list[Clay]:
    """Make a pair of wings; `beat` is -1 (down) to 1 (up)."""
    x, y, z = root
    up = 5 * beat * size
    match kind:
        case "none":
            return []
        case "bat":
            tip = Point(x + 9 * size, y - 5 * size - up, z - 2)
            corners = (
                root,
                Point(x + 4 * size, y - 6.5 * size - up * 0.7, z - 2),
                tip,
                Point(x + 8.5 * size, y + 1 * size - up * 0.6, z - 2),
                Point(x + 6 * size, y - 0.5 - up * 0.4, z - 2),
                Point(x + 4 * size, y + 3 * size - up * 0.2, z - 1.5),
                Point(x + 2 * size, y + 1.5, z - 1),
            )
            bones = [*limb(root, corners[1], 0.7, group=LIMB), *limb(corners[1], tip, 0.7, 0.5, group=LIMB)]
            return both([Flap(corners=corners, paint=TRIM, group=EXTRA), *bones])
        case "feathers":
            return both(
                [
                    ball(
                        x + 3.5 * size,
                        y - 1 - up * 0.5,
                        z - 2,
                        4.2 * size,
                        ry=2.6 * size,
                        rz=1,
                        paint=TRIM,
                        group=EXTRA,
                    ),
                    ball(
                        x + 6.5 * size,
                        y - 3 * size - up,
                        z - 2.4,
                        2.8 * size,
                        ry=2.2 * size,
                        rz=0.8,
                        paint=TRIM,
                        group=EXTRA,
                    ),
                    ball(
                        x + 4 * size,
                        y + 1.5 - up * 0.4,
                        z - 2.4,
                        2.6 * size,
                        ry=1.8 * size,
                        rz=0.8,
                        paint=TRIM,
                        group=EXTRA,
                    ),
                ]
            )
        case _:
            assert_never(kind)
