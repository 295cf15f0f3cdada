"""Push to talk: while its key is held, the floor is the streamer's, with a microphone or without."""

from collections import deque
from typing import Final

import anyio
import anyio.lowlevel

from performer.core.clock import Clock
from performer.core.events.speech import FloorFreed, FloorTaken
from performer.core.events.stream import EventStream
from performer.core.speaking_turn import Floor

_REMEMBERED: Final = 16
"""Times that the key was held."""
_EARLY_S: Final = 0.3
"""How much sooner than the key goes down somebody may begin to speak, and later than it goes up they may end."""
_SHARE: Final = 0.5


class TalkKeyFloor:
    """A floor that is taken while the key is held, and as long as another one is."""

    def __init__(self, clock: Clock, stream: EventStream, heard: Floor) -> None:
        self._clock, self._stream = clock, stream
        self._heard = heard
        self._held_s: float | None = None
        """Since when the key is held, an instant of the show's clock."""
        self._let_go = anyio.Event()
        self._holds: deque[tuple[float, float]] = deque(maxlen=_REMEMBERED)
        """From when to when the key was held before."""

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
        self._holds.append((self._held_s, self._clock.now()))
        after_s, self._held_s = self._clock.now() - self._held_s, None
        self._let_go.set()
        self._let_go = anyio.Event()
        if self._heard.is_free:
            self._stream.publish(FloorFreed(after_s=round(after_s, 3)))

    def was_held(self, began_s: float, ended_s: float) -> bool:
        """Return whether the key was held for most of what was said between two instants."""
        now = [] if self._held_s is None else [(self._held_s, self._clock.now())]
        holds = [(begin_s - _EARLY_S, end_s + _EARLY_S) for begin_s, end_s in (*self._holds, *now)]
        held_s = sum(max(0.0, min(end_s, ended_s) - max(begin_s, began_s)) for begin_s, end_s in holds)
        return held_s > 0 and held_s >= _SHARE * (ended_s - began_s)
