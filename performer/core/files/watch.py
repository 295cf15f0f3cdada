"""The watch over files and folders of the streamer's, which looks at them every two seconds.

That is cheaper than the system's own notices, which a library would poll twenty times a second, and it sees what they
do not: folders that come later or come back, network drives, and links.
"""

import itertools
import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import partial
from pathlib import Path
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.process.thread import WorkerThread

_log = logging.getLogger(__name__)

EVERY_S: Final = 2.0
REST_S: Final = 1.0
MOST_REST_S: Final = 30.0
FIRST_WITHIN_S: Final = 5.0
_MOST_FILES: Final = 5_000

Changed = Callable[[], Awaitable[None]]
"""Reads a watched path anew; called again only when it has returned."""

Stamp = tuple[int, int, int]
"""The times of a file's change, and its size."""
_Stamps = Mapping[str, Stamp | None] | None
"""The stamp of each file; None for a missing one."""


@dataclass(frozen=True, slots=True, eq=False)
class FolderWatch:
    """The watch over some paths: calls back once at the start, and after each change when nothing changes any more.

    A folder is watched with its files, but not those of its folders; a path need not exist yet.

    Each path, which `watched` has with its callback by a name for the log, is looked at by itself, so that one that
    hangs (a lost network drive) does not hold up the others. Nothing may change for `rest_s` before the callback, so
    that no file is read while it is being copied; after 30 s of changes the callback comes all the same.
    """

    clock: Clock
    watched: Mapping[str, tuple[Path, Changed]]
    _: KW_ONLY
    every_s: float = EVERY_S
    rest_s: float = REST_S

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Watch until cancelled; ready when each path has been read once, or after 5 s.

        An exception of a callback goes up.
        """
        followers = [_Follower(self.clock, name, *watched) for name, watched in self.watched.items()]
        async with anyio.create_task_group() as following:
            for follower in followers:
                following.start_soon(follower.run, self.every_s, self.rest_s)
            with self.clock.move_on_after(FIRST_WITHIN_S):
                for follower in followers:
                    await follower.begun.wait()
            task_status.started()


class _Follower:
    """The watch over one path, which looks at it in a thread of its own."""

    def __init__(self, clock: Clock, name: str, path: Path, changed: Changed) -> None:
        self.begun = anyio.Event()
        self._clock = clock
        self._name = name
        self._path = path
        self._changed = changed
        self._thread = WorkerThread(f"watch {name}")

    async def run(self, every_s: float, rest_s: float) -> None:
        try:
            known = await self._look()
            await self._changed()
            self.begun.set()
            while True:
                await self._clock.sleep(every_s - self._clock.now() % every_s)  # all followers at once: one wake-up
                if await self._look() != known:
                    known = await self._wait_for_rest(rest_s)
                    _log.info("Something has changed in %s, %s.", self._name, self._path)
                    await self._changed()
        finally:
            self._thread.close()

    async def _wait_for_rest(self, rest_s: float) -> _Stamps:
        """Wait until nothing changes between two looks, and return the stamps of the last one."""
        until_s = self._clock.now() + MOST_REST_S
        before = await self._look()
        while self._clock.now() < until_s:
            await self._clock.sleep(rest_s)
            now = await self._look()
            if now == before:
                break
            before = now
        return before

    async def _look(self) -> _Stamps:
        return await self._thread.run(partial(_read_stamps, self._path))


def _read_stamps(path: Path) -> _Stamps:
    try:
        with os.scandir(path) as entries:
            return {entry.name: read_stamp(entry.path) for entry in itertools.islice(entries, _MOST_FILES)}
    except NotADirectoryError:
        return {path.name: read_stamp(path)}
    except OSError:
        return None


def read_stamp(file: Path | str) -> Stamp | None:
    """Return values that change when a file does; None when they cannot be read. Links are followed."""
    try:
        # An entry's own `stat` returns what Windows noted in the folder, which may be old.
        found = os.stat(file)  # noqa: PTH116
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size
