"""The salience of the newest picture: how odd it is, and whether the screen stands still. Time is the pictures' own."""

from collections.abc import Sequence
from typing import Final

from performer.core.values import dataclass
from performer.vision.changes.appearances import Appearances
from performer.vision.changes.motion import find_hidden_cells, measure_motion
from performer.vision.changes.numbers import NumberChanges
from performer.vision.changes.scene_cuts import SceneCutDetector, ScreenChange
from performer.vision.frame import FINE_SIZE, LUMA_SIZE, Glimpse, Mask

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
    """The judge of the pictures of one source, one after the other; takes about 0.4 ms of one core for each."""

    def __init__(self) -> None:
        self._before: Glimpse | None = None
        self._screens = SceneCutDetector()
        self._numbers: NumberChanges | None = None
        self._appearances = Appearances(LUMA_SIZE[0])

    def judge(self, frame: Glimpse, leave_out: Sequence[Mask] = ()) -> PictureSalience:
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

    def _measure_importance(self, before: Glimpse, frame: Glimpse, leave_out: Sequence[Mask]) -> float:
        size = FINE_SIZE if frame.fine else LUMA_SIZE
        hidden, after_s = find_hidden_cells(leave_out, size), frame.at_s - before.at_s
        moved = measure_motion(_pick_luma(before), _pick_luma(frame), hidden, at_s=frame.at_s, after_s=after_s)
        if self._numbers is None:
            self._numbers = NumberChanges(*size, before.at_s)
        appeared = self._appearances.take(before.luma, frame.luma, find_hidden_cells(leave_out))
        turn = self._screens.take(moved)
        if self._screens.is_cut:
            self._numbers.begin_anew(frame.at_s)
            return appeared
        stepped = self._numbers.take(moved)
        return max(_TURNS[turn] if turn else 0.0, stepped if self._screens.can_step else 0.0, appeared)


def _pick_luma(frame: Glimpse) -> bytes:
    return frame.fine or frame.luma
