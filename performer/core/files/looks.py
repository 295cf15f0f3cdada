"""Looks at files and folders, which tell whether something has changed: all of one instant in one thread.

A thread for each path would wake the processor for each, and once more for each that waits for the interpreter.
"""

import asyncio
import itertools
import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import Final

import anyio
from anyio.lowlevel import RunVar

from performer.core.clock import Clock
from performer.core.process.thread import WorkerThread
from performer.core.values import dataclass

HANGS_S: Final = 1.0
"""A look takes 50 µs; the looks of an instant that take longer than this hang, or are slow."""
_MOST_FILES: Final = 5_000

Stamp = tuple[int, int, int]
"""The times of a file's change, and its size."""
Stamps = Mapping[str, Stamp | None] | None
"""The stamp of each file, None for a missing one; None for a path that is missing or cannot be read."""


@dataclass(frozen=True, eq=False)
class _Look:
    path: Path
    answer: Callable[[Stamps], None]


@dataclass(eq=False)
class _WatchedPath:
    """A path that is looked at again and again; without a task or a future of its own, for most looks find nothing."""

    path: Path
    known: Stamps
    changed: anyio.Event = field(default_factory=anyio.Event)
    is_asked: bool = False

    def answer(self, found: Stamps) -> None:
        self.is_asked = False
        if found != self.known:
            self.changed.set()


@dataclass(frozen=True, eq=False)
class _Round:
    """Looks that one thread does, one after the other."""

    left: deque[_Look]
    done: deque[tuple[_Look, Stamps]] = field(default_factory=deque)

    def work(self) -> None:
        """Do the looks that are left."""
        while self.left:
            look = self.left.popleft()
            self.done.append((look, _read_stamps(look.path)))

    def answer(self) -> None:
        """Answer those who wait, as far as it is done; in the event loop."""
        while self.done:
            look, stamps = self.done.popleft()
            look.answer(stamps)


class PathLooks:
    """Looks at paths for all who ask: those asked for in the same turn of the event loop are one job of a thread.

    Where they take longer than `hangs_s` together, the one under way is left alone with its thread, and the others go
    on in a new one.
    """

    def __init__(self, hangs_s: float = HANGS_S) -> None:
        self._hangs_s = hangs_s
        self.users = 0
        """How many share it."""
        self._asked: deque[_Look] = deque()
        self._watched: list[_WatchedPath] = []
        self._watching = anyio.Lock()
        self._thread: WorkerThread | None = None

    async def look(self, path: Path) -> Stamps:
        """Return the stamps of a file, or of a folder's files."""
        found: asyncio.Future[Stamps] = asyncio.get_running_loop().create_future()

        def answer(stamps: Stamps) -> None:
            if not found.done():
                found.set_result(stamps)

        self._ask(path, answer)
        return await found

    async def wait_for_change(self, path: Path, known: Stamps) -> None:
        """Return when a look of `watch` finds other stamps than those known."""
        watched = _WatchedPath(path, known)
        self._watched.append(watched)
        try:
            await watched.changed.wait()
        finally:
            self._watched.remove(watched)

    async def watch(self, clock: Clock, every_s: float) -> None:
        """Look every so often at all paths that anybody waits for; of those who call this one does it for all."""
        async with self._watching:
            while True:
                await clock.sleep(every_s - clock.now() % every_s)
                for each in self._watched:
                    if not each.is_asked:
                        each.is_asked = True
                        self._ask(each.path, each.answer)

    def _ask(self, path: Path, answer: Callable[[Stamps], None]) -> None:
        if not self._asked:
            asyncio.get_running_loop().call_soon(self._begin)
        self._asked.append(_Look(path, answer))

    def close(self) -> None:
        """End the thread; returns at once."""
        if self._thread is not None:
            self._thread.close()
            self._thread = None

    def _begin(self) -> None:
        asked, self._asked = self._asked, deque()
        self._work_off(asked)

    def _work_off(self, left: deque[_Look]) -> None:
        if self._thread is None:
            self._thread = WorkerThread("watch")
        thread, works = self._thread, _Round(left)
        hanging = asyncio.get_running_loop().call_later(self._hangs_s, self._leave_alone, thread, works)

        def finish(_: "asyncio.Future[None]") -> None:
            hanging.cancel()
            works.answer()

        asyncio.wrap_future(thread.submit(works.work)).add_done_callback(finish)

    def _leave_alone(self, thread: WorkerThread, works: _Round) -> None:
        """Leave a look that hangs to its thread, and do those behind it in a new one."""
        works.answer()
        behind = works.left.copy()
        works.left.clear()
        if thread is self._thread:
            self.close()
        if behind:
            self._work_off(behind)


_SHARED: RunVar[PathLooks] = RunVar("looks at paths")


@contextmanager
def share_looks() -> Iterator[PathLooks]:
    """Yield the looks that all of an event loop share; the thread ends with the last who does."""
    try:
        looks = _SHARED.get()
    except LookupError:
        _SHARED.set(looks := PathLooks())
    looks.users += 1
    try:
        yield looks
    finally:
        looks.users -= 1
        if not looks.users:
            looks.close()


def _read_stamps(path: Path) -> Stamps:
    try:
        with os.scandir(path) as entries:
            return {entry.name: read_stamp(entry.path) for entry in itertools.islice(entries, _MOST_FILES)}
    except NotADirectoryError:
        return {path.name: read_stamp(path)}
    except (OSError, ValueError):
        return None


def read_stamp(file: Path | str) -> Stamp | None:
    """Return values that change when a file does; None when they cannot be read. Links are followed."""
    try:
        # An entry's own `stat` returns what Windows noted in the folder, which may be old.
        found = os.stat(file)  # noqa: PTH116
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size
