"""A board of long work beside the show: what is downloaded or measured now, how far it is, and how it ended."""

import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, Final, Literal

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.errors import ConfigError, ServiceError
from performer.core.own_text import OwnText, own
from performer.core.values import dataclass

State = Literal["waits", "runs", "done", "stopped", "broken"]
MOST: Final = 20
"""Works that are kept to be seen; of more the oldest that is over goes."""
_EVERY_S: Final = 0.25
"""Seconds between two tellings of progress."""
_MOST_WAITING: Final = 5

_log = logging.getLogger(__name__)


@dataclass(eq=False, kw_only=True)
class BoardWork:
    """One download, or one measurement."""

    kind: str
    """One of the board's kinds."""
    name: str
    """A model as its server calls it, or a voice as the catalogue does."""
    state: State = "waits"
    done: int = 0
    """Bytes that are there, or questions that were asked."""
    total: int = 0
    """Of how many; 0: nobody knows yet."""
    words: str = ""
    """What goes on, or why it is over; others' words are in it."""
    left_s: float | None = None
    """Seconds that the rest may take; None: nobody knows."""
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope, repr=False)

    @property
    def is_over(self) -> bool:
        """Whether it does not go on by itself."""
        return self.state not in ("waits", "runs")

    def describe(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return {
            "kind": self.kind,
            "name": self.name,
            "state": self.state,
            "done": self.done,
            "total": self.total,
            "words": self.words,
            "left_s": self.left_s,
        }


Do = Callable[[BoardWork, Callable[[], None]], Awaitable[None]]
"""Does a work; calls the second argument whenever it is further."""


class WorkBoard:
    """Does works of each kind one after the other, beside the show, while `run` is awaited.

    Args:
        clock: for how often progress is told.
        tell: called with all works, as JSON can hold them, whenever something is new.
        kinds: the kinds of works; those of different kinds go on beside each other.
    """

    def __init__(self, clock: Clock, tell: Callable[[Any], None], kinds: Sequence[str]) -> None:
        self._clock = clock
        self._tell = tell
        self._works: dict[tuple[str, str], BoardWork] = {}
        self._waiting: dict[str, deque[tuple[BoardWork, Do]]] = {kind: deque() for kind in kinds}
        self._come = anyio.Event()
        self._has_news = False

    def list_all(self) -> list[Mapping[str, Any]]:
        """Return all works, the oldest first."""
        return [each.describe() for each in self._works.values()]

    def start(self, kind: str, name: str, do: Do) -> None:
        """Start a work, behind others of its kind; one that is under way goes on.

        Raises:
            ConfigError: when too many wait.
        """
        known = self._works.get((kind, name))
        if known and not known.is_over:
            return
        if len(self._waiting[kind]) >= _MOST_WAITING:
            raise ConfigError(own("{many} wait already. Let one be done first.", many=_MOST_WAITING))
        work = BoardWork(kind=kind, name=name)
        self._waiting[kind].append((work, do))
        self._come.set()
        self._come = anyio.Event()
        self._works.pop((kind, name), None)
        self._works[kind, name] = work
        self._drop_oldest()
        self.tell()

    def stop(self, kind: str, name: str) -> None:
        """Stop a work; raise ConfigError when none of that name is under way."""
        work = self._works.get((kind, name))
        if work is None or work.is_over:
            raise ConfigError(own("Nothing is under way for '{name}'.", name=name))
        work.state = "stopped"
        work.scope.cancel()
        self.tell()

    def tell(self) -> None:
        """Send all works now."""
        self._has_news = False
        self._tell(self.list_all())

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Do the works, for ever."""
        async with anyio.create_task_group() as tasks:
            for kind in self._waiting:
                tasks.start_soon(self._serve, kind)
            task_status.started()

    async def _serve(self, kind: str) -> None:
        while True:
            while not self._waiting[kind]:
                await self._come.wait()
            work, do = self._waiting[kind].popleft()
            if not work.is_over:
                await self._do(work, do)

    async def _do(self, work: BoardWork, do: Do) -> None:
        work.state = "runs"
        self.tell()
        with work.scope:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._tell_news)
                try:
                    await do(work, self._note_news)
                    work.state = "done"
                except (ServiceError, ConfigError) as failure:
                    work.state, work.words = "broken", str(failure)
                    _log.info("The %s of %s broke off: %s", work.kind, work.name, failure)
                tasks.cancel_scope.cancel()
        self.tell()

    def _note_news(self) -> None:
        self._has_news = True

    async def _tell_news(self) -> None:
        while True:
            await self._clock.sleep(_EVERY_S)
            if self._has_news:
                self.tell()

    def _drop_oldest(self) -> None:
        over = [key for key, each in self._works.items() if each.is_over]
        for key in over[: max(0, len(self._works) - MOST)]:
            del self._works[key]


class BoardWatcher:
    """Notes in a work of the board how far a download is."""

    def __init__(self, clock: Clock, work: BoardWork, tell: Callable[[], None] = lambda: None) -> None:
        self._clock, self._work, self._tell = clock, work, tell
        self._began: tuple[float, int] | None = None

    def show(self, done: int, total: int) -> None:
        """Note how many bytes are there, of how many."""
        work, now_s = self._work, self._clock.now()
        work.done, work.total = done, total
        if self._began is None or done < self._began[1]:
            self._began = now_s, done  # what was there before did not come just now
        began_s, before = self._began
        came = done - before
        work.left_s = (now_s - began_s) / came * (total - done) if came > 0 else None
        self._tell()

    def note(self, said: OwnText) -> None:
        """Note what goes on beside the bytes."""
        self._work.words = said
        self._tell()
