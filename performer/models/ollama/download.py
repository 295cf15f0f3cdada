"""A pull followed to its end, however long that takes; when nothing moves any more, that is only reported."""

import math
from typing import Final, Protocol

import anyio

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.ollama.pull import KEPT, PullProgress
from performer.models.ollama.server import OllamaServer

STALLED_S: Final = 60.0
"""Seconds without a byte or another status, after which, and after each doubling of which, that is reported."""
_BEGINS_WITHIN_S: Final = 60.0
_SILENT_S: Final = 1800.0
"""Seconds without any line, after which it is given up; a server that verifies a large file is silent for minutes."""


class PullWatcher(Protocol):
    """The display of a pull's progress."""

    def show(self, progress: PullProgress) -> None:
        """Show the newest state; called many times a second."""
        ...

    def stalled(self, seconds: float, doing: str) -> None:
        """Show that nothing has moved for so long, and the work of the server then."""
        ...


async def download(server: OllamaServer, model: str, clock: Clock, watcher: PullWatcher) -> PullProgress:
    """Download a model; raise ServiceError with the remedy when that fails.

    Cancelling stops the download; the layers that are there are kept.
    """
    progress, moved = PullProgress(), _LastMove(clock)
    trouble: ServiceError | None = None
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_report_stalls, clock, moved, progress, watcher)
        try:
            await _follow(server, model, clock, moved, progress, watcher)
        except ServiceError as error:
            trouble = error
        tasks.cancel_scope.cancel()
    if trouble is not None:
        raise trouble
    return progress


class _LastMove:
    """The moment when anything moved last."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._at_s = clock.now()

    def note(self) -> None:
        self._at_s = self._clock.now()

    @property
    def ago_s(self) -> float:
        return self._clock.now() - self._at_s


async def _follow(
    server: OllamaServer, model: str, clock: Clock, moved: _LastMove, progress: PullProgress, watcher: PullWatcher
) -> None:
    patience = AnswerDeadlines(clock, server.who, first_s=_BEGINS_WITHIN_S, between_s=_SILENT_S, total_s=math.inf)
    async with server.pull(model, patience) as stream:
        while not progress.is_done:
            line = await stream.next()
            if line is None:
                raise ServiceError(f"{server.who} stopped before '{model}' was there. {KEPT}")
            if progress.take(line):
                moved.note()
                watcher.show(progress)


async def _report_stalls(clock: Clock, moved: _LastMove, progress: PullProgress, watcher: PullWatcher) -> None:
    """Report a stall after a minute, two, four, …, and anew once something has moved."""
    limit_s = STALLED_S
    while True:
        await clock.sleep(max(limit_s - moved.ago_s, 0.0))
        if moved.ago_s >= limit_s:
            watcher.stalled(limit_s, progress.status)
            limit_s *= 2
        elif moved.ago_s < STALLED_S:
            limit_s = STALLED_S
