"""Clocks: the only source of time and chance, so that a show can run in virtual time."""

import asyncio
import heapq
import itertools
import math
import random
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Protocol

import anyio
import anyio.lowlevel
import anyio.to_thread

from performer.core.values import dataclass

_PASSES = 20
"""Turns of the event loop after which most tasks wait for something."""
_A_MOMENT_S = 0.0005

Deadline = AbstractContextManager[anyio.CancelScope, bool | None]


def measure_worked_s() -> float:
    """Return the seconds that a processor has worked for this thread, without the time of waiting."""
    return time.thread_time()


class Clock(Protocol):
    """Seconds since the show began, waiting, deadlines and the seeded chance."""

    chance: random.Random
    """The show's only source of chance; the same seed gives the same show."""

    def now(self) -> float:
        """Return the seconds since the clock was made; the number never falls."""
        ...

    def utc(self) -> datetime:
        """Return the wall time that belongs to `now()`."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait for that many seconds of this clock."""
        ...

    def move_on_after(self, seconds: float) -> Deadline:
        """Cancel the block after that many seconds; `.cancelled_caught` of what it yields says whether it happened."""
        ...

    def call_after(self, seconds: float, what: Callable[[], object]) -> AbstractContextManager[None]:
        """Call something after that many seconds, unless the block is over by then; costs a fifth of a deadline."""
        ...


class SystemClock:
    """The machine's own monotonic clock."""

    def __init__(self, seed: int | None = None) -> None:
        self.chance = random.Random(seed)
        self._started = time.monotonic()

    def now(self) -> float:
        """Return the seconds since the clock was made."""
        return time.monotonic() - self._started

    def utc(self) -> datetime:
        """Return the wall time."""
        return datetime.now(UTC)

    async def sleep(self, seconds: float) -> None:
        """Wait for that many seconds."""
        await anyio.sleep(seconds)

    def move_on_after(self, seconds: float) -> Deadline:
        """Cancel the block after that many seconds."""
        return anyio.move_on_after(seconds)

    @contextmanager
    def call_after(self, seconds: float, what: Callable[[], object]) -> Iterator[None]:
        """Call something after that many seconds, unless the block is over by then."""
        timer = asyncio.get_running_loop().call_later(seconds, what)
        try:
            yield
        finally:
            timer.cancel()


@dataclass
class _Alarm:
    ring: Callable[[], object]
    is_off: bool = False


class VirtualClock:
    """A clock that stands still until `advance` moves it, and then wakes sleepers in order.

    Two virtual hours take as long as the work done in them. The wall time starts at midnight, 1 January 2026 UTC. The
    clock sees by itself that worker threads are busy; code that waits for another program uses `held`.
    """

    def __init__(self, seed: int = 0) -> None:
        self.chance = random.Random(seed)
        self._now = 0.0
        self._order = itertools.count()
        self._alarms: list[tuple[float, int, _Alarm]] = []
        self._holds = 0
        self._released = anyio.Event()

    def now(self) -> float:
        """Return the virtual seconds since the clock was made."""
        return self._now

    def utc(self) -> datetime:
        """Return the virtual wall time."""
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self._now)

    async def sleep(self, seconds: float) -> None:
        """Wait until `advance` has passed that instant."""
        wake = anyio.Event()
        self._set_alarm(seconds, wake.set)
        await wake.wait()

    @contextmanager
    def move_on_after(self, seconds: float) -> Iterator[anyio.CancelScope]:
        """Cancel the block once `advance` has passed that instant."""
        with anyio.CancelScope() as scope:
            alarm = self._set_alarm(seconds, scope.cancel)
            try:
                yield scope
            finally:
                alarm.is_off = True

    @contextmanager
    def call_after(self, seconds: float, what: Callable[[], object]) -> Iterator[None]:
        """Call something once `advance` has passed that instant, unless the block is over by then."""
        alarm = self._set_alarm(seconds, what)
        try:
            yield
        finally:
            alarm.is_off = True

    async def advance(self, seconds: float) -> None:
        """Move the clock on by that many seconds: each sleeper wakes at its time, and all tasks settle in between."""
        until = self._now + seconds
        await self._settle()
        while self._alarms and self._alarms[0][0] <= until:
            self._now, _, alarm = heapq.heappop(self._alarms)
            if not alarm.is_off:
                alarm.ring()
                await self._settle()
        self._now = until

    @contextmanager
    def held(self) -> Iterator[None]:
        """Stop virtual time while the block waits for something that takes real time."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
            if not self._holds:
                self._released.set()
                self._released = anyio.Event()

    async def _settle(self) -> None:
        await _settle()
        while self._holds:
            await self._released.wait()
            await _settle()

    def _set_alarm(self, seconds: float, ring: Callable[[], object]) -> _Alarm:
        alarm = _Alarm(ring)
        if not math.isinf(seconds):
            heapq.heappush(self._alarms, (self._now + max(seconds, 0.0), next(self._order), alarm))
        return alarm


async def _settle() -> None:
    """Wait until every other task waits for something, and no worker thread works for one."""
    threads = anyio.to_thread.current_default_thread_limiter()
    while True:
        for _ in range(_PASSES):  # spares AnyIO's own wait below, which looks every 0.1 s
            await anyio.lowlevel.checkpoint()
        await anyio.wait_all_tasks_blocked()
        if not threads.borrowed_tokens:
            return
        await anyio.sleep(_A_MOMENT_S)
