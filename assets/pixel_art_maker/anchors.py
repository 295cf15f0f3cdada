"""Anchors: where the eyes of an icon are and where a hat would stand, found by looking at its pixels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from pixel_art_maker.pixels import SIDE

_GRID: Final = SIDE * 2
_DARK: Final = 84
"""What a pixel of an eye has at the most of any colour."""


@dataclass(frozen=True, kw_only=True)
class Anchors:
    """Points of an icon in its 48 pixels."""

    eyes: tuple[tuple[int, int], ...] = ()
    face: tuple[tuple[int, int], ...] = ()
    """Where eyes would be on what has none."""
    hat: tuple[int, int, int] = (SIDE // 2, 0, SIDE // 2)
    """The middle of what a hat stands on, and how wide that is."""


@dataclass(frozen=True, kw_only=True)
class _Spot:
    x: float
    y: float
    wide: int
    high: int
    area: int


def anchors(fine: Image.Image, solid: Sequence[bool], *, has_eyes: bool) -> Anchors:
    """Return an icon's anchors.

    Args:
        fine: The icon, much finer than it is to be.
        solid: Of each of its 48 by 48 pixels, whether it is seen.
        has_eyes: Whether it may have eyes at all.
    """
    eyes = _eyes(list(_spots(fine))) if has_eyes else ()
    points = tuple((round(spot.x / 2), round(spot.y / 2)) for spot in eyes)
    return Anchors(eyes=points, face=() if points else _face(solid), hat=_hat(solid, points))


def _eyes(spots: Sequence[_Spot]) -> tuple[_Spot, ...]:
    """Return two that match, or else the topmost that is round."""
    pairs = [
        (abs(a.area - b.area) / max(a.area, b.area) + abs(a.y - b.y) / 8 + abs((a.x + b.x) / 2 - SIDE) / SIDE, a, b)
        for number, a in enumerate(spots)
        for b in spots[number + 1 :]
        if _match(a, b)
    ]
    if pairs:
        _, one, other = min(pairs, key=lambda pair: pair[0])
        return (one, other) if one.x < other.x else (other, one)
    round_ = [each for each in spots if each.area <= 90 and each.area >= 0.6 * each.wide * each.high]
    return (min(round_, key=lambda each: each.y),) if round_ else ()


def _match(a: _Spot, b: _Spot) -> bool:
    return (
        max(a.area, b.area) <= 1.7 * min(a.area, b.area)
        and abs(a.y - b.y) <= 3
        and 9 <= abs(a.x - b.x) <= 54
        and all(each.area >= 0.5 * each.wide * each.high for each in (a, b))
    )


def _spots(fine: Image.Image) -> Iterator[_Spot]:
    """Yield the dark spots that are neither a speck nor a large part."""
    small = fine.resize((_GRID, _GRID), Image.Resampling.BOX)
    pixels: list[tuple[int, ...]] = list(small.get_flattened_data())  # type: ignore[arg-type]
    dark = {at for at, pixel in enumerate(pixels) if pixel[3] > 200 and max(pixel[:3]) < _DARK}
    while dark:
        patch, edge = [], [dark.pop()]
        while edge:
            at = edge.pop()
            patch.append(at)
            for beside in (at - 1, at + 1, at - _GRID, at + _GRID):
                if beside in dark:
                    dark.remove(beside)
                    edge.append(beside)
        columns, rows = [at % _GRID for at in patch], [at // _GRID for at in patch]
        wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
        if 5 <= len(patch) <= 260 and max(wide, high) <= 3 * min(wide, high):
            yield _Spot(x=sum(columns) / len(patch), y=sum(rows) / len(patch), wide=wide, high=high, area=len(patch))


def _hat(solid: Sequence[bool], eyes: Sequence[tuple[int, int]]) -> tuple[int, int, int]:
    """Return where a hat stands: above the eyes, or on what is topmost."""
    if eyes:
        middle = round(sum(x for x, _ in eyes) / len(eyes))
        top = next((y for y in range(SIDE) if any(_at(solid, x, y) for x in range(middle - 2, middle + 3))), 0)
        row = [x for x in range(SIDE) if _at(solid, x, min(eyes[0][1], SIDE - 1))]
        head = (max(row) - min(row) + 1) if row else 24
        near = 2 * abs(eyes[-1][0] - eyes[0][0]) if len(eyes) == 2 else 20
        return middle, min(top, eyes[0][1]), max(12, min(head, near + 8, 40))
    top = next((y for y in range(SIDE) if sum(_at(solid, x, y) for x in range(SIDE)) >= 3), 0)
    columns = [x for y in range(top, min(top + 4, SIDE)) for x in range(SIDE) if _at(solid, x, y)]
    middle = round(sum(columns) / len(columns)) if columns else SIDE // 2
    if columns and not _at(solid, middle, min(top + 3, SIDE - 1)):
        middle = min(columns)
    return middle, top, 22


def _face(solid: Sequence[bool]) -> tuple[tuple[int, int], ...]:
    """Return where eyes would be: where the upper half is widest."""
    rows = [[x for x in range(SIDE) if _at(solid, x, y)] for y in range(SIDE)]
    top, bottom = (next((y for y in order if rows[y]), 0) for order in (range(SIDE), range(SIDE - 1, -1, -1)))
    upper = range(top + (bottom + 1 - top) // 5, bottom + 1 - (bottom + 1 - top) // 3)
    row = max(upper, key=lambda y: len(rows[y]), default=top)
    middle = sum(rows[row]) // max(len(rows[row]), 1)
    return (middle - 6, row), (middle + 6, row)


def _at(solid: Sequence[bool], x: int, y: int) -> bool:
    return 0 <= x < SIDE and 0 <= y < SIDE and solid[y * SIDE + x]
