"""Copies of the database: one each night while the show goes on, of which the last three are kept.

What is forgotten on somebody's wish stays in none of them: a new copy takes the place of all that there are.
"""

import os
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread
from anyio.abc import TaskStatus

from performer.core import events
from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.core.files.atomic import DRAFT, make_folder, put_in_place
from performer.core.own_text import own
from performer.core.platform import open_for_owner
from performer.memory.migrations import connect

SERVICE: Final = own("copies of the memory")
KEPT: Final = 3
_AT_HOUR: Final = 4
"""Of the machine's own time: hardly anybody streams then."""
_OLD: Final = timedelta(days=1)
_LOOK_S: Final = 1800.0
"""How often the time is looked at: a machine that slept does not count the night in seconds."""
_STAMP: Final = "%Y%m%dT%H%M%SZ"


class Backups:
    """Makes a copy at four in the morning, or at the start when the last is older than a day.

    That no copy can be made is published once until one can; `nightly` is what else is to be done each night.
    """

    def __init__(
        self, clock: Clock, stream: EventStream, file: Path, nightly: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        self.folder = file.parent / "copies"
        self._clock, self._stream, self._file, self._nightly = clock, stream, file, nightly
        self._has_failed = False
        self._copying = anyio.Lock()
        self._wanted = 0
        """How often a copy without what was there before was wanted."""
        self._fresh = 0
        """How much of that the copies have come up to."""

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Copy when it is time, until cancelled; nothing of the show waits for it."""
        task_status.started()
        due = self._find_first_night()
        while True:
            if self._clock.utc() >= due:
                if self._nightly is not None:
                    await self._nightly()
                await self.copy()
                due = find_next_night(self._clock.utc())
            await self._clock.sleep(_LOOK_S)

    async def copy(self) -> None:
        """Make a copy now, and remove the oldest, or all that hold what is forgotten; publish a failure."""
        async with self._copying:
            await self._copy()

    async def renew(self) -> str:
        """Replace the copies by one that holds only what the database holds; return what failed, or nothing.

        Where there is none yet, none is made. What fails is made up for by the next copy.
        """
        self._wanted += 1
        wanted = self._wanted
        async with self._copying:
            if self._fresh >= wanted:
                return ""
            return await self._copy() if list_backups(self._file) else ""

    async def _copy(self) -> str:
        copy = self.folder / f"{self._file.name}.{self._clock.utc():{_STAMP}}"
        wanted = self._wanted
        kept = 1 if wanted > self._fresh else KEPT
        try:
            await anyio.to_thread.run_sync(_copy, self._file, copy, kept, abandon_on_cancel=True)
        except (sqlite3.Error, OSError) as error:
            trouble = own("{copy} cannot be written: {error}. The last ones stay", copy=copy, error=error)
            if not self._has_failed:
                self._has_failed = True
                self._stream.publish(events.ServiceDown(service=SERVICE, reason=trouble))
            return trouble
        self._fresh = wanted
        if self._has_failed:
            self._has_failed = False
            self._stream.publish(events.ServiceUp(service=SERVICE))
        return ""

    def _find_first_night(self) -> datetime:
        newest = next(iter(list_backups(self._file)), None)
        now = self._clock.utc()
        if newest is None:
            return now
        made = datetime.strptime(newest.name.rpartition(".")[2], _STAMP).replace(tzinfo=UTC)
        return now if now - made >= _OLD else find_next_night(now)


def list_backups(file: Path) -> list[Path]:
    """Return the copies of a database, the newest first."""
    stamp = "[0-9]" * 8 + "T" + "[0-9]" * 6 + "Z"
    return sorted((file.parent / "copies").glob(f"{file.name}.{stamp}"), reverse=True)


def find_next_night(now: datetime) -> datetime:
    """Return when it is four in the morning next, on this machine's clocks."""
    here = now.astimezone()
    four = here.replace(hour=_AT_HOUR, minute=0, second=0, microsecond=0)
    if four <= here:
        four += timedelta(days=1)
    # The offset may be another by then: the wall's four o'clock is meant.
    return four.replace(tzinfo=None).astimezone().astimezone(UTC)


def _copy(file: Path, copy: Path, kept: int) -> None:
    """Write a whole and compact copy, whatever is being written meanwhile, and keep so many copies."""
    make_folder(copy.parent)
    draft = copy.with_name(f".{copy.name}{DRAFT}")
    for left in copy.parent.glob(f".{file.name}.*{DRAFT}"):
        left.unlink()
    os.close(open_for_owner(str(draft), os.O_CREAT | os.O_WRONLY))
    try:
        with closing(connect(f"{file.absolute().as_uri()}?mode=ro")) as connection:
            connection.execute("VACUUM INTO ?", (str(draft),))
        with draft.open("r+b") as written:
            os.fsync(written.fileno())
        put_in_place(draft, copy)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    # By the name alone the new one might be the older: the wall's clock may have been set back.
    others = [each for each in list_backups(file) if each != copy]
    for old in others[kept - 1 :]:
        old.unlink()
