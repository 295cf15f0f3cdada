"""The doctor and the memory's file: whole, damaged, newer, another's; never changed."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from performer.core.clock import SystemClock
from performer.core.files.home import Home
from performer.doctor.home import ReadOnlyKeyValueStore, check_memory
from performer.doctor.report import RunningShow
from performer.memory.database import open_database
from tests.performer.doctor.taking import Taken, examined, taken

pytestmark = pytest.mark.anyio


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    home = Home(config=tmp_path, data=tmp_path)
    async with open_database(SystemClock(), home.memory_file):
        return home.memory_file


async def memory(folder: Path, running: RunningShow | None = None) -> Taken:
    before = {each: each.read_bytes() for each in folder.iterdir()}
    found = await taken(check_memory, examined(home=folder, running=running))
    assert {each: each.read_bytes() for each in folder.iterdir() if each in before} == before
    return found


async def test_none_yet_is_all_right(tmp_path: Path) -> None:
    assert (await memory(tmp_path)).states == {"file": "ok"}
    assert list(tmp_path.iterdir()) == []


async def test_a_whole_one_is_told_with_its_messages(file: Path) -> None:
    found = await memory(file.parent)

    assert found.states == {"file": "ok"}
    assert "0 messages" in found["file"].found


async def test_of_a_damaged_one_the_newest_copy_is_named(file: Path) -> None:
    (file.parent / "copies").mkdir()
    copy = file.parent / "copies" / "memory.db.20260101T040000Z"
    copy.touch()
    file.write_bytes(b"SQLite format 3\0" + b"?" * 5000)

    found = await taken(check_memory, examined(home=file.parent))

    assert found.states == {"file": "failed"}
    assert "damaged" in found["file"].found
    assert str(copy) in found["file"].remedy


async def test_one_of_a_newer_performer_is_told(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA user_version = 77")

    found = await memory(file.parent)

    assert "version 77" in found["file"].found
    assert "Update" in found["file"].remedy


async def test_what_a_show_says_of_it_is_told(file: Path) -> None:
    running = RunningShow(url="", port=1, down={"memory": "the disk is full"}, roles={})

    assert (await memory(file.parent, running))["show"].found == "the disk is full"


async def test_what_cannot_be_read_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "memory.db").write_text("no database", encoding="utf-8")

    assert await ReadOnlyKeyValueStore(tmp_path / "memory.db").kept("discord.monitored") == ""
