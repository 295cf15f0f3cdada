"""When a slice ended: sound comes in lumps, and late when the machine is busy, but it was recorded at a steady pace."""

from typing import Final

_LATE_S: Final = 0.4
"""So much later than reckoned, and sound has been lost: the reckoning begins anew."""
_DRIFT: Final = 0.001
"""By so much, of 1, a sound card's second may be longer than ours."""


class Instants:
    """Reckons the end of each slice from those that came soonest after their sound.

    Args:
        step_s: How long a slice is.
    """

    def __init__(self, step_s: float) -> None:
        self._step_s = step_s
        self._end_s = float("-inf")

    def next(self, came_s: float) -> float:
        """Tell when the next slice ended, given when it came."""
        reckoned_s = self._end_s + self._step_s * (1 + _DRIFT)
        self._end_s = came_s if came_s < reckoned_s or came_s > reckoned_s + _LATE_S else reckoned_s
        return self._end_s
