"""What appears over a picture that moves everywhere, and stays: a banner over a turning camera, over grain or a fade.

Where all cells move, no number is seen to step. But what is written over the game does not move with it. It may change
more than all the rest at once, and then stand; or it just stands, picture after picture, where all the rest goes on.
"""

from collections.abc import Set as AbstractSet
from itertools import compress
from operator import sub
from typing import Final

from performer.vision.changes.motion import find_median, measure_apart

_STAYS: Final = 6
"""Luma within which a cell stays from picture to picture."""
_MOVES: Final = bytes(by > _STAYS for by in range(256))
_RESTLESS: Final = 2
"""Luma by which half of the cells change, or more, where all moves; below it steps are seen without this."""
_TURNS: Final = 3
"""The same where a camera turns: it leaves next to no place as it was twice."""
_STANDS_OUT: Final = 3
"""How many times as much as half of the cells a cell must change to stand out at once."""
_LEAST: Final = 10
"""Luma by which a cell must change at least to stand out."""
_ENOUGH: Final = 8
"""Squares of four cells that appear together when a banner does; a few do by chance while a camera turns."""
_LARGE: Final = 24
"""Squares of what a game writes large."""
_SMALL: Final = 0.3
"""How much the smallest appearance says, of 1 for a large one."""


class Appearances:
    """Finds what appears in the small grey pictures of one source, and stays; they have that many columns."""

    def __init__(self, columns: int) -> None:
        self._columns = columns
        self._standing_out: AbstractSet[int] = frozenset()
        """Cells that stood out when the last picture came; they appeared if they stay once."""
        self._moving: AbstractSet[int] = frozenset()
        self._standing: AbstractSet[int] = frozenset()
        """Cells that moved and then stayed, while a camera turned; they appeared if they stay again."""
        self._there: AbstractSet[int] = frozenset()
        """Cells that appeared and have stayed since: that they go is no news."""
        self._has_said = False

    def take(self, before: bytes, after: bytes, hidden: AbstractSet[int]) -> float:
        """Note the next picture, and return how much what has appeared and stayed says, 0 to 1, once."""
        apart = measure_apart(before, after)
        half = find_median(apart)
        moving = frozenset(compress(range(len(apart)), apart.translate(_MOVES)))
        goes_on, turns = half >= _RESTLESS, half >= _TURNS
        came = (self._standing_out if goes_on else frozenset()) | (self._standing if turns else frozenset())
        appeared = came - moving - hidden
        self._standing = self._moving - moving if turns else frozenset()
        self._moving = moving - self._there
        self._standing_out = _find_standing_out(before, after) - self._there if goes_on else frozenset()
        self._there = (self._there | appeared) - moving
        return self._weigh(self._count_squares(appeared))

    def _count_squares(self, cells: AbstractSet[int]) -> int:
        """Count the squares of four cells that are there whole; they overlap."""
        if len(cells) < _ENOUGH:
            return 0
        pairs = cells & {cell - 1 for cell in cells}
        return len(pairs & {cell - self._columns for cell in pairs})

    def _weigh(self, squares: int) -> float:
        has_said, self._has_said = self._has_said, squares >= _ENOUGH
        if has_said or not self._has_said:
            return 0.0
        return _SMALL + (1 - _SMALL) * min(1.0, squares / _LARGE)


def _find_standing_out(before: bytes, after: bytes) -> AbstractSet[int]:
    """Find the cells that changed far more than most did, apart from the light that all of them share."""
    moved = list(map(sub, after, before))
    light = sorted(moved)[len(moved) // 2]
    apart = [abs(by - light) for by in moved]
    least = max(_LEAST, _STANDS_OUT * sorted(apart)[len(apart) // 2])
    return frozenset(cell for cell, by in enumerate(apart) if by >= least)
