"""The stream that hands every fact to everybody who reads.

Publishing never waits. Wanting a reply? Call a function instead.

A fact: frozen, told in the past tense, with the turn that it belongs to. What facts there are stands beside it.
"""

import logging
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Self

import anyio

from performer.core.clock import Clock


@dataclass(frozen=True, kw_only=True)
class Event:
    """A fact; `turn` is the number of the turn it belongs to, if any."""

    turn: int | None = None


_log = logging.getLogger(__name__)

WHOLE_DEPTH = 10_000
LOSSY_DEPTH = 256


@dataclass(frozen=True, kw_only=True)
class PublishedEvent:
    """An event with its instants, as readers get it."""

    event: Event
    t: float
    """Seconds since the show began, monotonic."""
    at: datetime
    """Wall time, UTC."""


class ReaderOverflow(Exception):
    """Raised to a whole reader that fell too far behind: it has lost facts it promised to keep."""


class EventSubscription:
    """One named reader's place in the stream, from the moment it was made until it leaves; iterate it in one task.

    The iteration may be left and begun again: what was published in between is still there.
    """

    def __init__(self, name: str, *, depth: int, whole: bool, only: tuple[type[Event], ...]) -> None:
        self.name = name
        self.missed = 0
        self._depth = depth
        self._whole = whole
        self._only = only
        self._waiting: deque[PublishedEvent] = deque()
        self._more = anyio.Event()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def offer(self, published: PublishedEvent) -> None:
        """Take in an event of a wanted kind, without waiting; a full reader forgets its oldest, and counts."""
        if not isinstance(published.event, self._only):
            return
        if len(self._waiting) >= self._depth:
            if self.missed == 0:
                _log.error("Reader '%s' is %d events behind and loses some.", self.name, self._depth)
            self.missed += 1
            self._waiting.popleft()
        self._waiting.append(published)
        self._more.set()

    def leave(self) -> None:
        """Want nothing any more."""
        self._only = ()
        self._waiting.clear()
        self.close()

    def close(self) -> None:
        """End the iteration once what is waiting has been read."""
        self._closed = True
        self._more.set()

    def taken(self) -> list[PublishedEvent]:
        """Take everything that waits, at once; raises ReaderOverflow as the iteration does."""
        self._check()
        waiting = list(self._waiting)
        self._waiting.clear()
        return waiting

    async def wait(self) -> bool:
        """Return True once something waits, and False when nothing will come any more."""
        while not self._waiting:
            if self._closed:
                return False
            self._more = anyio.Event()
            await self._more.wait()
        return True

    async def __aiter__(self) -> AsyncIterator[PublishedEvent]:
        while await self.wait():
            self._check()
            yield self._waiting.popleft()

    def _check(self) -> None:
        missed = self.missed
        if self._whole and missed:
            self.missed = 0
            raise ReaderOverflow(f"Reader '{self.name}' lost {missed} events it promised to keep.")


class EventStream:
    """Hands every published event to every reader, in order, without waiting for any of them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._readers: list[EventSubscription] = []

    def publish(self, event: Event) -> None:
        """State a fact."""
        published = PublishedEvent(event=event, t=self._clock.now(), at=self._clock.utc())
        for reader in self._readers:
            reader.offer(published)

    def lossy(self, name: str, *only: type[Event], depth: int = LOSSY_DEPTH) -> EventSubscription:
        """Read (only these kinds of events) for show: when behind, the oldest are missed and counted."""
        return self._joined(EventSubscription(name, depth=depth, whole=False, only=only or (Event,)))

    def whole(self, name: str, *only: type[Event], depth: int = WHOLE_DEPTH) -> EventSubscription:
        """Read (only these kinds of events) for keeps: falling `depth` behind raises ReaderOverflow in the reader."""
        return self._joined(EventSubscription(name, depth=depth, whole=True, only=only or (Event,)))

    def close(self) -> None:
        """Let every reader finish what it holds and stop."""
        for reader in self._readers:
            reader.close()

    def _joined(self, reader: EventSubscription) -> EventSubscription:
        self._readers.append(reader)
        return reader
