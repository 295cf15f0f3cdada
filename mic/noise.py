"""The noise of the room: the quietest that it gets within a few seconds, for nobody speaks without a pause."""

from collections import deque
from typing import Final

from mic.level import SILENT_DB

_BLOCK: Final = 8
"""Slices of which only the quietest is remembered: a quarter of a second."""
_BLOCKS: Final = 12
_ABOVE_MINIMUM_DB: Final = 1.5
"""The quietest of some slices of steady noise lies below its mean."""
_LOWEST_DB: Final = -75.0
"""A microphone that is switched off by software gives zeroes; speech is far above this all the same."""


class NoiseFloor:
    """Follows the noise: down at once, up within three seconds."""

    def __init__(self) -> None:
        self._blocks: deque[float] = deque(maxlen=_BLOCKS)
        self._quietest = 0.0
        self._count = 0
        self.level_db = SILENT_DB

    def take(self, level: float) -> None:
        """Take in the level of a slice."""
        self._quietest = min(self._quietest, level)
        self._count += 1
        if self._count == _BLOCK:
            self._blocks.append(self._quietest)
            self._quietest, self._count = 0.0, 0
        floor = min([*self._blocks, self._quietest if self._count or not self._blocks else 0.0])
        self.level_db = max(floor + _ABOVE_MINIMUM_DB, _LOWEST_DB)
