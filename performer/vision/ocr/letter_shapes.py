"""Shapes of writing: which pieces look like letters at all, and what was read off pieces that looked the same.

A program that reads takes 150 ms of a core before its first letter. A game shows the same words again and again, and
its numbers are made of ten digits; what was read once is known by its look from then on.
"""

import re
from itertools import count
from typing import Final

from PIL import Image, ImageChops

from performer.core.recent_dict import RecentDict

_HEIGHT: Final = 16
"""Pixels to which a piece is brought before it is compared."""
_MOST_WIDTH: Final = 640
_CELL: Final = 4
"""Differences are judged over cells of this size: an edge may be off by half a pixel, a stroke may not be missing."""
_OFF: Final = 80
"""Mean difference in a cell, of 255, from which two shapes are not the same.

In twenty fonts two digits of one font differ by 96 and more; a digit drawn half a pixel off from itself mostly
by 64 and less.
"""
_WIDER: Final = 1
"""Pixels that one may be wider than the other."""
_KEPT: Final = 200
_GLYPHS_KEPT: Final = 60

_NARROWEST, _WIDEST = 0.06, 1.5
"""A letter's width, in heights of its line."""
_TALL: Final = 0.45
"""The least height of a letter, in heights of its line; dots and dashes have less."""
_MOSTLY: Final = 0.6
"""Share of what stands in a row that must look like letters."""
_LEVEL: Final = 0.12
"""How far from the others a letter may end below, in heights of its line."""
FEW: Final = 4
"""Fewer letters must all end on one level, and begin on one: figures often have two or three parts."""
_PARTED: Final = 0.6
"""A gap between two numbers, in heights of their line; what parts thousands has a quarter."""
_Box = tuple[int, int, int, int]
_Shapes = RecentDict[int, tuple[Image.Image, str]]
"""Shapes and what was read off each, the one that was met longest ago first."""
_NUMERIC: Final = re.compile(r"[\d.,:/%+]+")


def count_letters(ink: Image.Image) -> int:
    """Count the letters of ink that looks like two or more on one line, 0 for any other; takes about 0.1 ms."""
    columns = _find_columns(ink)
    boxes = [_find_box(ink, left, right) for left, right in columns]
    letters = [box for box in boxes if _is_letter(box, ink.height)]
    if len(letters) < 2 or len(letters) < _MOSTLY * len(columns):
        return 0
    ends = _measure_level([box[3] for box in letters], ink.height)
    if len(letters) >= FEW:
        return len(letters) if ends >= _MOSTLY else 0
    begins = _measure_level([box[1] for box in letters], ink.height)
    return len(letters) if ends == begins == 1 else 0


def _is_letter(box: _Box, line: int) -> bool:
    left, top, right, bottom = box
    return _NARROWEST * line <= right - left <= _WIDEST * line and bottom - top >= _TALL * line


def _measure_level(edges: list[int], line: int) -> float:
    """Return the share of edges that are as high as the one in the middle."""
    middle = sorted(edges)[len(edges) // 2]
    return sum(abs(edge - middle) <= _LEVEL * line for edge in edges) / len(edges)


def _find_box(ink: Image.Image, left: int, right: int) -> _Box:
    """Find where the ink of some columns is, which have some."""
    box = ink.crop((left, 0, right, ink.height)).getbbox()
    assert box is not None
    return (left, box[1], right, box[3])


def _find_columns(ink: Image.Image) -> list[tuple[int, int]]:
    """Find the runs of columns with ink, between blank columns."""
    profile = ink.resize((ink.width, 1), Image.Resampling.BOX).tobytes()
    return [run.span() for run in re.finditer(rb"[^\x00]+", profile)]


class ShapeMemory:
    """The memory of what was read off which shapes, for lines and for the digits of numbers."""

    def __init__(self) -> None:
        self._lines: _Shapes = RecentDict(_KEPT)
        self._digits: _Shapes = RecentDict(_GLYPHS_KEPT)
        self._numbers = count()

    def find_text(self, ink: Image.Image) -> str | None:
        """Return what was read off a piece like this one, even if that was nothing; None when it is new."""
        key = _match(self._lines, _make_shape(ink))
        if key is None:
            return self._compose(ink)
        self._lines.move_to_end(key)
        return self._lines[key][1]

    def learn(self, ink: Image.Image, text: str) -> None:
        """Keep what was read off a piece, and off each of its signs if it is a number."""
        self._lines[next(self._numbers)] = _make_shape(ink), text
        signs = text.replace(" ", "")
        columns = _find_columns(ink)
        if len(signs) != len(columns) or not _NUMERIC.fullmatch(signs):
            return
        for sign, (left, right) in zip(signs, columns, strict=True):
            shape = _make_shape(ink.crop((left, 0, right, ink.height)))
            known = _match(self._digits, shape)
            if known is None:
                self._digits[next(self._numbers)] = shape, sign
            elif self._digits[known][1] != sign:
                del self._digits[known]  # one of the two was misread, and nobody knows which

    def _compose(self, ink: Image.Image) -> str | None:
        """Read a number whose signs are all known."""
        pieces: list[str] = []
        end = 0
        for left, right in _find_columns(ink):
            key = _match(self._digits, _make_shape(ink.crop((left, 0, right, ink.height))))
            if key is None:
                return None
            if pieces and left - end > _PARTED * ink.height:
                pieces.append(" ")
            pieces.append(self._digits[key][1])
            end = right
        return "".join(pieces) or None


def _make_shape(ink: Image.Image) -> Image.Image:
    width = min(_MOST_WIDTH, max(1, round(ink.width * _HEIGHT / ink.height)))
    return ink.resize((width, _HEIGHT), Image.Resampling.BOX)


def _match(among: _Shapes, shape: Image.Image) -> int | None:
    """Find the shape that is most like another one, if it is the same."""
    as_wide = ((known, key) for key, (known, _) in among.items() if abs(known.width - shape.width) <= _WIDER)
    alike = ((_measure_off(shape, known), key) for known, key in as_wide)
    off, key = min(alike, default=(_OFF, 0))
    return key if off < _OFF else None


def _measure_off(one: Image.Image, other: Image.Image) -> int:
    """Return the largest mean difference of two shapes over a cell."""
    width = max(one.width, other.width)
    if one.width != other.width:
        one, other = (each.resize((width, _HEIGHT)) for each in (one, other))
    cells = ImageChops.difference(one, other).reduce(_CELL)
    darkest = cells.getextrema()[1]
    assert isinstance(darkest, int)
    return darkest
