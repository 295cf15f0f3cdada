"""The arcade: a game that plays itself; the same seed gives the same events and pictures, however it is asked.

The arcade as a source of pictures: the demo where there is no display.
"""

import time
from bisect import bisect_right
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from functools import lru_cache

import anyio.to_thread
from PIL.Image import Image

from performer.core.clock import Clock
from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.events import GameEvent, GameLogEntry, chronicle
from performer.vision.demo_game.plot import RoundPlan, write_plot
from performer.vision.demo_game.state import GameState
from performer.vision.demo_game.view import view
from performer.vision.frame import Frame


class DemoGame:
    """An endless row of rounds, each of about 55 to 100 s: menu, loading, a level, and victory or game over.

    It has no current time: any instant can be asked in any order.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._begins = [0.0]
        """When each round begins; one more than the rounds that are known."""
        self._best = [0]
        """The highest score before each round."""

    def state_at(self, at_s: float) -> GameState:
        """Show the world at that second, from 0 on.

        Raises:
            ValueError: for an instant before the beginning.
        """
        index = self._round_at(at_s)
        plot, entries = _round(self.seed, index)
        return view(plot, entries, at_s - self._begins[index], at_s=at_s, best=self._best[index], opening=index == 0)

    def events_between(self, begin_s: float, end_s: float) -> list[GameEvent]:
        """List what happens from `begin_s` up to, but not at, `end_s`, in order.

        Raises:
            ValueError: for an instant before the beginning.
        """
        found: list[GameEvent] = []
        for index in range(self._round_at(begin_s), self._round_at(max(begin_s, end_s)) + 1):
            for entry in _round(self.seed, index)[1]:
                at_s = self._begins[index] + entry.event.at_s
                if begin_s <= at_s < end_s:
                    found.append(replace(entry.event, at_s=at_s))
        return found

    def _round_at(self, at_s: float) -> int:
        if at_s < 0:
            raise ValueError(f"The arcade was asked for second {at_s}. It begins at 0.")
        while self._begins[-1] <= at_s:
            plot, entries = _round(self.seed, len(self._begins) - 1)
            self._begins.append(self._begins[-1] + plot.length_s)
            self._best.append(max(self._best[-1], entries[-1].score))
        return bisect_right(self._begins, at_s) - 1


@lru_cache(maxsize=16)
def _round(seed: int, index: int) -> tuple[RoundPlan, tuple[GameLogEntry, ...]]:
    plot = write_plot(seed, index)
    return plot, chronicle(plot)


class DemoGameSource:
    """Draws the game at a steady rate, in a worker thread.

    The game's time is the show's: an event of `arcade` at second 12 is on the first frame whose `at_s` is 12 or more.

    Args:
        clock: The show's clock; the game begins at its 0.
        develop: Makes a Frame of a picture and the instant it shows; it may paint on the picture.
        seed: Which game is played.
        rate_hz: Pictures a second.
    """

    def __init__(self, clock: Clock, *, develop: Callable[[Image, float], Frame], seed: int, rate_hz: float) -> None:
        self.name = f"arcade seed {seed}"
        self.arcade = DemoGame(seed)
        self._clock = clock
        self._develop = develop
        self._period_s = 1 / rate_hz

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Yield a picture every period, for ever; asked again, the game has gone on meanwhile."""
        while True:
            began_s = self._clock.now()
            yield await anyio.to_thread.run_sync(self._take, began_s)
            await self._clock.sleep(max(0.0, began_s + self._period_s - self._clock.now()))

    def _take(self, at_s: float) -> Frame:
        began_s = time.perf_counter()
        frame = self._develop(draw(self.arcade.state_at(at_s)), at_s)
        return replace(frame, cost_ms=(time.perf_counter() - began_s) * 1000)
