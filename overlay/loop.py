"""A loop: which of a moving picture's frames shows at an instant, by the same law as `overlay/page/loop.js`."""

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from overlay.figure import STILL

_SHORTEST_FRAME_MS: Final = 10


class Loop:
    """Tells which frame shows.

    Args:
        frames_ms: How long each of them does; empty for a picture that stands still.
        born_ms: When the first one is shown first.
    """

    def __init__(self, frames_ms: Sequence[int], born_ms: float) -> None:
        self._ends_ms = list(accumulate(max(each, _SHORTEST_FRAME_MS) for each in frames_ms))
        self._born_ms = born_ms

    def number(self, now_ms: float) -> int:
        """Tell which frame shows now, from 0 on."""
        if len(self._ends_ms) < 2:
            return 0
        into_ms = (now_ms - self._born_ms) % self._ends_ms[-1]
        return next((number for number, end in enumerate(self._ends_ms) if into_ms < end), 0)

    def next_ms(self, now_ms: float) -> float:
        """Tell when the next frame is due."""
        if len(self._ends_ms) < 2:
            return STILL
        loop_ms = self._ends_ms[-1]
        rounds = math.floor((now_ms - self._born_ms) / loop_ms)
        return self._born_ms + rounds * loop_ms + self._ends_ms[self.number(now_ms)]
