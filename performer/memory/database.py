"""The database: one SQLite file, one connection, one thread of its own; nobody's loop waits for a disk."""

import asyncio
import logging
import sqlite3
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import Final, TypeVar

import anyio
import anyio.to_thread

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.process.thread import WorkerThread
from performer.core.storage import Store
from performer.core.values import dataclass
from performer.memory.migrations import OpenedDatabase, connect, list_codes, open_database_file, open_in_memory

_log = logging.getLogger(__name__)

T = TypeVar("T")
Work = Callable[[Connection], object]

_BATCH: Final = 500
"""How much of it is done in one transaction, so that what somebody waits for comes in between."""
_LOST: Final = list_codes("FULL IOERR READONLY CORRUPT NOTADB CANTOPEN")
"""Errors after which the file is of no more use to this run."""


class Database:
    """The `Store` of a show; open one with `open_database`.

    A file that fails while the show goes on (a full disk) is given up: what was in it goes on in the machine's memory,
    and ends with this run. `tell` takes what goes wrong later, in a sentence.
    """

    most_later = 10_000
    """How much work may wait."""

    def __init__(self, found: OpenedDatabase, tell: Callable[[str], None]) -> None:
        self.trouble = found.trouble
        """What is the matter, with the remedy; empty when all is well."""
        self.is_kept = found.is_kept
        """Whether it is on the disk, so that it outlives this run."""
        self.dropped = 0
        """How much work was let go because too much waited."""
        self._connection = found.connection
        self._was_lost = False
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._thread = WorkerThread("memory")
        self._lining_up = threading.Lock()
        self._batches: deque[list[Work]] = deque()
        """Each has its place in the thread's line; the last may still grow."""
        self._may_grow = False

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return what some work reads, after all that was asked for before."""
        self._may_grow = False
        return await self._thread.run(partial(self._read, work))

    async def write(self, work: Callable[[Connection], T], *, durable: bool = False) -> T:
        """Run some work in one transaction, as `Store.write` says."""
        self._may_grow = False
        return await self._thread.run(partial(self._write, work, durable=durable))

    def later(self, work: Work) -> None:
        """Run some work soon, as `Store.later` says."""
        with self._lining_up:
            if sum(map(len, self._batches)) >= self.most_later:
                self._drop_oldest()
            if self._may_grow and self._batches and len(self._batches[-1]) < _BATCH:
                self._batches[-1].append(work)
                return
            self._batches.append([work])
            self._may_grow = True
        self._thread.submit(self._do_batch).add_done_callback(_log_bug)

    async def settled(self) -> None:
        """Wait until all that was asked for is done."""
        await self.read(lambda _connection: None)

    async def aclose(self) -> None:
        """Run what waits, close the file and end the thread."""
        await self.settled()
        await self._thread.run(self._connection.close)
        self._thread.close()

    def _drop_oldest(self) -> None:
        oldest = next(batch for batch in self._batches if batch)
        oldest.pop(0)
        if not self.dropped:
            _log.error(
                "The memory cannot follow: more than %d things wait to be kept, some are let go.", self.most_later
            )
        self.dropped += 1

    def _read(self, work: Callable[[Connection], T]) -> T:
        try:
            return work(self._connection)
        except sqlite3.Error as error:
            self._give_up_if_lost(error)
            return work(self._connection)

    def _write(self, work: Callable[[Connection], T], *, durable: bool = False) -> T:
        if durable and self._was_lost:
            raise ServiceError(self.trouble, retry=False)
        try:
            return self._transact(work, durable=durable)
        except sqlite3.Error as error:
            self._give_up_if_lost(error)
        return self._write(work, durable=durable)

    def _do_batch(self) -> None:
        with self._lining_up:
            batch = self._batches.popleft()
        if batch:
            self._write(partial(_run_batch, batch))

    def _transact(self, work: Callable[[Connection], T], *, durable: bool) -> T:
        connection = self._connection
        connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
        connection.execute("BEGIN IMMEDIATE")
        try:
            done = work(connection)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return done

    def _give_up_if_lost(self, error: sqlite3.Error) -> None:
        """Replace a file that has failed by the machine's memory; raise the same error when it is not to blame."""
        if self._was_lost or not self.is_kept or getattr(error, "sqlite_errorcode", 0) & 0xFF not in _LOST:
            raise error
        kept, self._connection = self._connection, _rescue(self._connection)
        self._was_lost, self.is_kept = True, False
        self.trouble = (
            f"the memory's file has failed ({error}). What is said from now on ends with this run, and "
            "nothing new can be planned or approved. Make room or mend the disk, then start again"
        )
        with suppress(sqlite3.Error):
            kept.close()
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._tell, self.trouble)


@asynccontextmanager
async def open_database(
    clock: Clock, file: Path | None, tell: Callable[[str], None] = lambda _trouble: None
) -> AsyncIterator[Database]:
    """Open the memory's file, or make it; without one, or when it cannot be used, it ends with this run.

    `tell` takes what goes wrong while it is open; what was wrong before is its `trouble`.
    """
    found = await anyio.to_thread.run_sync(open_database_file, file, clock.utc()) if file else open_in_memory()
    database = Database(found, tell)
    try:
        yield database
    finally:
        with anyio.CancelScope(shield=True):
            await database.aclose()


def _run_batch(batch: Sequence[Work], connection: Connection) -> None:
    """Run each work; one that SQLite refuses undoes nothing of the others."""
    for work in batch:
        connection.execute("SAVEPOINT one")
        try:
            work(connection)
        except sqlite3.IntegrityError:
            connection.execute("ROLLBACK TO one")
            _log.exception("Something cannot be kept.")
        connection.execute("RELEASE one")


def _rescue(connection: Connection) -> Connection:
    """Return a copy of what can be read, in the machine's memory."""
    memory = connect(":memory:")
    try:
        connection.backup(memory)
        memory.execute("SELECT count(*) FROM message")
    except sqlite3.Error:
        memory.close()
        return open_in_memory().connection
    return memory


def _log_bug(done: "Future[None]") -> None:
    if error := done.exception():
        _log.error("Something was not kept.", exc_info=error)


_PUT: Final = "INSERT INTO kept VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"


@dataclass(frozen=True)
class SqlKeyValueStore:
    """Keeps small texts by name, what else is needed at the next start, as the port `KeyValueStore` promises."""

    _store: Store

    async def kept(self, name: str) -> str:
        """Return what is kept by a name; empty when nothing is."""
        sql = "SELECT value FROM kept WHERE name = ?"
        row = await self._store.read(lambda it: it.execute(sql, (name,)).fetchone())
        return row["value"] if row else ""

    async def keep(self, name: str, value: str) -> None:
        """Write a text; it is on the disk when this returns."""
        await self._store.write(lambda it: it.execute(_PUT, (name, value)).rowcount)
