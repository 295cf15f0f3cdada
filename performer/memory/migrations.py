"""Opens the database's file, whatever is the matter with it, and brings an older one forward.

A show never goes without a memory; and there is no step back.
"""

import os
import sqlite3
import stat
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from sqlite3 import Connection, DatabaseError
from typing import Final

from performer.core.files.atomic import make_folder
from performer.core.platform import find_others, keep_to_owner, open_for_owner
from performer.core.values import dataclass

OURS: Final = 0x53504D31
"""The application's id in the file: a database of another program is none of ours."""
_HIGHEST: Final = 9999
"""A version above this is no version: the file is damaged."""

STEPS: Final = tuple(map(Path(__file__).with_name, ("schema.sql", "schema_2.sql", "schema_3.sql", "schema_4.sql")))
"""The first makes an empty database one of version 1, each further one the next; each is SQL that is never changed."""


class NewerSchemaError(Exception):
    """Raised for a database that a newer performer has written."""


class DamagedDatabaseError(DatabaseError):
    """Raised for a file that is a database, and not as one of ours should be."""


def read_version(connection: Connection) -> int:
    """Return the version of a database, 0 for an empty one.

    Raises DamagedDatabaseError when it is none of ours, and Error when SQLite cannot read it.
    """
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    application: int = connection.execute("PRAGMA application_id").fetchone()[0]
    if not 0 <= version <= _HIGHEST or (version and application != OURS):
        raise DamagedDatabaseError(f"it says version {version} of application {application}")
    return version


def refuse_newer(connection: Connection, steps: Sequence[Path] = STEPS) -> None:
    """Check the version before anything is written; one that nobody knows here meets a NewerSchemaError."""
    version = read_version(connection)
    if version > len(steps):
        raise NewerSchemaError(f"it has version {version} of the tables, and this performer knows {len(steps)}")


def migrate(connection: Connection, steps: Sequence[Path] = STEPS) -> None:
    """Run the steps to the last version, each whole or not at all; those before one that fails with an Error hold."""
    refuse_newer(connection, steps)
    for version in range(read_version(connection), len(steps)):
        _step(connection, steps[version].read_text(encoding="utf-8"), version + 1)


def _step(connection: Connection, sql: str, version: int) -> None:
    marks = f"PRAGMA application_id = {OURS}; PRAGMA user_version = {version};"
    try:
        connection.executescript(f"BEGIN IMMEDIATE;\n{sql}\n{marks}\nCOMMIT;")
    except DatabaseError:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


_BUSY_MS: Final = 2000
_PRAGMAS: Final = (
    "journal_mode = WAL",
    "synchronous = NORMAL",
    "foreign_keys = ON",
    "journal_size_limit = 8000000",  # bytes of the write-ahead log, once it has grown larger
    "secure_delete = ON",  # what somebody wants forgotten is not to be read in the file either
)
_SIDES: Final = ("", "-wal", "-shm")


def list_codes(names: str) -> frozenset[int]:
    """Return SQLite's codes of some errors, named without `SQLITE_`."""
    return frozenset(getattr(sqlite3, f"SQLITE_{name}") for name in names.split())


_NOT_ITS_FAULT: Final = list_codes("PERM BUSY LOCKED NOMEM IOERR FULL CANTOPEN PROTOCOL AUTH")
"""Errors of the disk, the folder or another program; whatever else goes wrong in opening is the file's own."""
_TO_BE_UNDONE: Final = list_codes("READONLY_ROLLBACK READONLY_RECOVERY READONLY_CANTINIT")
"""A run was killed in mid-write: nobody can read the file before somebody who may write has put it right."""


@dataclass(frozen=True, kw_only=True)
class OpenedDatabase:
    """A connection with the newest tables."""

    connection: Connection
    is_kept: bool
    """False when it lies in the machine's memory alone, and ends with this run."""
    trouble: str = ""
    """What is to be told, with the remedy."""


def open_database_file(file: Path, at: datetime, steps: Sequence[Path] = STEPS) -> OpenedDatabase:
    """Open a file, or make it, its owner's alone (0600); one that is damaged is moved aside, and a new one begun.

    `at` is the time, UTC, for the name of what is moved aside.
    """
    try:
        return OpenedDatabase(connection=_open(file, steps), is_kept=True)
    except NewerSchemaError as newer:
        return open_in_memory(f"{file} is left alone: {newer}. Update, or move that file away.", steps)
    except (sqlite3.Error, OSError) as error:
        if not is_damaged(file, error):
            return open_in_memory(f"{file} cannot be used: {error}. Mend that, and start again.", steps)
        return _begin_anew(file, at, str(error), steps)


def open_in_memory(trouble: str = "", steps: Sequence[Path] = STEPS) -> OpenedDatabase:
    """Return a database that ends with this run."""
    connection = connect(":memory:")
    migrate(connection, steps)
    return OpenedDatabase(connection=connection, is_kept=False, trouble=trouble)


def connect(name: str) -> Connection:
    """Return a connection as all of ours are: it may go to another thread, and begins no transaction by itself."""
    connection = sqlite3.connect(
        name, isolation_level=None, check_same_thread=False, uri=name.startswith("file:"), timeout=_BUSY_MS / 1000
    )
    connection.row_factory = sqlite3.Row
    # A text is read even where a bit of it has flipped.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    return connection


def _open(file: Path, steps: Sequence[Path]) -> Connection:
    make_folder(file.parent)
    if file.exists():
        _shut(file)
        _look(file, steps)
    else:
        os.close(open_for_owner(str(file), os.O_CREAT | os.O_WRONLY))
    connection = connect(str(file))
    try:
        _check(connection)
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        migrate(connection, steps)
        _shut(file)  # SQLite makes what lies beside it as open as the folder is, where a mode means nothing
    except BaseException:
        connection.close()
        raise
    return connection


def _look(file: Path, steps: Sequence[Path]) -> None:
    """Check for a newer file before a byte of it is changed; only what a killed run did by half is undone before."""
    for mode in ("ro", "rw"):
        try:
            with closing(connect(f"{file.absolute().as_uri()}?mode={mode}")) as looked_at:
                refuse_newer(looked_at, steps)
            break
        except sqlite3.OperationalError as error:
            if mode == "rw" or _get_code(error) not in _TO_BE_UNDONE:
                raise


def _shut(file: Path) -> None:
    """Remove the rights of all others to what is there, such as a copy that was put back."""
    for side in _SIDES:
        beside = file.with_name(file.name + side)
        with suppress(OSError):
            if stat.S_ISREG(beside.lstat().st_mode) and find_others(beside):
                keep_to_owner(beside)


def _check(connection: Connection) -> None:
    found: str = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise DamagedDatabaseError(" ".join(found.split()))


def is_damaged(file: Path, error: sqlite3.Error | OSError) -> bool:
    """Whether what went wrong with a file is the file's own fault."""
    if isinstance(error, OSError):
        return False
    code = _get_code(error)
    if code == sqlite3.SQLITE_IOERR_SHORT_READ:
        return True
    if code in _TO_BE_UNDONE:
        return False
    if code & 0xFF == sqlite3.SQLITE_READONLY:
        return os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)
    return code & 0xFF not in _NOT_ITS_FAULT


def _get_code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)


def _begin_anew(file: Path, at: datetime, why: str, steps: Sequence[Path]) -> OpenedDatabase:
    try:
        aside = _move_aside(file, at)
        connection = _open(file, steps)
    except (sqlite3.Error, OSError) as error:
        return open_in_memory(f"{file} is damaged ({why}), and cannot be moved aside: {error}. Move it away.", steps)
    trouble = f"{file.name} was damaged ({why}). It lies in {aside.name} now, and a new one was begun"
    return OpenedDatabase(connection=connection, is_kept=True, trouble=trouble)


def _move_aside(file: Path, at: datetime) -> Path:
    """Rename the file with what belongs to it, so that SQLite's own tools still find it together."""
    aside = file.with_name(f"{file.name}.corrupt.{at:%Y%m%dT%H%M%SZ}")
    for side in _SIDES:
        beside = file.with_name(file.name + side)
        if beside.exists():
            beside.replace(aside.with_name(aside.name + side))
    return aside
