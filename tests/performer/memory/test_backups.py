"""The nightly copies: when they are made, that they are whole, and that three are kept."""

import os
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import anyio
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream
from performer.core.files.atomic import put_in_place
from performer.memory.backups import Backups, find_next_night, list_backups
from performer.memory.database import Database, open_database
from tests.systems import is_private

pytestmark = pytest.mark.anyio


@pytest.fixture
async def database(clock: SystemClock, tmp_path: Path) -> AsyncIterator[Database]:
    async with open_database(clock, tmp_path / "memory.db") as opened:
        yield opened


@pytest.fixture
def in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if sys.platform == "win32":
        pytest.skip("POSIX only: Windows takes its zone from its settings alone")
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def copies(clock: VirtualClock, file: Path, stream: EventStream | None = None) -> Backups:
    async def nothing() -> None:
        pass

    return Backups(clock, stream or EventStream(clock), file, nothing)


async def test_a_copy_holds_what_has_just_been_written(
    virtual_clock: VirtualClock, database: Database, tmp_path: Path
) -> None:
    await database.write(lambda it: it.execute("INSERT INTO kept VALUES ('a', '1')").rowcount)

    await copies(virtual_clock, tmp_path / "memory.db").copy()

    (copy,) = list_backups(tmp_path / "memory.db")
    with closing(sqlite3.connect(copy)) as opened:
        assert opened.execute("SELECT name FROM kept").fetchall() == [("a",)]
    assert is_private(copy)
    assert copy.parent.name == "copies"


async def test_the_last_three_are_kept(virtual_clock: VirtualClock, database: Database, tmp_path: Path) -> None:
    made = copies(virtual_clock, tmp_path / "memory.db")
    for _ in range(5):
        await virtual_clock.advance(60)
        await made.copy()

    stamps = [copy.name.rpartition(".")[2] for copy in list_backups(tmp_path / "memory.db")]
    assert stamps == ["20260101T000500Z", "20260101T000400Z", "20260101T000300Z"]
    assert len(list((tmp_path / "copies").iterdir())) == 3


async def test_a_copy_is_made_at_the_start_and_then_each_night(
    virtual_clock: VirtualClock, database: Database, tmp_path: Path
) -> None:
    async with anyio.create_task_group() as tasks:
        await tasks.start(copies(virtual_clock, tmp_path / "memory.db").run)
        for _ in range(8):
            await virtual_clock.advance(6 * 3600)
        tasks.cancel_scope.cancel()

    at_first, *nights = sorted(copy.name.rpartition(".")[2] for copy in list_backups(tmp_path / "memory.db"))
    assert at_first == "20260101T000000Z"
    assert len(nights) == 2


async def test_none_is_made_at_the_start_when_the_last_is_of_today(
    virtual_clock: VirtualClock, database: Database, tmp_path: Path
) -> None:
    made = copies(virtual_clock, tmp_path / "memory.db")
    await made.copy()
    await virtual_clock.advance(600)

    assert made._find_first_night() > virtual_clock.utc()
    await virtual_clock.advance(90_000)
    assert made._find_first_night() == virtual_clock.utc()


async def test_renewed_copies_are_one_that_holds_what_is_there_now(
    virtual_clock: VirtualClock, database: Database, tmp_path: Path
) -> None:
    file = tmp_path / "memory.db"
    made = copies(virtual_clock, file)
    await database.write(lambda it: it.execute("INSERT INTO kept VALUES ('quails', '1')").rowcount)
    for _ in range(2):
        await made.copy()
        await virtual_clock.advance(60)
    await database.write(lambda it: it.execute("DELETE FROM kept").rowcount)

    assert await made.renew() == ""
    (copy,) = list_backups(file)
    assert b"quails" not in copy.read_bytes()
    await virtual_clock.advance(60)
    await made.copy()
    assert len(list_backups(file)) == 2


async def test_where_there_is_no_copy_none_is_renewed(
    virtual_clock: VirtualClock, database: Database, tmp_path: Path
) -> None:
    assert await copies(virtual_clock, tmp_path / "memory.db").renew() == ""
    assert list_backups(tmp_path / "memory.db") == []


async def test_many_who_are_forgotten_at_once_cost_one_copy(
    virtual_clock: VirtualClock, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = copies(virtual_clock, tmp_path / "memory.db")
    await made.copy()
    placed: list[Path] = []

    def place(draft: Path, copy: Path) -> None:
        placed.append(copy)
        put_in_place(draft, copy)

    monkeypatch.setattr("performer.memory.backups.put_in_place", place)
    async with anyio.create_task_group() as tasks:
        for _ in range(20):
            tasks.start_soon(made.renew)

    assert len(placed) == 1


async def test_what_could_not_be_renewed_is_by_the_next_copy(
    virtual_clock: VirtualClock, database: Database, tmp_path: Path
) -> None:
    file = tmp_path / "memory.db"
    made = copies(virtual_clock, file)
    await made.copy()
    await virtual_clock.advance(60)
    await made.copy()
    away = tmp_path / "copies" / ".memory.db.20260101T000100Z.new"
    away.mkdir()

    assert "cannot be written" in await made.renew()
    assert len(list_backups(file)) == 2
    away.rmdir()
    await made.copy()
    assert len(list_backups(file)) == 1


async def test_a_copy_that_cannot_be_made_is_told_once_and_leaves_nothing(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    stream = EventStream(virtual_clock)
    reader = stream.whole("test", ServiceDown, ServiceUp)
    file = tmp_path / "memory.db"
    made = copies(virtual_clock, file, stream)
    await made.copy()
    await made.copy()
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("CREATE TABLE some (x)")
    await made.copy()

    assert [type(each.event).__name__ for each in reader.taken()] == ["ServiceDown", "ServiceUp"]
    assert [copy.name for copy in (tmp_path / "copies").iterdir()] == ["memory.db.20260101T000000Z"]


def test_four_oclock_is_the_walls_also_when_the_clocks_change(in_berlin: None) -> None:
    for now in (datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 10, 24, 12, tzinfo=UTC)):
        four = find_next_night(now)

        assert (four.astimezone().hour, four.astimezone().minute) == (4, 0)
        assert timedelta(hours=13) < four - now < timedelta(hours=17)


async def test_what_a_killed_copy_has_left_is_cleared_away(
    virtual_clock: VirtualClock, database: Database, tmp_path: Path
) -> None:
    (tmp_path / "copies").mkdir()
    left = tmp_path / "copies" / ".memory.db.20260101T000000Z.new"
    left.write_bytes(os.urandom(100))

    await copies(virtual_clock, tmp_path / "memory.db").copy()

    assert [copy.name for copy in (tmp_path / "copies").iterdir()] == ["memory.db.20260101T000000Z"]
