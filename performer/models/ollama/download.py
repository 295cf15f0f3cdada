"""Following a pull to its end, however long that takes; that nothing moves any more is said, not punished."""

import math
from typing import Final, Protocol

import anyio

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.ollama.pull import KEPT, PullProgress
from performer.models.ollama.server import OllamaServer

STALLED_S: Final = 60.0
"""Seconds without a byte or another status, after which, and after each doubling of which, that is said."""
_BEGINS_WITHIN_S: Final = 60.0
_SILENT_S: Final = 1800.0
"""Without any line at all it is given up; of a large file being verified a server tells nothing for minutes."""


class PullWatcher(Protocol):
    """Who shows how far a pull is."""

    def show(self, progress: PullProgress) -> None:
        """Take up the newest state; called many times a second."""
        ...

    def stalled(self, seconds: float, doing: str) -> None:
        """Say that nothing has moved for so long, and what the server was at."""
        ...


async def download(server: OllamaServer, model: str, clock: Clock, watcher: PullWatcher) -> PullProgress:
    """Have a model downloaded; cancelling stops the download, and what is there is kept.

    Raises:
        ServiceError: when it fails, with the remedy.
    """
    progress, moved = PullProgress(), _Moved(clock)
    trouble: ServiceError | None = None
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_tell_of_stalls, clock, moved, progress, watcher)
        try:
            await _follow(server, model, clock, moved, progress, watcher)
        except ServiceError as error:
            trouble = error
        tasks.cancel_scope.cancel()
    if trouble is not None:
        raise trouble
    return progress


class _Moved:
    """When anything moved last."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._at_s = clock.now()

    def now(self) -> None:
        self._at_s = self._clock.now()

    @property
    def ago_s(self) -> float:
        return self._clock.now() - self._at_s


async def _follow(
    server: OllamaServer, model: str, clock: Clock, moved: _Moved, progress: PullProgress, watcher: PullWatcher
) -> None:
    patience = AnswerDeadlines(clock, server.who, first_s=_BEGINS_WITHIN_S, between_s=_SILENT_S, total_s=math.inf)
    async with server.pull(model, patience) as stream:
        while not progress.is_done:
            line = await stream.next()
            if line is None:
                raise ServiceError(f"{server.who} stopped before '{model}' was there. {KEPT}")
            if progress.take(line):
                moved.now()
                watcher.show(progress)


async def _tell_of_stalls(clock: Clock, moved: _Moved, progress: PullProgress, watcher: PullWatcher) -> None:
    """Say it after a minute, two, four, …, and anew once something has moved."""
    limit_s = STALLED_S
    while True:
        await clock.sleep(max(limit_s - moved.ago_s, 0.0))
        if moved.ago_s >= limit_s:
            watcher.stalled(limit_s, progress.status)
            limit_s *= 2
        elif moved.ago_s < STALLED_S:
            limit_s = STALLED_S
