"""The database: what is written is there, in order, and a disk that fails is told and does no harm."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from sqlite3 import Connection

import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.memory.database import Database, open_database
from performer.memory.migrations import open_in_memory
from tests.systems import is_private

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "home" / "memory.db"


@pytest.fixture
async def database(clock: SystemClock, file: Path) -> AsyncIterator[Database]:
    async with open_database(clock, file) as opened:
        yield opened


def keep(name: str, value: str = "1") -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        connection.execute("INSERT INTO kept VALUES (?, ?)", (name, value))

    return work


def names(connection: Connection) -> list[str]:
    return [row["name"] for row in connection.execute("SELECT name FROM kept")]


async def test_what_was_written_is_there_at_the_next_start(clock: SystemClock, file: Path) -> None:
    async with open_database(clock, file) as first:
        await first.write(keep("a"))
    async with open_database(clock, file) as second:
        assert await second.read(names) == ["a"]


async def test_its_file_is_closed_with_it(clock: SystemClock, file: Path) -> None:
    async with open_database(clock, file) as database:
        connection = await database.read(lambda each: each)

    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")


async def test_what_was_asked_for_later_is_read_by_who_asks_after_it(database: Database) -> None:
    for number in range(1200):
        database.later(keep(f"{number:04}"))

    assert len(await database.read(names)) == 1200


async def test_a_file_is_its_owners_alone(database: Database, file: Path) -> None:
    await database.write(keep("a"))

    assert all(is_private(each) for each in file.parent.iterdir())


async def test_a_transaction_that_breaks_leaves_nothing(database: Database) -> None:
    def twice(connection: Connection) -> None:
        keep("a")(connection)
        keep("a")(connection)

    with pytest.raises(sqlite3.IntegrityError):
        await database.write(twice)
    assert await database.read(names) == []


@pytest.mark.expects_log
async def test_work_that_cannot_be_kept_undoes_nothing_of_the_others(database: Database) -> None:
    for name in ("a", "a", "b"):
        database.later(keep(name))

    assert await database.read(names) == ["a", "b"]


def fill(database: Database) -> Awaitable[object]:
    """Let the file grow no further, as a full disk does."""
    return database.read(lambda it: it.execute("PRAGMA max_page_count = 1").fetchone())


async def test_on_a_full_disk_the_memory_goes_on_for_this_run_and_says_so(clock: SystemClock, file: Path) -> None:
    told = asyncio.Queue[str]()
    async with open_database(clock, file, told.put_nowait) as database:
        await database.write(keep("before"))
        await fill(database)
        for number in range(200):
            database.later(keep(f"{number}", "x" * 1000))

        assert len(await database.read(names)) == 201
        assert "ends with this run" in await told.get()
        assert not database.is_kept
    async with open_database(clock, file) as again:
        assert "before" in await again.read(names)


async def test_on_a_full_disk_nothing_durable_is_promised(database: Database) -> None:
    await fill(database)

    with pytest.raises(ServiceError, match="Make room"):
        await database.write(keep("plan", "x" * 100_000), durable=True)
    with pytest.raises(ServiceError, match="Make room"):
        await database.write(keep("plan"), durable=True)


async def test_what_breaks_on_a_full_disk_is_not_done_by_halves(database: Database) -> None:
    def both(connection: Connection) -> None:
        keep("small")(connection)
        keep("large", "x" * 100_000)(connection)

    await fill(database)
    await database.write(both)

    assert await database.read(names) == ["large", "small"]


async def test_without_a_file_durable_work_lasts_as_long_as_the_run(clock: SystemClock) -> None:
    async with open_database(clock, None) as database:
        await database.write(keep("plan"), durable=True)

        assert (await database.read(names), database.trouble) == (["plan"], "")


@pytest.mark.expects_log
async def test_when_too_much_waits_the_oldest_is_let_go(clock: SystemClock) -> None:
    database = Database(open_in_memory(), lambda _: None)
    database.most_later = 3
    hold = threading.Event()
    held = database._thread.submit(hold.wait)
    for name in "abcde":
        database.later(keep(name))
    hold.set()

    assert await database.read(names) == ["c", "d", "e"]
    assert (held.result(), database.dropped) == (True, 2)
    await database.aclose()


async def test_what_a_write_waits_for_is_done_in_the_order_of_the_asking(database: Database) -> None:
    database.later(keep("a", "1"))
    await database.write(lambda it: it.execute("UPDATE kept SET value = '2'").rowcount)
    database.later(lambda it: it.execute("UPDATE kept SET value = value || '3'"))

    assert await database.read(lambda it: it.execute("SELECT value FROM kept").fetchone()[0]) == "23"


async def test_a_durable_write_is_synced_and_the_next_is_not(database: Database) -> None:
    def level(connection: Connection) -> int:
        number: int = connection.execute("PRAGMA synchronous").fetchone()[0]
        return number

    assert [await database.write(level, durable=True), await database.write(level)] == [2, 1]
