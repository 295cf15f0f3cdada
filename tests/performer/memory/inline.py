"""A store of one thread: what is asked is done at once, so that virtual time need not wait for a disk."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from sqlite3 import Connection
from typing import TypeVar
from weakref import finalize

from performer.core.errors import ServiceError
from performer.memory.migrations import connect, migrate

T = TypeVar("T")


class InlineStore:
    """The tables of the memory, in a file or in the machine's memory; `fails` has the disk fail, `is_cut` the power."""

    def __init__(self, file: Path | None = None) -> None:
        self.fails = False
        self.is_cut = False
        self._connection = connect(str(file) if file else ":memory:")
        migrate(self._connection)
        self.close = finalize(self, self._connection.close)  # of a test that leaves it open, too

    async def read(self, work: Callable[[Connection], T]) -> T:
        return work(self._connection)

    async def write(self, work: Callable[[Connection], T], *, durable: bool = False) -> T:
        if self.fails and durable:
            raise ServiceError("The disk has failed.", retry=False)
        return self._transact(work)

    def later(self, work: Callable[[Connection], object]) -> None:
        if not self.is_cut:
            self._transact(work)

    def rows(self, sql: str) -> list[sqlite3.Row]:
        return self._connection.execute(sql).fetchall()

    def _transact(self, work: Callable[[Connection], T]) -> T:
        with self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            return work(self._connection)
