"""Push to talk: while its key is held, the floor is the streamer's, with a microphone or without."""

import anyio
import anyio.lowlevel

from performer.core.clock import Clock
from performer.core.events.speech import FloorFreed, FloorTaken
from performer.core.events.stream import EventStream
from performer.core.speaking_turn import Floor


class TalkKeyFloor:
    """A floor that is taken while the key is held, and as long as another one is."""

    def __init__(self, clock: Clock, stream: EventStream, heard: Floor) -> None:
        self._clock, self._stream = clock, stream
        self._heard = heard
        self._held_s: float | None = None
        """Since when the key is held, an instant of the show's clock."""
        self._let_go = anyio.Event()

    @property
    def is_free(self) -> bool:
        """Whether a line may begin now."""
        return self._held_s is None and self._heard.is_free

    async def wait_until_free(self) -> None:
        """Return when the floor is free; it may be taken again by the time the caller goes on."""
        await anyio.lowlevel.checkpoint()
        while not self.is_free:
            if self._held_s is not None:
                await self._let_go.wait()
            await self._heard.wait_until_free()

    def hold(self) -> None:
        """Claim the floor for the streamer, who holds the key."""
        if self._held_s is None:
            self._held_s = self._clock.now()
            self._stream.publish(FloorTaken())

    def let_go(self) -> None:
        """Free the floor, unless it is taken otherwise."""
        if self._held_s is None:
            return
        after_s, self._held_s = self._clock.now() - self._held_s, None
        self._let_go.set()
        self._let_go = anyio.Event()
        if self._heard.is_free:
            self._stream.publish(FloorFreed(after_s=round(after_s, 3)))
