"""Migrations: the steps that bring a database of an older performer forward; there is none back."""

from collections.abc import Sequence
from pathlib import Path
from sqlite3 import Connection, DatabaseError
from typing import Final

OURS: Final = 0x53504D31
"""The application's id in the file: a database of another program is none of ours."""
_HIGHEST: Final = 9999
"""A version above this is no version: the file is damaged."""

STEPS: Final = tuple(map(Path(__file__).with_name, ("schema.sql", "schema_2.sql", "schema_3.sql")))
"""The first makes an empty database one of version 1, each further one the next; each is SQL that is never changed."""


class NewerSchema(Exception):
    """Raised for a database that a newer performer has written."""


class Damaged(DatabaseError):
    """Raised for a file that is a database, and not as one of ours should be."""


def version_of(connection: Connection) -> int:
    """Tell the version of a database, 0 for an empty one.

    Raises:
        Damaged: when it is none of ours.
        Error: when SQLite cannot read it.
    """
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    application: int = connection.execute("PRAGMA application_id").fetchone()[0]
    if not 0 <= version <= _HIGHEST or (version and application != OURS):
        raise Damaged(f"it says version {version} of application {application}")
    return version


def refuse_newer(connection: Connection, steps: Sequence[Path] = STEPS) -> None:
    """Look at the version before anything is written.

    Raises:
        NewerSchema: when it is one that nobody knows here.
    """
    version = version_of(connection)
    if version > len(steps):
        raise NewerSchema(f"it has version {version} of the tables, and this performer knows {len(steps)}")


def migrate(connection: Connection, steps: Sequence[Path] = STEPS) -> None:
    """Bring a database forward to the last version; each step is done whole or not at all.

    Raises:
        Error: when a step fails; those before it hold.
    """
    refuse_newer(connection, steps)
    for version in range(version_of(connection), len(steps)):
        _step(connection, steps[version].read_text(encoding="utf-8"), version + 1)


def _step(connection: Connection, sql: str, version: int) -> None:
    marks = f"PRAGMA application_id = {OURS}; PRAGMA user_version = {version};"
    try:
        connection.executescript(f"BEGIN IMMEDIATE;\n{sql}\n{marks}\nCOMMIT;")
    except DatabaseError:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
