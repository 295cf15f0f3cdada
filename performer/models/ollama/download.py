"""A pull followed to its end, however long that takes; when nothing moves any more, that is only reported."""

import math
from collections.abc import Callable
from typing import Final, Protocol

import anyio

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.ollama.pull import KEPT, PullProgress, make_pull_error
from performer.models.ollama.server import OllamaServer

STALLED_S: Final = 60.0
"""Seconds without a byte or another status, after which, and after each doubling of which, that is reported."""
_BEGINS_WITHIN_S: Final = 60.0
_SEE: Final = own("See whether that Ollama still runs, or start it again.")
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
    progress, moved_s = PullProgress(), clock.now()
    trouble: ServiceError | None = None

    async def follow() -> None:
        nonlocal moved_s
        patience = AnswerDeadlines(clock, server.who, _BEGINS_WITHIN_S, _SILENT_S, total_s=math.inf)
        async with server.pull(model, patience) as stream:
            while not progress.is_done:
                try:
                    line = await stream.next()
                except ServiceError as error:
                    raise ServiceError(
                        own(
                            "'{model}' is not pulled: {error} {see} {kept}",
                            model=model,
                            error=error,
                            see=_SEE,
                            kept=KEPT,
                        )
                    ) from error
                if line is None:
                    raise ServiceError(
                        own("{who} stopped before '{model}' was there. {kept}", who=server.who, model=model, kept=KEPT)
                    )
                if line.error:
                    raise make_pull_error(model, server.who, line.error)
                if progress.take(line):
                    moved_s = clock.now()
                    watcher.show(progress)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_report_stalls, clock, lambda: clock.now() - moved_s, progress, watcher)
        try:
            await follow()
        except ServiceError as error:
            trouble = error
        tasks.cancel_scope.cancel()
    if trouble is not None:
        raise trouble
    return progress


async def _report_stalls(
    clock: Clock, ago_s: Callable[[], float], progress: PullProgress, watcher: PullWatcher
) -> None:
    """Report a stall after a minute, two, four, …, and anew once something has moved; `ago_s` returns since when."""
    limit_s = STALLED_S
    while True:
        await clock.sleep(max(limit_s - ago_s(), 0.0))
        if ago_s() >= limit_s:
            watcher.stalled(limit_s, progress.status)
            limit_s *= 2
        elif ago_s() < STALLED_S:
            limit_s = STALLED_S
