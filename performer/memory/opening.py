"""Opening the database's file, whatever is the matter with it: a show never goes without a memory."""

import os
import sqlite3
import stat
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from sqlite3 import Connection
from typing import Final

from performer.memory.migrations import STEPS, Damaged, NewerSchema, migrate, refuse_newer
from performer.whole_file import for_its_owner, make_folder

_BUSY_MS: Final = 2000
_MOST_LOG_BYTES: Final = 8_000_000
"""Of the write-ahead log, once it has grown larger."""
_SIDES: Final = ("", "-wal", "-shm")
_OTHERS: Final = 0o077
"""The rights of everybody but the owner."""

_NOT_ITS_FAULT: Final = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_AUTH,
    }
)
"""Errors of the disk, the folder or another program; whatever else goes wrong in opening is the file's own."""
_TO_BE_UNDONE: Final = frozenset(
    {sqlite3.SQLITE_READONLY_ROLLBACK, sqlite3.SQLITE_READONLY_RECOVERY, sqlite3.SQLITE_READONLY_CANTINIT}
)
"""A run was killed in mid-write: nobody can read the file before somebody who may write has put it right."""


@dataclass(frozen=True, kw_only=True)
class Opened:
    """A connection with the newest tables."""

    connection: Connection
    is_kept: bool
    """False when it lies in the machine's memory alone, and ends with this run."""
    trouble: str = ""
    """What is to be told, with the remedy."""


def opened(file: Path, at: datetime, steps: Sequence[Path] = STEPS) -> Opened:
    """Open a file, or make it; one that is damaged is moved aside, and a new one begun.

    Args:
        file: Its owner's alone (0600) when it is made.
        at: What time it is, UTC, for the name of what is moved aside.
        steps: How its tables came to be.
    """
    try:
        return Opened(connection=_open(file, steps), is_kept=True)
    except NewerSchema as newer:
        return in_memory(f"{file} is left alone: {newer}. Update, or move that file away.", steps)
    except (sqlite3.Error, OSError) as error:
        if not is_damaged(file, error):
            return in_memory(f"{file} cannot be used: {error}. Mend that, and start again.", steps)
        return _begun_anew(file, at, str(error), steps)


def in_memory(trouble: str = "", steps: Sequence[Path] = STEPS) -> Opened:
    """Make a database that ends with this run."""
    connection = connect(":memory:")
    migrate(connection, steps)
    return Opened(connection=connection, is_kept=False, trouble=trouble)


def connect(name: str) -> Connection:
    """Make a connection as all of ours are: it may go to another thread, and begins no transaction by itself."""
    connection = sqlite3.connect(
        name, isolation_level=None, check_same_thread=False, uri=name.startswith("file:"), timeout=_BUSY_MS / 1000
    )
    connection.row_factory = sqlite3.Row
    connection.text_factory = _text
    return connection


def _text(raw: bytes) -> str:
    """Read a text even where a bit of it has flipped."""
    return raw.decode("utf-8", "replace")


def _open(file: Path, steps: Sequence[Path]) -> Connection:
    make_folder(file.parent)
    if file.exists():
        _shut(file)
        _look(file, steps)
    else:
        os.close(for_its_owner(str(file), os.O_CREAT | os.O_WRONLY))
    connection = connect(str(file))
    try:
        _check(connection)
        _set_up(connection)
        migrate(connection, steps)
    except BaseException:
        connection.close()
        raise
    return connection


def _look(file: Path, steps: Sequence[Path]) -> None:
    """Refuse a newer file before a byte of it is changed; only what a killed run did by half is undone before."""
    try:
        _look_in_mode("ro", file, steps)
    except sqlite3.OperationalError as error:
        if _code(error) not in _TO_BE_UNDONE:
            raise
        _look_in_mode("rw", file, steps)


def _look_in_mode(mode: str, file: Path, steps: Sequence[Path]) -> None:
    with closing(connect(f"{file.absolute().as_uri()}?mode={mode}")) as looked_at:
        refuse_newer(looked_at, steps)


def _shut(file: Path) -> None:
    """Let nobody else read what is there, such as a copy that was put back."""
    for side in _SIDES:
        beside = file.with_name(file.name + side)
        with suppress(OSError):
            mode = beside.lstat().st_mode
            if stat.S_ISREG(mode) and mode & _OTHERS:
                beside.chmod(stat.S_IMODE(mode) & ~_OTHERS)


def _check(connection: Connection) -> None:
    found: str = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise Damaged(" ".join(found.split()))


def _set_up(connection: Connection) -> None:
    for pragma in (
        "journal_mode = WAL",
        "synchronous = NORMAL",
        "foreign_keys = ON",
        f"journal_size_limit = {_MOST_LOG_BYTES}",
        "secure_delete = ON",  # what somebody wants forgotten is not to be read in the file either
    ):
        connection.execute(f"PRAGMA {pragma}")


def is_damaged(file: Path, error: sqlite3.Error | OSError) -> bool:
    """Tell from what went wrong with a file whether it is the file's own fault."""
    if isinstance(error, OSError):
        return False
    code = _code(error)
    if code == sqlite3.SQLITE_IOERR_SHORT_READ:
        return True
    if code in _TO_BE_UNDONE:
        return False
    if code & 0xFF == sqlite3.SQLITE_READONLY:
        return os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)
    return code & 0xFF not in _NOT_ITS_FAULT


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)


def _begun_anew(file: Path, at: datetime, why: str, steps: Sequence[Path]) -> Opened:
    try:
        aside = _moved_aside(file, at)
        connection = _open(file, steps)
    except (sqlite3.Error, OSError) as error:
        return in_memory(f"{file} is damaged ({why}), and cannot be moved aside: {error}. Move it away.", steps)
    trouble = f"{file.name} was damaged ({why}). It lies in {aside.name} now, and a new one was begun"
    return Opened(connection=connection, is_kept=True, trouble=trouble)


def _moved_aside(file: Path, at: datetime) -> Path:
    """Rename the file with what belongs to it, so that SQLite's own tools still find it together."""
    aside = file.with_name(f"{file.name}.corrupt.{at:%Y%m%dT%H%M%SZ}")
    for side in _SIDES:
        beside = file.with_name(file.name + side)
        if beside.exists():
            beside.replace(aside.with_name(aside.name + side))
    return aside
