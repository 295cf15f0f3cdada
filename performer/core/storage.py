"""The store: rows that outlive the run. Who keeps some knows this port; the database behind it is memory's."""

from collections.abc import Callable
from sqlite3 import Connection
from typing import Protocol, TypeVar

T = TypeVar("T")


class Store(Protocol):
    """One SQLite database, whose tables `memory/schema.sql` and the steps after it explain.

    What is asked is done in the order of the asking.

    Work gets the connection, with rows that are read by name; it runs in the database's own thread, so it touches
    nothing else, and it neither begins nor ends a transaction.
    """

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Give what some work reads."""
        ...

    async def write(self, work: Callable[[Connection], T], *, durable: bool = False) -> T:
        """Do some work in one transaction, committed when this returns, and nothing of it when this raises.

        Args:
            work: What it raises goes up.
            durable: Whether it outlives a power cut too, for a few milliseconds more; else it outlives this process.

        Raises:
            ServiceError: when it is to be durable, and the disk has failed since the start.
        """
        ...

    def later(self, work: Callable[[Connection], object]) -> None:
        """Do some work soon, together with other such work; when too much waits the oldest is let go, and told."""
        ...
