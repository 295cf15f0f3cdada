"""What moved between two pictures, on small grey copies of them, and how much moves as a rule.

The rectangles of our own elements are left out. What is usual tells a cut, a lively moment and a standstill apart.
"""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from itertools import compress
from typing import Final

from PIL import Image, ImageChops

from performer.core.values import dataclass
from performer.vision.frame import LUMA_SIZE, Mask

_NOISE: Final = 2
"""Luma up to which a cell is as it was; the mean over 15x15 pixels of a still picture does not even move by 1."""
_GRAIN: Final = 4
"""The same in parts of what half of the cells change by, as they do over grain and in a fade."""
_MOST_GRAIN: Final = 6
"""Luma that half of the cells change by at most for that; beyond it a camera turns."""
_CLEAR: Final = 5
"""Luma beyond which a cell counts as moved, whatever light shimmers on it."""
_BEYOND_GRAIN: Final = [bytes(by > max(_NOISE, _GRAIN * half) for by in range(256)) for half in range(_MOST_GRAIN + 1)]
_BEYOND_DOUBT: Final = bytes(by > _CLEAR for by in range(256))
"""1 for each difference that counts, as `bytes.translate` wants it; beyond grain by what half of the cells change."""


@dataclass(frozen=True, kw_only=True)
class FrameMotion:
    """The difference of two pictures that follow one another."""

    at_s: float
    """When the newer was taken."""
    after_s: float
    """How long after the older that was."""
    changed: tuple[int, ...]
    """Cells that are not as they were, by their number, row by row; more than the grain of the picture makes of it."""
    share: float
    """Share of all cells that moved clearly, 0 to 1."""
    mean: float
    """Mean difference of luma, 0 to 255."""
    before: bytes
    """Luma of the older picture, row by row."""
    after: bytes
    """Luma of the newer."""
    hidden: AbstractSet[int]
    """Cells that count as unchanged, by their number."""

    @property
    def one_way(self) -> float:
        """The share of the change by which all of it became lighter, or darker: 0 for what moves, 1 for a fade."""
        total = sum(_measure_seen(self.before, self.after, self.hidden))
        lighter = sum(self.after) - sum(self.before) - sum(self.after[it] - self.before[it] for it in self.hidden)
        return abs(lighter) / total if total else 0.0


def measure_motion(
    before: bytes, after: bytes, hidden: AbstractSet[int], *, at_s: float, after_s: float
) -> FrameMotion:
    """Compare two small grey pictures of one size; hidden cells count as unchanged."""
    apart = _measure_seen(before, after, hidden)
    seen = len(apart) - len(hidden)
    grain = find_median(apart, hidden=len(hidden), most=_MOST_GRAIN)
    return FrameMotion(
        at_s=at_s,
        after_s=after_s,
        changed=tuple(compress(_number_cells(len(apart)), apart.translate(_BEYOND_GRAIN[grain]))),
        share=apart.translate(_BEYOND_DOUBT).count(1) / seen if seen else 0.0,
        mean=sum(apart) / seen if seen else 0.0,
        before=before,
        after=after,
        hidden=hidden,
    )


@cache
def _number_cells(count: int) -> Sequence[int]:
    """Return the numbers of so many cells; there are small pictures of two sizes."""
    return tuple(range(count))


def _measure_seen(before: bytes, after: bytes, hidden: Iterable[int]) -> bytes:
    """Return by how much each cell differs, hidden ones by nothing."""
    apart = bytearray(measure_apart(before, after))
    for cell in hidden:
        apart[cell] = 0
    return bytes(apart)


@lru_cache(maxsize=2)
def measure_apart(before: bytes, after: bytes) -> bytes:
    """Return by how much each cell differs; Pillow does in 0.1 ms what a loop does in 0.3.

    Two measures ask about the same two small pictures, and one about finer ones.
    """
    return ImageChops.difference(_open_grey(before), _open_grey(after)).tobytes() if before else b""


@lru_cache(maxsize=4)
def _open_grey(cells: bytes) -> Image.Image:
    """Open the cells as a picture, which is compared with the one before and with the one after."""
    return Image.frombuffer("L", (len(cells), 1), cells, "raw", "L", 0, 1)


def find_median(apart: bytes, *, hidden: int = 0, most: int = 255) -> int:
    """Return the median of the differences, at most `most`; `hidden` cells, which do not differ, are counted too."""
    left = (len(apart) + hidden) / 2
    for by in range(most):
        left -= apart.count(by)
        if left < 0:
            return by
    return most


_CUT: Final = 0.6
"""Share of cells that change at once when the picture becomes another one."""
_TURBULENT: Final = 0.4
"""Where usually as much moves, as with a camera that turns, a cut must differ by far more than usual, too."""
_FAR_MORE: Final = 3.0
_LIVELY: Final = 0.6
"""Share of the usual movement that a game has in its lively moments; the demo game's title screen has 0.4."""
_FADE: Final = 0.35
"""What moves makes as many places lighter as darker; where all goes one way, the picture fades in or out."""
_STANDS: Final = 0.25
"""Share of the usual movement below which a game is_standing still, but for a spinner or a bar."""
_STANDS_AT_MOST: Final = 0.03
"""The same as a share of the cells: in a wild game a quiet moment is no pause."""
_GUESS: Final = 0.15
"""Share of cells that moves as a rule, before any game was seen; a side-scroller has 0.1 to 0.2, a camera more."""
_HALF_LIFE_S: Final = 60.0
_UPWARDS: Final = 4.0
"""Much movement teaches so many times as fast as little: a game is as lively as its lively half."""


class UsualMotion:
    """The usual movement of the game, learned from what is seen."""

    def __init__(self) -> None:
        self._share = _GUESS
        self._mean: float | None = None

    def learn(self, motion: FrameMotion) -> None:
        """Learn from what moved in the game."""
        weight = 1 - 0.5 ** (motion.after_s / _HALF_LIFE_S)
        if self._mean is None:
            self._share, self._mean = motion.share, motion.mean
        faster = _UPWARDS if motion.share > self._share else 1.0
        self._share += min(1.0, weight * faster) * (motion.share - self._share)
        self._mean += weight * (motion.mean - self._mean)

    def forget(self) -> None:
        """Forget what was learned: what is seen next is taken for usual."""
        self._mean = None

    def is_cut(self, motion: FrameMotion) -> bool:
        """Whether the picture became another one."""
        if motion.share <= _CUT:
            return False
        return self._share < _TURBULENT or self._mean is None or motion.mean > _FAR_MORE * self._mean

    def is_lively(self, motion: FrameMotion) -> bool:
        """Whether as much moves as in the game."""
        return motion.share >= _LIVELY * self._share and motion.one_way < _FADE

    def is_standing(self, motion: FrameMotion) -> bool:
        """Whether next to nothing moves, compared with the game."""
        return motion.share < min(_STANDS_AT_MOST, _STANDS * self._share)


def measure_difference(before: bytes, after: bytes, leave_out: Sequence[Mask] = ()) -> float:
    """Return the mean difference of two `Frame.luma`s, 0 to 255; cells that touch a left-out rectangle do not count."""
    hidden = find_hidden_cells(leave_out)
    seen = len(before) - len(hidden)
    return sum(_measure_seen(before, after, hidden)) / seen if seen else 0.0


def find_hidden_cells(leave_out: Sequence[Mask], size: tuple[int, int] = LUMA_SIZE) -> frozenset[int]:
    """Find the numbers of the cells of a small picture, row by row, that touch one of the rectangles."""
    return _find_cells(tuple(leave_out), size)


@lru_cache(maxsize=8)
def _find_cells(leave_out: tuple[Mask, ...], size: tuple[int, int]) -> frozenset[int]:
    """Find them once: three measures ask about each picture, and our own elements mostly stay where they are."""
    columns, _ = size
    cells: set[int] = set()
    for mask in leave_out:
        left, top, right, bottom = mask.pixels(size)
        cells.update(row * columns + column for row in range(top, bottom) for column in range(left, right))
    return frozenset(cells)
