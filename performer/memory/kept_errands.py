"""The errands in the database: long calls that go on beside the show."""

from collections.abc import Sequence
from functools import partial
from sqlite3 import Connection, Row
from typing import Final

from performer.clock import Clock
from performer.errands import Came, Errand
from performer.instants import instant_of, ms_of
from performer.memory.kept_calls import columns_of, fields_of, readable
from performer.store import Store

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


class KeptErrands:
    """Keeps errands in a database; whatever has returned survives a power cut.

    Args:
        clock: Gives cues that are read again their instant.
        store: Where.
    """

    def __init__(self, clock: Clock, store: Store) -> None:
        self._clock = clock
        self._store = store

    async def add(self, errand: Errand) -> int:
        """Keep one that goes on, and give its number."""
        return await self._store.write(partial(_add, errand), durable=True)

    async def finish(self, number: int, came: Came) -> None:
        """Keep what one came to, and nobody's words any more."""
        await self._store.write(lambda it: it.execute(_FINISH, (came, number)).rowcount, durable=True)

    async def came(self, number: int) -> Came | None:
        """Tell what one came to; None when it goes on, or is not known."""
        return await self._store.read(partial(_came, number))

    async def going(self) -> Sequence[Errand]:
        """Give those of which it is not known what they came to, the oldest first."""
        at_s, sql = self._clock.now(), "SELECT * FROM errand WHERE state = 'going' ORDER BY id"
        read = partial(_errand, at_s=at_s)
        return await self._store.read(lambda it: readable(it.execute(sql), read, "The errand"))


def _add(errand: Errand, database: Connection) -> int:
    row = {**columns_of(errand), "began_ms": ms_of(errand.began_at)}
    number = database.execute(_ADD, row).lastrowid
    assert number is not None, "a row that was added has a number"
    database.execute(_FORGET, (_MOST_KEPT,))
    return number


def _came(number: int, database: Connection) -> Came | None:
    row = database.execute("SELECT state FROM errand WHERE id = ? AND state <> 'going'", (number,)).fetchone()
    return row["state"] if row else None


def _errand(row: Row, at_s: float) -> Errand:
    return Errand(**fields_of(row, at_s), began_at=instant_of(row["began_ms"]))
