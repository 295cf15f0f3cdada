"""The worth of the newest picture: black or frozen, a still screen, or how much out of the ordinary.

Time is the pictures' own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from performer.vision.changes.motion import find_hidden_cells, measure_motion
from performer.vision.changes.numbers import NumberChanges
from performer.vision.changes.scene_cuts import SceneCutDetector, ScreenChange
from performer.vision.frame import FINE_SIZE, LUMA_SIZE, Frame, Mask

_DARKEST = 4
"""Luma up to which a cell is black; protected or exclusive content comes as 0."""
_POINTER_CELLS = 4
_POINTER_LUMA = 40
"""So many cells of a black picture may be so bright: a white mouse pointer makes 9 to 18, a large one 36."""


class PictureWorth(Enum):
    """The worth of a picture."""

    FINE = "fine"
    BLACK = "black"
    """Next to no light and no contrast in all of it."""
    FROZEN = "frozen"
    """The very same for a long time: a still menu, or a source that hangs."""


class FrozenDetector:
    """The judge of the pictures of one source, one after the other.

    `frozen_s` is how long a picture must have stayed the same to be taken for frozen, in seconds.
    """

    def __init__(self, *, frozen_s: float) -> None:
        self._frozen_s = frozen_s
        self._before: Frame | None = None
        self._same_since_s = 0.0

    def judge(self, frame: Frame, leave_out: Sequence[Mask] = ()) -> PictureWorth:
        """Return the worth of the next picture; what our own elements cover, now or before, is left out."""
        hidden = find_hidden_cells(leave_out)
        if self._before is None or not _is_same(self._before, frame, hidden):
            self._same_since_s = frame.at_s
        self._before = frame
        if _is_black(frame.luma, hidden):
            return PictureWorth.BLACK
        if frame.at_s - self._same_since_s >= self._frozen_s:
            return PictureWorth.FROZEN
        return PictureWorth.FINE


def _is_same(before: Frame, frame: Frame, hidden: frozenset[int]) -> bool:
    """Whether two pictures are the same: by digests, which see every pixel, or by the cells beside our own elements."""
    if before.size != frame.size:
        return False
    if not hidden:
        return before.digest == frame.digest
    return _drop_hidden(before.luma, hidden) == _drop_hidden(frame.luma, hidden)


def _is_black(luma: bytes, hidden: frozenset[int]) -> bool:
    cells = _drop_hidden(luma, hidden)
    bright = [grey for grey in cells if grey > _DARKEST]
    return bool(cells) and len(bright) <= _POINTER_CELLS and max(bright, default=0) <= _POINTER_LUMA


def _drop_hidden(luma: bytes, hidden: frozenset[int]) -> bytes:
    return bytes(grey for cell, grey in enumerate(luma) if cell not in hidden) if hidden else luma


_CLOSE_S: Final = 0.19
"""Pictures closer to one another than five a second show no more, and cost as much."""
_TURNS: Final = {
    ScreenChange.OPENS: 0.6,
    ScreenChange.BEGINS: 0.9,
    ScreenChange.CUTS: 0.5,
    ScreenChange.ENDS: 0.55,
    ScreenChange.PAGES: 0.45,
}
"""How much a change of screens is worth: that it begins more than that it is over, which the streamer has felt."""


@dataclass(frozen=True, kw_only=True)
class PictureSalience:
    """The importance of one picture."""

    importance: float = 0.0
    """How much out of the ordinary it is, 0 to 1."""
    is_still: bool = False
    """Whether it is a menu, a loading or a pause screen, as far as one can tell."""


class SalienceMeter:
    """The judge of the pictures of one source, one after the other; takes about 0.5 ms of one core for each."""

    def __init__(self) -> None:
        self._before: Frame | None = None
        self._screens = SceneCutDetector()
        self._numbers: NumberChanges | None = None

    def judge(self, frame: Frame, leave_out: Sequence[Mask] = ()) -> PictureSalience:
        """Return the importance of the next picture; what our own elements cover, now or before, is left out."""
        before = self._before
        if before is None or len(_pick_luma(before)) != len(_pick_luma(frame)):
            self._before, self._numbers = frame, None
            return PictureSalience()
        importance = 0.0
        if frame.at_s - before.at_s >= _CLOSE_S:
            self._before = frame
            importance = self._measure_importance(before, frame, leave_out)
        return PictureSalience(importance=importance, is_still=self._screens.is_still)

    def _measure_importance(self, before: Frame, frame: Frame, leave_out: Sequence[Mask]) -> float:
        size = FINE_SIZE if frame.fine else LUMA_SIZE
        hidden, after_s = find_hidden_cells(leave_out, size), frame.at_s - before.at_s
        moved = measure_motion(_pick_luma(before), _pick_luma(frame), hidden, at_s=frame.at_s, after_s=after_s)
        if self._numbers is None:
            self._numbers = NumberChanges(*size, before.at_s)
        turn = self._screens.take(moved)
        if self._screens.is_cut:
            self._numbers.begin_anew(frame.at_s)
            return 0.0
        stepped = self._numbers.take(moved)
        return max(_TURNS[turn] if turn else 0.0, stepped if self._screens.can_step else 0.0)


def _pick_luma(frame: Frame) -> bytes:
    return frame.fine or frame.luma
