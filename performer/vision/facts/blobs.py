"""Blobs: patches of one vivid colour on a picture, found row by row."""

import re
from bisect import bisect_right
from dataclasses import field, replace
from typing import Final

from PIL import Image, ImageChops

from performer.core.values import dataclass

_BRIGHT: Final = 90
"""The least value of its strongest band."""
_HUES: Final = "red orange yellow green teal blue purple pink red".split()
_UP_TO: Final = (10, 28, 48, 112, 140, 180, 214, 248, 256)
"""Where each of them ends, of 256."""
COLOURS: Final = tuple(dict.fromkeys(_HUES))
_CLASSES: Final = [1 + COLOURS.index(_HUES[bisect_right(_UP_TO, hue)]) for hue in range(256)]
_IS_BRIGHT: Final = [255 if level >= _BRIGHT else 0 for level in range(256)]
_Run = tuple[int, int, int]
"""Row, begin and end."""
_RUN: Final = re.compile(rb"([^\x00])\1+")
"""Two pixels of one colour or more: single ones are mostly the JPEG's, and cost as much again."""
_MOST_RUNS: Final = 3000
"""Most runs of a picture; with more, its colours are scattered in crumbs and tell nothing."""


@dataclass(frozen=True, kw_only=True)
class Blob:
    """A patch of one colour; pixels of the picture that it was found on."""

    colour: str
    left: int
    top: int
    right: int
    bottom: int
    area: int
    runs: tuple[tuple[int, int, int], ...] = field(repr=False)
    """Row, begin and end of each piece of a row, from above to below."""

    @property
    def width(self) -> int:
        """The columns from the blob's left to its right."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """The rows from the blob's top to its bottom."""
        return self.bottom - self.top

    @property
    def x(self) -> float:
        """The column of the blob's middle."""
        return (self.left + self.right) / 2

    @property
    def y(self) -> float:
        """The row of the blob's middle."""
        return (self.top + self.bottom) / 2

    def move_down(self, rows: int) -> "Blob":
        """Return the same patch further below, on the picture that the piece was cut out of."""
        runs = tuple((row + rows, begin, end) for row, begin, end in self.runs)
        return replace(self, top=self.top + rows, bottom=self.bottom + rows, runs=runs)

    @property
    def density(self) -> float:
        """The share of its rectangle that the blob fills."""
        return self.area / (self.width * self.height)


def find_blobs(picture: Image.Image, *, vivid: int, least: int, most_share: float = 1.0) -> list[Blob]:
    """Find the patches of each vivid colour in an RGB picture, of `least` pixels up to `most_share` of the picture.

    `vivid` is the least difference, of 255, between the strongest and the weakest band of a colour that counts.
    """
    mask = _mark_vivid(picture, vivid)
    if mask.getbbox() is None:
        return []
    classes = ImageChops.darker(picture.convert("HSV").getchannel("H").point(_CLASSES), mask)
    return _connect_runs(classes, least, most_share * picture.width * picture.height)


def _mark_vivid(picture: Image.Image, least: int) -> Image.Image:
    """Mark what is bright and of a strong colour."""
    red, green, blue = picture.split()
    strongest = ImageChops.lighter(red, ImageChops.lighter(green, blue))
    weakest = ImageChops.darker(red, ImageChops.darker(green, blue))
    stands_out = ImageChops.subtract(strongest, weakest).point([255 if level >= least else 0 for level in range(256)])
    return ImageChops.darker(stands_out, strongest.point(_IS_BRIGHT))


def _connect_runs(classes: Image.Image, least: int, most: float) -> list[Blob]:
    """Join the runs of each row with those of the row above that they touch and whose colour they have."""
    data, width = classes.tobytes(), classes.width
    runs: list[_Run] = []
    colours: list[int] = []
    roots: list[int] = []
    above, row_begin = 0, 0
    for row in range(classes.height):
        offset = row * width
        for found in _RUN.finditer(data, offset, offset + width):
            begin, end, number = found.start() - offset, found.end() - offset, len(runs)
            roots.append(number)
            colours.append(data[found.start()])
            while above < row_begin and runs[above][2] <= begin:
                above += 1
            near = above
            while near < row_begin and runs[near][1] < end:
                if colours[near] == colours[number]:
                    roots[_find_root(roots, number)] = _find_root(roots, near)
                near += 1
            runs.append((row, begin, end))
        above, row_begin = row_begin, len(runs)
        if len(runs) > _MOST_RUNS:
            return []
    return _gather_blobs(runs, roots, colours, least, most)


def _find_root(roots: list[int], number: int) -> int:
    while roots[number] != number:
        roots[number] = number = roots[roots[number]]
    return number


def _gather_blobs(runs: list[_Run], roots: list[int], colours: list[int], least: int, most: float) -> list[Blob]:
    """Make a blob of the runs of each root, if it has neither too few pixels nor too many."""
    parts: dict[int, list[_Run]] = {}
    for number, run in enumerate(runs):
        root = roots[number] if roots[roots[number]] == roots[number] else _find_root(roots, number)
        parts.setdefault(root, []).append(run)
    areas = {root: sum(end - begin for _, begin, end in part) for root, part in parts.items()}
    return [
        Blob(
            colour=COLOURS[colours[root] - 1],
            left=min(begin for _, begin, _ in part),
            top=part[0][0],
            right=max(end for _, _, end in part),
            bottom=part[-1][0] + 1,
            area=areas[root],
            runs=tuple(part),
        )
        for root, part in parts.items()
        if least <= areas[root] <= most
    ]
