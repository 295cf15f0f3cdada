"""An allowance: so many at once, and after that so many a second."""

from performer.clock import Clock


class Allowance:
    """Counts what somebody does, and says when it is too much.

    Args:
        clock: Whose seconds count.
        at_once: How many may come together.
        per_s: How many a second grow back.
    """

    def __init__(self, clock: Clock, *, at_once: int, per_s: float) -> None:
        self._clock = clock
        self._most = float(at_once)
        self._per_s = per_s
        self._left = self._most
        self._counted_s = clock.now()

    def take(self) -> bool:
        """Take one more; false when there is none left, and then nothing is taken."""
        now_s = self._clock.now()
        self._left = min(self._left + (now_s - self._counted_s) * self._per_s, self._most)
        self._counted_s = now_s
        if self._left < 1:
            return False
        self._left -= 1
        return True
