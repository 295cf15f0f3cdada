"""Lateness: how long ago a message was written, though its writer's clock and ours may differ by anything."""

from collections import deque
from datetime import datetime
from typing import Final

from performer.clock import Clock

_MOST: Final = 50
"""Messages whose way is known; a clock that was set right is believed after so many."""
_USUAL_S: Final = 2.0
"""A difference below this is the network's."""


class Lateness:
    """Compares each message's way with the shortest of late: what comes on time shows how far the clocks differ."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ways_s: deque[float] = deque(maxlen=_MOST)

    def of(self, written: datetime) -> float:
        """Tell by how many seconds a message that comes now is later than others; 0 when it is about on time."""
        way_s = (self._clock.utc() - written).total_seconds()
        self._ways_s.append(way_s)
        late_s = way_s - min(self._ways_s)
        return late_s if late_s > _USUAL_S else 0.0
