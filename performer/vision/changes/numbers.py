"""Steps: what held still in the picture and now holds something else, as numbers, hearts, bars and banners do.

A game moves all the time, so that movement says little. What is written over the game keeps still, and when that
changes, the game has said something: points, a life lost, a boss's name. Three things make a step: the cell held its
grey for a while, it holds another one now (a bat that flies by does not stay), and little moves around it.
"""

import math
from typing import Final

from performer.core.values import dataclass
from performer.vision.changes.motion import FrameMotion

_HELD_S: Final = 1.4
"""A cell that kept its grey for so long holds still."""
_STAYS_S: Final = 0.45
"""The new grey must last until a later picture that long after, or it was something passing by."""
_USED_TO_S: Final = 8.0
"""A cell whose last step is so long ago says 63 % of what it can: what changes every second is soon no news."""
_BUSY: Final = 0.06
"""Share of a block's cells that move from picture to picture, from which on its steps say nothing."""
_UNKNOWN: Final = 0.3
"""Restlessness of a block nobody has watched yet: it takes 8 s of quiet to be trusted."""
_UNKNOWN_S: Final = 2.0
"""Seconds of watching that count as much as that guess."""
_HALF_LIFE_S: Final = 10.0
"""The time after which what is known of a block's restlessness counts half."""
_ROUTINE_S: Final = 5.0
"""The time for which steps count as what goes on anyway, against which a new one is weighed."""
_USED_TO: Final = 0.3
"""Fresh cells that it takes more to stand out, for each that stepped of late: in a fight every blow moves a bar."""
_ENOUGH: Final = 2.0
"""Fresh cells that say 63 % of what a step can say, with no others of late; a heart is about five, a digit two."""
_MOST: Final = 6.0
"""Fresh cells that at most count as routine: one great banner must not deafen for long."""
_ALIKE: Final = 8
"""Luma within which a cell is again what it was."""
_CALLS_S: Final = 6.0
"""What is gone again within so long was a call: that it goes is no news."""
_LARGE: Final = 40.0
"""Fresh cells of what a game writes large, as it does with what nobody shall miss: a banner, a boss's bar."""
_SMALL: Final = 0.3
"""What the smallest step says, compared with a large one: a digit, a heart."""
_COLUMNS, _ROWS = 16, 9
"""Blocks."""


@dataclass(frozen=True, kw_only=True)
class _Step:
    """The change of a cell that had held still."""

    at_s: float
    quiet: float
    """How quiet it is around the cell, 0 to 1."""
    held: int
    """The grey that it held before."""


class NumberChanges:
    """The cells of a small picture that hold still and step; columns are a multiple of 16, rows of 9."""

    def __init__(self, columns: int, rows: int, at_s: float) -> None:
        wide, high = columns // _COLUMNS, rows // _ROWS
        self._columns = columns
        self._block = [cell // columns // high * _COLUMNS + cell % columns // wide for cell in range(columns * rows)]
        self._size = wide * high
        self._busy = [_UNKNOWN] * (_COLUMNS * _ROWS)
        self._watched_s = _UNKNOWN_S
        self._same_since_s = [at_s] * (columns * rows)
        self._stepped_s = [-math.inf] * (columns * rows)
        self._earlier = [-1] * (columns * rows)
        """The grey that each cell held before its last step."""
        self._new: dict[int, _Step] = {}
        """Cells that changed after they had held still."""
        self._routine = 0.0

    def begin_anew(self, at_s: float) -> None:
        """Forget which cells hold still: all of the picture is another one."""
        self._same_since_s = [at_s] * len(self._same_since_s)
        self._new.clear()

    def take(self, motion: FrameMotion) -> float:
        """Note what moved, and return how much the steps that are certain now say, 0 to 1."""
        fresh = self._count_fresh(motion)
        self._note(motion)
        self._routine *= math.exp(-motion.after_s / _ROUTINE_S)
        says = 1 - math.exp(-fresh / (_ENOUGH + _USED_TO * self._routine))
        self._routine += min(fresh, _MOST)
        return says * min(1.0, _SMALL + (1 - _SMALL) * fresh / _LARGE)

    def _count_fresh(self, motion: FrameMotion) -> float:
        """Count the cells whose new grey has stayed, each by how long ago its last step is; single ones are noise."""
        passed_by = self._new.keys() & set(motion.changed)
        for cell in passed_by:
            del self._new[cell]
        certain = [cell for cell, step in self._new.items() if motion.at_s - step.at_s >= _STAYS_S]
        news = {cell: self._weigh_step(cell, motion.after[cell]) for cell in certain}
        around = (-1, 1, -self._columns, self._columns)
        return sum(each for cell, each in news.items() if any(cell + step in news for step in around))

    def _weigh_step(self, cell: int, grey: int) -> float:
        """Return how much a step says: nothing when the cell is again what it was, as when a banner goes."""
        step = self._new.pop(cell)
        since_s = step.at_s - self._stepped_s[cell]
        goes_back = since_s <= _CALLS_S and abs(grey - self._earlier[cell]) <= _ALIKE
        self._stepped_s[cell], self._earlier[cell] = step.at_s, step.held
        return 0.0 if goes_back else step.quiet * (1 - math.exp(-since_s / _USED_TO_S))

    def _note(self, motion: FrameMotion) -> None:
        """Note which cells left their grey, and how restless each block is."""
        moved, block_of, same_since_s = [0] * len(self._busy), self._block, self._same_since_s
        at_s, held_since_s = motion.at_s, motion.at_s - _HELD_S
        for cell in motion.changed:
            if same_since_s[cell] > held_since_s:
                moved[block_of[cell]] += 1
            else:
                quiet = 1 - self._busy[block_of[cell]] / _BUSY
                if quiet > 0:
                    self._new[cell] = _Step(at_s=at_s, quiet=quiet, held=motion.before[cell])
            same_since_s[cell] = at_s
        self._watched_s += motion.after_s
        learns = max(motion.after_s / self._watched_s, 1 - 0.5 ** (motion.after_s / _HALF_LIFE_S))
        self._busy = [
            busy + learns * (count / self._size - busy) for busy, count in zip(self._busy, moved, strict=True)
        ]
