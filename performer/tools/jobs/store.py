"""The errands in the database: long calls that go on beside the show."""

from collections.abc import Sequence
from functools import partial
from sqlite3 import Connection, Row
from typing import Final

from performer.core.clock import Clock
from performer.core.storage import Store
from performer.core.text import parse_ms, to_ms
from performer.tools.jobs.job import Came, Job
from performer.tools.kept_calls import make_columns, read_fields, read_rows

_MOST_KEPT: Final = 200
"""Errands that are over; older ones are forgotten."""
_ADD: Final = """
    INSERT INTO errand (state, tool, server, call, arguments, origin, said, began_ms)
    VALUES ('going', :tool, :server, :call, :arguments, :origin, :said, :began_ms)
"""
_FINISH: Final = """
    UPDATE errand SET state = ?, arguments = '{}', origin = '', said = '' WHERE id = ? AND state = 'going'
"""
_FORGET: Final = "DELETE FROM errand WHERE state <> 'going' AND id <= (SELECT max(id) FROM errand) - ?"


class SqlJobStore:
    """Keeps errands in a database; whatever has returned survives a power cut.

    Args:
        clock: Gives cues that are read again their instant.
        store: Where.
    """

    def __init__(self, clock: Clock, store: Store) -> None:
        self._clock = clock
        self._store = store

    async def add(self, errand: Job) -> int:
        """Keep one that goes on, and give its number."""
        return await self._store.write(partial(_add, errand), durable=True)

    async def finish(self, number: int, came: Came) -> None:
        """Keep what one came to, and nobody's words any more."""
        await self._store.write(lambda it: it.execute(_FINISH, (came, number)).rowcount, durable=True)

    async def came(self, number: int) -> Came | None:
        """Tell what one came to; None when it goes on, or is not known."""
        return await self._store.read(partial(_finish_job, number))

    async def going(self) -> Sequence[Job]:
        """Give those of which it is not known what they came to, the oldest first."""
        at_s, sql = self._clock.now(), "SELECT * FROM errand WHERE state = 'going' ORDER BY id"
        read = partial(_parse_job, at_s=at_s)
        return await self._store.read(lambda it: read_rows(it.execute(sql), read, "The errand"))


def _add(errand: Job, database: Connection) -> int:
    row = {**make_columns(errand), "began_ms": to_ms(errand.began_at)}
    number = database.execute(_ADD, row).lastrowid
    assert number is not None, "a row that was added has a number"
    database.execute(_FORGET, (_MOST_KEPT,))
    return number


def _finish_job(number: int, database: Connection) -> Came | None:
    row = database.execute("SELECT state FROM errand WHERE id = ? AND state <> 'going'", (number,)).fetchone()
    return row["state"] if row else None


def _parse_job(row: Row, at_s: float) -> Job:
    return Job(**read_fields(row, at_s), began_at=parse_ms(row["began_ms"]))
