"""Patience: how long a turn waits for the floor before it is said whoever speaks."""

import math
from collections import deque
from typing import Final

from performer.clock import Clock
from performer.floor import Floor

_STREAMERS_KINDS: Final = frozenset({"say", "operator"})
"""Cues of the streamer's own hand."""
_STREAMERS_WAIT_S: Final = 10.0
"""What the streamer asked for waits no longer; anything else waits for as long as it takes."""
_REMEMBERED: Final = 64


class Patience:
    """Waits for the floor on behalf of turns, and knows which has waited in vain."""

    def __init__(self, clock: Clock, floor: Floor) -> None:
        self._clock = clock
        self._floor = floor
        self._streamers: deque[int] = deque(maxlen=_REMEMBERED)
        self._insisting = 0

    def took(self, turn: int, kind: str) -> None:
        """Take in what kind of cue a turn was made of."""
        if kind in _STREAMERS_KINDS:
            self._streamers.append(turn)

    def insists(self, turn: int) -> bool:
        """Tell whether this turn has waited in vain: it waits no more, and is not to be held."""
        return turn == self._insisting

    async def come_by_the_floor(self, turn: int) -> None:
        """Return when it is free for this turn, or 10 s later at most if the streamer asked for it."""
        if self.insists(turn):
            return
        with self._clock.move_on_after(_STREAMERS_WAIT_S if turn in self._streamers else math.inf) as limit:
            while not self._floor.is_free:
                await self._floor.freed()
        if limit.cancelled_caught:
            self._insisting = turn
