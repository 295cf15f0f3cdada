"""Dead air: when nobody leads, or the lead is over its time, for so long that the understudy performs."""

import math
from collections.abc import Awaitable, Callable
from typing import Final

import anyio

from performer.clock import Clock
from performer.errors import ServiceError
from performer.models.model import OnText, Step

AWAY_S: Final = 8.0
"""So long the air may be dead: then the understudy performs."""
REST_S: Final = 20.0
"""A lead that was over its time is asked for a reaction again after so long: each try may cost that time anew."""


class OverTimeError(ServiceError):
    """A lead did not begin to speak in time."""


class Heard:
    """Passes words on, and knows whether there were any."""

    def __init__(self, on_text: OnText) -> None:
        self.something = False
        self._on_text = on_text

    def __call__(self, piece: str) -> None:
        """Pass a piece on."""
        self.something = self.something or bool(piece)
        self._on_text(piece)


class DeadAir:
    """Knows since when nobody leads, and until when a lead that was too slow is left alone."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._rests_until_s = -math.inf
        self._lost_s: float | None = None
        self._lost = anyio.Event()

    @property
    def is_resting(self) -> bool:
        """Whether reactions are the understudy's, for the lead was over its time."""
        return self._clock.now() < self._rests_until_s

    @property
    def is_dead(self) -> bool:
        """Whether it is time for the understudy: the lead rests, or has been away for long enough."""
        return self.is_resting or (self._lost_s is not None and self._clock.now() - self._lost_s >= AWAY_S)

    def lost(self) -> None:
        """Start the time without a lead, if it has not started."""
        if self._lost_s is None:
            self._lost_s = self._clock.now()
            self._lost.set()

    def found(self) -> None:
        """End the time without a lead."""
        self._lost_s = None

    async def next_absence(self) -> None:
        """Return once nobody has led for so long that the understudy performs."""
        while True:
            await self._lost.wait()
            self._lost = anyio.Event()
            lost_s = self._lost_s
            if lost_s is None:
                continue
            await self._clock.sleep(lost_s + AWAY_S - self._clock.now())
            if self._lost_s == lost_s:
                return

    async def in_time(self, name: str, ask: Callable[[], Awaitable[Step | None]], heard: Heard) -> Step | None:
        """Return a lead's answer to a reaction; a lead that says no word of it in time rests for a while.

        Raises:
            OverTimeError: when no word came in time.
            ServiceError: when the lead failed.
        """
        came: list[Step | None] = []
        failed: list[ServiceError] = []
        async with anyio.create_task_group() as tasks:

            async def answer() -> None:
                try:
                    came.append(await ask())
                except ServiceError as error:
                    failed.append(error)
                tasks.cancel_scope.cancel()

            tasks.start_soon(answer)
            await self._clock.sleep(AWAY_S)
            if heard.something:
                await anyio.sleep_forever()
            tasks.cancel_scope.cancel()
        if failed:
            raise failed[0]
        if came:
            return came[0]
        self._rests_until_s = self._clock.now() + REST_S
        raise OverTimeError(f"{name} did not begin to speak within {AWAY_S:g} s.")
