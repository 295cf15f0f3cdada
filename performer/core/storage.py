"""The protocol of the database; the database itself is a part of `memory`."""

from collections.abc import Callable
from sqlite3 import Connection
from typing import Protocol, TypeVar

T = TypeVar("T")


class Store(Protocol):
    """A SQLite database, whose tables `memory/schema.sql` and the migrations after it explain.

    Each method runs its work in the order of the calls. The work gets the connection, with rows that are read by name;
    it runs in the database's own thread, so it touches nothing else, and it neither begins nor ends a transaction.
    """

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work that reads, and return its result."""
        ...

    async def write(self, work: Callable[[Connection], T], *, durable: bool = False) -> T:
        """Run work in one transaction: committed when this returns, rolled back when this raises, as the work does.

        A `durable` change outlives a power cut too, which takes a few milliseconds more.

        Raises:
            ServiceError: when the change is to be durable, and the disk has failed since the start.
        """
        ...

    def later(self, work: Callable[[Connection], object]) -> None:
        """Run work soon, together with other such work; when too much waits, the oldest is dropped and reported."""
        ...
