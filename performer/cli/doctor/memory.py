"""The memory's file: can it be read, is it whole, and is it of this version; nothing is written or moved."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

from performer.cli.doctor.home import RunningShow
from performer.cli.doctor.report import CheckNotes
from performer.core.files.home import Home
from performer.memory.backups import list_backups
from performer.memory.memory import MemorySettings
from performer.memory.migrations import NewerSchemaError, connect, is_damaged, read_version, refuse_newer

_KIB: Final = 1024


class MemoryCheck:
    """Reads it as a show would before it writes."""

    def __init__(self, settings: MemorySettings, home: Home, running: RunningShow | None = None) -> None:
        self._settings = settings
        self._file = home.memory_file
        self._running = running

    async def look(self, notes: CheckNotes) -> None:
        """Look at the file, and at the copies beside it."""
        if self._running and (reason := self._running.down.get("memory")):
            notes.fail("show", reason)
        if not self._file.exists():
            notes.ok("file", f"none yet; the first show makes {self._file}")
            return
        try:
            notes.ok("file", await anyio.to_thread.run_sync(_read, self._file))
        except NewerSchemaError as newer:
            found = f"{newer}: a show leaves it alone, and remembers no longer than itself"
            notes.fail("file", found, f"Update, or move {self._file} away.")
        except (sqlite3.Error, OSError) as error:
            self._tell(notes, error)
        if not self._settings.enabled:
            notes.skip("chats", "off, as configured (memory.enabled): plans and approvals are kept alone")

    def _tell(self, notes: CheckNotes, error: sqlite3.Error | OSError) -> None:
        if is_damaged(self._file, error):
            copies = list_backups(self._file)
            kept = f"The newest copy is {copies[0]}." if copies else "There is no copy of it yet."
            found = f"{self._file} is damaged ({error}): the next show moves it aside and begins a new one"
            notes.fail("file", found, kept)
        else:
            found = f"{self._file} cannot be used: {error}"
            notes.fail("file", found, "Make it yours to write to, and look whether the disk is full.")


class ReadOnlyKeyValueStore:
    """The small things that a memory's file keeps, for reading: the port `Keeps`, for whoever runs beside a show."""

    def __init__(self, file: Path) -> None:
        self._file = file

    async def kept(self, name: str) -> str:
        """Give what is kept by this name; empty when nothing is, or the file cannot be read."""
        if not self._file.exists():
            return ""
        try:
            return await anyio.to_thread.run_sync(_kept, self._file, name)
        except (sqlite3.Error, OSError):
            return ""

    async def keep(self, name: str, value: str) -> None:
        """Keep nothing: it is another's."""
        raise NotImplementedError(f"The doctor keeps nothing, neither '{name}' nor anything else.")


def _read(file: Path) -> str:
    with closing(connect(f"{file.absolute().as_uri()}?mode=ro")) as looked_at:
        refuse_newer(looked_at)
        version = read_version(looked_at)
        found = looked_at.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        (messages,) = looked_at.execute("SELECT count(*) FROM message").fetchone() if version else (0,)
    return f"{file}: whole, {file.stat().st_size // _KIB} KiB, {messages} message{'' if messages == 1 else 's'}"


def _kept(file: Path, name: str) -> str:
    with closing(connect(f"{file.absolute().as_uri()}?mode=ro")) as looked_at:
        row = looked_at.execute("SELECT value FROM kept WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else ""
