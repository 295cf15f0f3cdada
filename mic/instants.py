"""When a slice ended: sound comes in lumps, and late when the machine is busy, but it was recorded at a steady pace."""

from typing import Final

_LATE_S: Final = 1.5
"""So much later than reckoned, and sound has been lost: the reckoning begins anew."""
_WINDOW: Final = 12
"""Slices, some 0.4 s: the soonest of this stretch and of the one before tell how late sound comes just now. No more of
it can wait for us; what comes later than that for longer comes after a loss, of which nobody tells."""


class Instants:
    """Reckons the end of each slice from those that came soonest after their sound, of the last half second.

    Args:
        step_s: How long a slice is.
    """

    def __init__(self, step_s: float) -> None:
        self._step_s = step_s
        self._count = 0
        self._soonest_s: float | None = None
        """The instant before the first slice, by the slice of this stretch that came soonest."""
        self._before_s: float | None = None
        """The same by the stretch before."""

    def next(self, came_s: float) -> float:
        """Tell when the next slice ended, given when it came."""
        self._count += 1
        began_s = came_s - self._count * self._step_s
        if self._soonest_s is not None and began_s > self._soonest_s + _LATE_S:
            self._count, began_s = 1, came_s - self._step_s
            self._soonest_s = self._before_s = None
        elif self._count % _WINDOW == 0:
            self._before_s, self._soonest_s = self._soonest_s, None
        self._soonest_s = began_s if self._soonest_s is None else min(self._soonest_s, began_s)
        begun_s = self._soonest_s if self._before_s is None else min(self._soonest_s, self._before_s)
        return begun_s + self._count * self._step_s
