"""The check of the memory's file: can it be read, is it whole, and is it of this version; nothing is written."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

from performer.cli.doctor.report import CheckNotes, Examined
from performer.memory.backups import list_backups
from performer.memory.migrations import NewerSchemaError, connect, is_damaged, read_version, refuse_newer

_KIB: Final = 1024


async def check_memory(examined: Examined, notes: CheckNotes) -> None:
    """Check the memory's file as a show would before it writes."""
    file = examined.home.memory_file
    if examined.running and (reason := examined.running.down.get("memory")):
        notes.fail("show", reason)
    if not file.exists():
        notes.ok("file", f"none yet; the first show makes {file}")
        return
    try:
        notes.ok("file", await anyio.to_thread.run_sync(_describe, file))
    except NewerSchemaError as newer:
        found = f"{newer}: a show leaves it alone, and remembers no longer than itself"
        notes.fail("file", found, f"Update, or move {file} away.")
    except (sqlite3.Error, OSError) as error:
        _note_error(notes, file, error)
    if not examined.config.memory.enabled:
        notes.skip("chats", "off, as configured (memory.enabled): plans and approvals are kept alone")


def _note_error(notes: CheckNotes, file: Path, error: sqlite3.Error | OSError) -> None:
    if is_damaged(file, error):
        copies = list_backups(file)
        kept = f"The newest copy is {copies[0]}." if copies else "There is no copy of it yet."
        notes.fail("file", f"{file} is damaged ({error}): the next show moves it aside and begins a new one", kept)
    else:
        remedy = "Make it yours to write to, and look whether the disk is full."
        notes.fail("file", f"{file} cannot be used: {error}", remedy)


@dataclass(frozen=True)
class ReadOnlyKeyValueStore:
    """A `KeyValueStore` that only reads the memory's file, for programs that run beside a show."""

    _file: Path

    async def kept(self, name: str) -> str:
        """Return the value of a name; empty when there is none, or the file cannot be read."""
        if not self._file.exists():
            return ""
        try:
            return await anyio.to_thread.run_sync(_read_value, self._file, name)
        except (sqlite3.Error, OSError):
            return ""

    async def keep(self, name: str, value: str) -> None:
        """Raise an error: the file belongs to the show."""
        raise NotImplementedError(f"The doctor keeps nothing, neither '{name}' nor anything else.")


def _describe(file: Path) -> str:
    with closing(_connect_for_reading(file)) as database:
        refuse_newer(database)
        version = read_version(database)
        found = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        (messages,) = database.execute("SELECT count(*) FROM message").fetchone() if version else (0,)
    return f"{file}: whole, {file.stat().st_size // _KIB} KiB, {messages} message{'' if messages == 1 else 's'}"


def _read_value(file: Path, name: str) -> str:
    with closing(_connect_for_reading(file)) as database:
        row = database.execute("SELECT value FROM kept WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else ""


def _connect_for_reading(file: Path) -> sqlite3.Connection:
    return connect(f"{file.absolute().as_uri()}?mode=ro")
