"""What nearly every part of a show is handed: its clock, its event stream and its guard, as one value."""

from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.values import dataclass
from performer.guard.guard import Guard, make_guard
from performer.guard.operations import publish_stops, publish_trouble
from performer.guard.settings import GuardSettings


@dataclass(frozen=True, slots=True)
class Runtime:
    """The clock that a part waits by, the stream it publishes to, and the guard that judges its texts."""

    clock: Clock
    stream: EventStream
    guard: Guard


def build_runtime(clock: Clock, stream: EventStream, settings: GuardSettings, home: Home) -> Runtime:
    """Build the guard that the settings ask for; what it stops, and what is the matter with it, is published."""
    guard = make_guard(settings, home, clock)
    publish_stops(guard, stream)
    publish_trouble(guard, stream)
    return Runtime(clock, stream, guard)
