"""A built show: the services that run it, in their order, and what the program does before, between and after them."""

from collections.abc import Awaitable, Callable, Sequence

from anyio.abc import TaskGroup

from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.core.process.supervisor import Serve
from performer.core.status import Role
from performer.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Service:
    """A part of a show that runs, under supervision and by its name."""

    name: str
    run: Serve
    is_reader: bool = False
    """Whether it goes on, after all others have ended, until it has read the event stream to its end."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Show:
    """All that `app.perform` runs; services start from top to bottom, each when the one before it is ready."""

    clock: Clock
    stream: EventStream
    filter_text: Callable[[str], str]
    """Replaces what a log may not keep of a text."""
    begin: Callable[[TaskGroup], Awaitable[None]] | None = None
    """Starts what loads by itself meanwhile."""
    before_stage: tuple[Service, ...]
    open_stage: Callable[[TaskGroup], Awaitable[None]]
    """Starts the stage; raises ServiceError when nobody could reach it."""
    before_table: tuple[Service, ...]
    settle: Callable[[], Awaitable[None]] | None = None
    """Returns when what `begin` has started is known to work, or not to."""
    on_ready: tuple[Callable[[], None], ...] = ()
    """Called when all of these are ready, just before the table of roles is printed."""
    roles: Callable[[], Sequence[Role]]
    """Returns the table of roles."""
    after_table: tuple[Service, ...]
    play: Callable[[], Awaitable[None]] | None = None
    """Returns when the show is over by itself; None: it goes on until it is ended."""
    reads_terminal: bool = False
    """Whether a line typed in the terminal is chat."""
    closing: tuple[Callable[[], None], ...] = ()
    """Called at the end, before the farewells."""
    farewells: tuple[Callable[[], Awaitable[None]], ...] = ()
    """What is still said and written at the end; all services run yet."""
