"""One rate limit of Discord's: who comes first is served first, and nobody waits once their own request is answered."""

import asyncio
from types import TracebackType
from typing import Final

import aiohttp
import anyio
from discord import RateLimited
from discord.http import Ratelimit

from performer.clock import Clock

LONGEST_S: Final = 30.0
"""The longest that a request waits for its turn."""


class Limit(Ratelimit):
    """Counts as discord.py's own does, which has the last request of a window wait for the next window."""

    __slots__ = ("_changed", "_clock", "_is_known", "_line")

    def __init__(self, clock: Clock) -> None:
        super().__init__(LONGEST_S)
        self._clock = clock
        self._line = anyio.Lock()
        self._changed = anyio.Event()
        self._is_known = False

    def is_inactive(self) -> bool:
        """Whether it can be forgotten."""
        return self.outgoing == 0 and (self.expires is None or self.is_expired())

    async def acquire(self) -> None:
        """Wait for one's turn.

        Raises:
            RateLimited: when it would take too long.
        """
        async with self._line:
            while not self._is_free():
                await self._wait()
            self.remaining -= 1
            self.outgoing += 1

    def update(self, response: aiohttp.ClientResponse, *, use_clock: bool = False) -> None:
        """Update what is left from an answer: requests that are under way are not counted in it."""
        left = self.remaining
        super().update(response, use_clock=use_clock)
        told = int(response.headers.get("X-Ratelimit-Remaining", 0))
        self.remaining = min(left, told) if self._is_known else max(told - self.outgoing + 1, 0)
        self._is_known = True

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Wake the next one."""
        self.outgoing -= 1
        if self.expires is None and self.remaining <= 0:
            self.remaining = self.limit - self.outgoing
        self._changed.set()
        self._changed = anyio.Event()

    def _is_free(self) -> bool:
        if self.is_expired():
            self.remaining, self.expires = self.limit - self.outgoing, None
        return self.remaining > 0

    async def _wait(self) -> None:
        """Return when the window is over, or a request was answered: only then is it known when that will be."""
        left_s = LONGEST_S if self.expires is None else self.expires - asyncio.get_running_loop().time()
        if left_s > LONGEST_S:
            raise RateLimited(left_s)
        with self._clock.move_on_after(max(left_s, 0.0) + 0.001):
            await self._changed.wait()
