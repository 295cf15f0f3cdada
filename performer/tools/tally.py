"""A tally: what was done when, by what it counts for, within a sliding window; what is idle is forgotten."""

from bisect import insort
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

from performer.tools.rate import Rate

_MOST: Final = 1000
"""What it counts for at once: every person of a chat may be one."""


class Tally:
    """Counts by keys; within bounds: the key that was idle for the longest goes first.

    Args:
        most: How many keys it keeps.
    """

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._taken: OrderedDict[Hashable, list[float]] = OrderedDict()
        self._over_s: dict[Hashable, float] = {}
        """When nothing of a key counts any more."""

    def __len__(self) -> int:
        return len(self._taken)

    def wait_s(self, key: Hashable, rate: Rate, now_s: float) -> float:
        """Tell how long it is until one more is free; 0 when it is."""
        taken = [at_s for at_s in self._taken.get(key, ()) if at_s > now_s - rate.window_s]
        if len(taken) < rate.calls:
            return 0.0
        return taken[-rate.calls] + rate.window_s - now_s if rate.calls else rate.window_s

    def take(self, key: Hashable, rate: Rate, now_s: float) -> None:
        """Count one."""
        taken = self._taken.setdefault(key, [])
        taken[:] = [at_s for at_s in taken if at_s > now_s - rate.window_s]
        insort(taken, now_s)
        self._taken.move_to_end(key)
        self._over_s[key] = now_s + rate.window_s
        self._forget_idle(now_s)

    def give_back(self, key: Hashable, at_s: float) -> None:
        """Count the one of that instant no longer: it came to nothing."""
        taken = self._taken.get(key, [])
        if at_s in taken:
            taken.remove(at_s)
        if key in self._taken and not taken:
            self._forget(key)

    def _forget_idle(self, now_s: float) -> None:
        """Make room: look at them all only where there are too many."""
        if len(self._taken) <= self._most:
            return
        for key in [key for key, over_s in self._over_s.items() if over_s <= now_s]:
            self._forget(key)
        while len(self._taken) > self._most:
            self._forget(next(iter(self._taken)))

    def _forget(self, key: Hashable) -> None:
        del self._taken[key]
        del self._over_s[key]
