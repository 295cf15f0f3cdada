"""The watch over files and folders of the streamer's, which looks at them every three seconds.

That is cheaper than the system's own notices, which a library would poll twenty times a second, and it sees what they
do not: folders that come later or come back, network drives, and links.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import KW_ONLY
from pathlib import Path
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.files.looks import PathLooks, Stamps, share_looks
from performer.core.values import dataclass

_log = logging.getLogger(__name__)

EVERY_S: Final = 3.0
REST_S: Final = 1.0
MOST_REST_S: Final = 30.0
FIRST_WITHIN_S: Final = 5.0

Changed = Callable[[], Awaitable[None]]
"""Reads a watched path anew; called again only when it has returned."""


@dataclass(frozen=True, slots=True, eq=False)
class FolderWatch:
    """The watch over some paths: calls back once at the start, and after each change when nothing changes any more.

    A folder is watched with its files, but not those of its folders; a path need not exist yet.

    `watched` has each path with its callback by a name for the log. One that hangs (a lost network drive) does not hold
    up the others for long. Nothing may change for `rest_s` before the callback, so that no file is read while it is
    being copied; after 30 s of changes the callback comes all the same.
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
        with share_looks() as looks:
            followers = [_Follower(self.clock, looks, name, *watched) for name, watched in self.watched.items()]
            await self._follow(followers, looks, task_status)

    async def _follow(self, followers: Sequence["_Follower"], looks: PathLooks, task_status: TaskStatus[None]) -> None:
        async with anyio.create_task_group() as following:
            for follower in followers:
                following.start_soon(follower.run, self.rest_s)
            with self.clock.move_on_after(FIRST_WITHIN_S):
                for follower in followers:
                    await follower.begun.wait()
            following.start_soon(looks.watch, self.clock, self.every_s)
            task_status.started()


class _Follower:
    """The watch over one path."""

    def __init__(self, clock: Clock, looks: PathLooks, name: str, path: Path, changed: Changed) -> None:
        self.begun = anyio.Event()
        self._clock = clock
        self._looks = looks
        self._name = name
        self._path = path
        self._changed = changed

    async def run(self, rest_s: float) -> None:
        known = await self._look()
        await self._changed()
        self.begun.set()
        while True:
            await self._looks.wait_for_change(self._path, known)
            known = await self._wait_for_rest(rest_s)
            _log.info("Something has changed in %s, %s.", self._name, self._path)
            await self._changed()

    async def _wait_for_rest(self, rest_s: float) -> Stamps:
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

    async def _look(self) -> Stamps:
        return await self._looks.look(self._path)
