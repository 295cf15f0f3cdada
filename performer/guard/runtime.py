"""What nearly every part of a show is handed: its clock, its event stream and its guard, as one value."""

from dataclasses import dataclass

from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard


@dataclass(frozen=True, slots=True)
class Runtime:
    """The clock that a part waits by, the stream it publishes to, and the guard that judges its texts."""

    clock: Clock
    stream: EventStream
    guard: Guard
