"""Black and frozen pictures, which are not worth words. Time is the pictures' own."""

from collections.abc import Sequence
from enum import Enum

from performer.vision.changes.motion import find_hidden_cells
from performer.vision.frame import Glimpse, Mask

_BLACK = bytes(range(5))
"""Lumas of black cells; protected or exclusive content comes as 0."""
_POINTER_CELLS = 4
_POINTER_LUMA = 40
"""Cells of a black picture that may be brighter, and their most luma: a white mouse pointer makes 9 to 18, a large one
36."""


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
        self.frozen_s = frozen_s
        self._before: Glimpse | None = None
        self._same_since_s = 0.0

    def judge(self, frame: Glimpse, leave_out: Sequence[Mask] = ()) -> PictureWorth:
        """Return the worth of the next picture; what our own elements cover, now or before, is left out."""
        hidden = find_hidden_cells(leave_out)
        if self._before is None or not _is_same(self._before, frame, hidden):
            self._same_since_s = frame.at_s
        self._before = frame
        if _is_black(frame.luma, hidden):
            return PictureWorth.BLACK
        if frame.at_s - self._same_since_s >= self.frozen_s:
            return PictureWorth.FROZEN
        return PictureWorth.FINE


def _is_same(before: Glimpse, frame: Glimpse, hidden: frozenset[int]) -> bool:
    """Whether two pictures are the same: by samples of every fifth pixel, or by the cells beside our own elements."""
    if before.size != frame.size:
        return False
    if not hidden:
        return before.shows_same(frame)
    return _blacken(before.luma, hidden) == _blacken(frame.luma, hidden)


def _is_black(luma: bytes, hidden: frozenset[int]) -> bool:
    bright = _blacken(luma, hidden).translate(None, _BLACK)
    return len(luma) > len(hidden) and len(bright) <= _POINTER_CELLS and max(bright, default=0) <= _POINTER_LUMA


def _blacken(luma: bytes, hidden: frozenset[int]) -> bytes:
    shown = bytearray(luma)
    for cell in hidden:
        shown[cell] = 0
    return bytes(shown)
