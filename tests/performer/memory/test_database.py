import sqlite3
import stat
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from sqlite3 import Connection

import pytest

from performer.clock import SystemClock
from performer.memory.database import Database, opened_database

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "home" / "memory.db"


@pytest.fixture
async def database(clock: SystemClock, file: Path) -> AsyncIterator[Database]:
    async with opened_database(clock, file) as opened:
        yield opened


def keep(name: str, value: str = "1") -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        connection.execute("INSERT INTO kept VALUES (?, ?)", (name, value))

    return work


def names(connection: Connection) -> list[str]:
    return [row["name"] for row in connection.execute("SELECT name FROM kept")]


async def test_what_was_written_is_there_at_the_next_start(clock: SystemClock, file: Path) -> None:
    async with opened_database(clock, file) as first:
        await first.write(keep("a"))
    async with opened_database(clock, file) as second:
        assert await second.read(names) == ["a"]


async def test_what_was_asked_for_later_is_read_by_who_asks_after_it(database: Database) -> None:
    for number in range(1200):
        database.later(keep(f"{number:04}"))

    assert len(await database.read(names)) == 1200


async def test_a_file_is_its_owners_alone(database: Database, file: Path) -> None:
    await database.write(keep("a"))

    assert {stat.S_IMODE(each.stat().st_mode) for each in file.parent.iterdir()} == {0o600}


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
