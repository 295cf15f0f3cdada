"""The streamer's floor: taken while they speak, free when they have been silent for long enough."""

import anyio
import anyio.lowlevel

from performer.clock import Clock
from performer.events import EventStream, FloorFreed, FloorTaken


class StreamersFloor:
    """The floor of a show that listens; free until somebody takes it."""

    def __init__(self, clock: Clock, stream: EventStream) -> None:
        self._clock = clock
        self._stream = stream
        self._taken_s: float | None = None
        self._freed = anyio.Event()

    @property
    def is_free(self) -> bool:
        """Whether a line may begin now."""
        return self._taken_s is None

    @property
    def taken_s(self) -> float | None:
        """Since when it is taken, an instant of the show's clock; None when it is free."""
        return self._taken_s

    async def freed(self) -> None:
        """Return when it is free, at once when it is; it may be taken again by the time the caller goes on."""
        await anyio.lowlevel.checkpoint()
        while self._taken_s is not None:
            await self._freed.wait()

    def take(self) -> None:
        """State that the streamer speaks; no news while they have it already."""
        if self._taken_s is None:
            self._taken_s = self._clock.now()
            self._stream.publish(FloorTaken())

    def free(self) -> None:
        """State that they have done, or that nobody listens any more."""
        if self._taken_s is None:
            return
        after_s = self._clock.now() - self._taken_s
        self._taken_s = None
        self._freed.set()
        self._freed = anyio.Event()
        self._stream.publish(FloorFreed(after_s=round(after_s, 3)))
