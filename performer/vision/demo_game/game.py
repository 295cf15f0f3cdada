"""The demo game, which plays itself, and its pictures as a source where there is no display.

The same seed gives the same events and pictures, however the game is asked.
"""

import time
from bisect import bisect_right
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from functools import lru_cache

import anyio.to_thread

from performer.core.clock import Clock
from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.events import GameEvent, write_log
from performer.vision.demo_game.plot import RoundPlan, write_plot
from performer.vision.demo_game.state import GameState
from performer.vision.demo_game.view import make_state
from performer.vision.encode import encode_frame
from performer.vision.frame import Frame, Mask
from performer.vision.look_pace import LookPace


class DemoGame:
    """The game: an endless row of rounds of 55 to 100 s, each a menu, loading, a level, and victory or game over.

    The game has no current time: any instant can be asked in any order.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._begins = [0.0]
        """When each round begins; one more than the rounds that are known."""
        self._best = [0]
        """The highest score before each round."""

    def state_at(self, at_s: float) -> GameState:
        """Return the state of the game at that second; raises ValueError for one before 0."""
        index = self._find_round(at_s)
        plot, log = _write_round(self.seed, index)
        since_s = at_s - self._begins[index]
        return make_state(plot, log, since_s, at_s=at_s, best=self._best[index])

    def events_between(self, begin_s: float, end_s: float) -> list[GameEvent]:
        """Return what happens from `begin_s` up to, but not at, `end_s`, in order; ValueError before 0."""
        events = [
            replace(event, at_s=self._begins[index] + event.at_s)
            for index in range(self._find_round(begin_s), self._find_round(max(begin_s, end_s)) + 1)
            for event in _write_round(self.seed, index)[1]
        ]
        return [event for event in events if begin_s <= event.at_s < end_s]

    def _find_round(self, at_s: float) -> int:
        if at_s < 0:
            raise ValueError(f"The demo game was asked for second {at_s}. It begins at 0.")
        while self._begins[-1] <= at_s:
            plot, log = _write_round(self.seed, len(self._begins) - 1)
            self._begins.append(self._begins[-1] + plot.length_s)
            self._best.append(max(self._best[-1], log[-1].score))
        return bisect_right(self._begins, at_s) - 1


@lru_cache(maxsize=16)
def _write_round(seed: int, index: int) -> tuple[RoundPlan, tuple[GameEvent, ...]]:
    plot = write_plot(seed, index)
    return plot, write_log(plot)


class DemoGameSource:
    """A source that draws the game at a steady rate, in a worker thread.

    The game's time is the show's: an event at its second 12 is on the first frame whose `at_s` is 12 or more.
    """

    def __init__(self, clock: Clock, *, seed: int, rate_hz: float, masks: Sequence[Mask] = ()) -> None:
        self.name = f"arcade seed {seed}"
        self._game = DemoGame(seed)
        self.pace = LookPace(clock, rate_hz=rate_hz)
        self._clock, self._masks = clock, masks

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Yield a picture every period, for ever; asked again, the game has gone on meanwhile."""
        while True:
            began_s = self._clock.now()
            self.pace.take_wish()
            yield await anyio.to_thread.run_sync(self._take, began_s)
            await self.pace.wait(began_s)

    def _take(self, at_s: float) -> Frame:
        began_s = time.perf_counter()
        picture = draw(self._game.state_at(at_s))
        return encode_frame(picture, source=self.name, at_s=at_s, began_s=began_s, masks=self._masks)
