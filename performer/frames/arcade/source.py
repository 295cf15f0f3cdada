"""The arcade as a source of pictures: the demo where there is no display."""

import time
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace

import anyio.to_thread
from PIL.Image import Image

from performer.clock import Clock
from performer.frames.arcade.drawing import draw
from performer.frames.arcade.game import Arcade
from performer.frames.frame import Frame


class ArcadeSource:
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
        self.arcade = Arcade(seed)
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
