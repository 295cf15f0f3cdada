"""The event stream: hands every published event to every reader.

Publishing never waits. Who wants a reply calls a function instead. The events themselves stand in the modules beside
this one.
"""

import logging
from collections import deque
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from typing import ClassVar, Self, dataclass_transform

import anyio

from performer.core.clock import Clock, Deadline
from performer.core.values import dataclass


@dataclass_transform(frozen_default=True, kw_only_default=True)
@dataclass(frozen=True, kw_only=True)
class Event:
    """A fact in the past tense; each class of events is a frozen dataclass by being one."""

    turn: int | None = None
    """The number of the turn that the event belongs to, if any."""
    is_routine: ClassVar[bool] = False
    """Whether it comes all the time while nothing happens: a patient reader gets it later, and who skips it never."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)


_log = logging.getLogger(__name__)

WHOLE_DEPTH = 10_000
LOSSY_DEPTH = 256
_REST_S = 0.05
"""Seconds that a patient reader leaves new events unread; on a panel or in a terminal nobody notices."""
_MOST_ROUTINE = 4
"""Routine events, about those of two seconds, for which a patient reader is woken though nothing else came."""


@dataclass(frozen=True, kw_only=True)
class PublishedEvent:
    """An event with the time of its publication, as readers get it."""

    event: Event
    t: float
    """Seconds since the show began, monotonic."""
    at: datetime
    """Wall time, UTC."""


class ReaderOverflow(Exception):
    """Raised in a whole reader that fell too far behind and lost events."""


class EventSubscription:
    """A named reader of the stream, from its creation until `leave`; only one task may iterate it.

    The iteration may be left and begun again: events that were published in between are still there.
    """

    def __init__(
        self,
        name: str,
        *,
        depth: int,
        whole: bool,
        only: tuple[type[Event], ...],
        skips_routine: bool = False,
        rest: Callable[[], Deadline] | None = None,
    ) -> None:
        self.name = name
        self.missed = 0
        self._depth = depth
        self._whole = whole
        self._only = only
        self._skips_routine = skips_routine
        self._waiting: deque[PublishedEvent] = deque()
        self._more = anyio.Event()
        self._closed = False
        self._rest = rest
        """Makes the time limit for which the reader still rests once the first new event has come."""
        self._ended = anyio.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def offer(self, published: PublishedEvent) -> None:
        """Add an event of a wanted class, without waiting; a full reader loses its oldest event and counts the loss."""
        event = published.event
        if not isinstance(event, self._only) or (self._skips_routine and event.is_routine):
            return
        if len(self._waiting) >= self._depth:
            if self.missed == 0:
                _log.error("Reader '%s' is %d events behind and loses some.", self.name, self._depth)
            self.missed += 1
            self._waiting.popleft()
        self._waiting.append(published)
        if self._is_due:
            self._more.set()

    def leave(self) -> None:
        """Stop reading, and drop the events that wait."""
        self._only = ()
        self._waiting.clear()
        self.close()

    def close(self) -> None:
        """End the iteration after the events that wait."""
        self._closed = True
        self._more.set()
        self._ended.set()

    def taken(self) -> list[PublishedEvent]:
        """Return and remove all events that wait; raises ReaderOverflow as the iteration does."""
        self._check()
        waiting = list(self._waiting)
        self._waiting.clear()
        return waiting

    async def wait(self) -> bool:
        """Wait for an event; return False when no further event will come."""
        while not self._is_due:
            if self._closed:
                return bool(self._waiting)
            self._more = anyio.Event()
            await self._more.wait()
            if self._rest and self._holds_news:
                with self._rest():
                    await self._ended.wait()
        return True

    async def __aiter__(self) -> AsyncIterator[PublishedEvent]:
        while await self.wait():
            self._check()
            yield self._waiting.popleft()

    @property
    def _is_due(self) -> bool:
        """Whether enough waits to be read now."""
        return bool(self._waiting) and (not self._rest or len(self._waiting) >= _MOST_ROUTINE or self._holds_news)

    @property
    def _holds_news(self) -> bool:
        return any(not each.event.is_routine for each in self._waiting)

    def _check(self) -> None:
        missed = self.missed
        if self._whole and missed:
            self.missed = 0
            raise ReaderOverflow(f"Reader '{self.name}' lost {missed} events it promised to keep.")


class EventStream:
    """The stream of events: every reader gets every event in order, and none delays the publisher."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._readers: list[EventSubscription] = []

    def publish(self, event: Event) -> None:
        """Publish an event to all readers."""
        published = PublishedEvent(event=event, t=self._clock.now(), at=self._clock.utc())
        for reader in self._readers:
            reader.offer(published)

    def lossy(
        self,
        name: str,
        *only: type[Event],
        depth: int = LOSSY_DEPTH,
        is_patient: bool = False,
        skips_routine: bool = False,
    ) -> EventSubscription:
        """Make a reader (of these classes only) that loses and counts the oldest events when it is `depth` behind.

        One that is patient gets what comes within a moment together, and leaves that moment to the turn that begins;
        for up to three events that are all routine it is not woken. Who skips what is routine gets none of it.
        """
        rest, only = self._rest if is_patient else None, only or (Event,)
        return self._add(
            EventSubscription(name, depth=depth, whole=False, only=only, skips_routine=skips_routine, rest=rest)
        )

    def whole(
        self, name: str, *only: type[Event], depth: int = WHOLE_DEPTH, is_patient: bool = False
    ) -> EventSubscription:
        """Make a reader (of these classes only) in which ReaderOverflow is raised when it is `depth` behind.

        One may be patient as in `lossy`.
        """
        rest = self._rest if is_patient else None
        return self._add(EventSubscription(name, depth=depth, whole=True, only=only or (Event,), rest=rest))

    def _rest(self) -> Deadline:
        return self._clock.move_on_after(_REST_S)

    def close(self) -> None:
        """Close every reader: each ends after the events that it still holds."""
        for reader in self._readers:
            reader.close()

    def _add(self, reader: EventSubscription) -> EventSubscription:
        self._readers.append(reader)
        return reader
