"""The database's file in every state that a disk, a crash or another version can leave it in."""

import os
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from performer.memory import migrations
from performer.memory.migrations import STEPS, OpenedDatabase, connect, migrate, open_database_file
from tests.systems import posix_only

NOW = datetime(2026, 11, 22, 4, 5, 6, tzinfo=UTC)
ASIDE = "memory.db.corrupt.20261122T040506Z"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


def written(file: Path, rows: int = 200) -> bytes:
    """Write a database with some pages in it, and give its bytes."""
    with closing(open_database_file(file, NOW).connection) as connection:
        values = [(f"name {number}", "value " * 20) for number in range(rows)]
        connection.executemany("INSERT INTO kept VALUES (?, ?)", values)
    return file.read_bytes()


def count(found: OpenedDatabase) -> int:
    with closing(found.connection) as connection:
        number: int = connection.execute("SELECT count(*) FROM kept").fetchone()[0]
        return number


def execute(file: Path, sql: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(sql)


def test_a_new_file_is_made_with_its_folder(tmp_path: Path) -> None:
    found = open_database_file(tmp_path / "home" / "memory.db", NOW)

    assert (found.is_kept, found.trouble, count(found)) == (True, "", 0)


def test_an_older_file_is_brought_forward_and_keeps_its_rows(file: Path, tmp_path: Path) -> None:
    written(file)
    second = tmp_path / "second.sql"
    second.write_text("ALTER TABLE kept ADD COLUMN since_ms INTEGER NOT NULL DEFAULT 7;", encoding="utf-8")

    with closing(open_database_file(file, NOW, [*STEPS, second]).connection) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] == len(STEPS) + 1
        assert connection.execute("SELECT sum(since_ms) FROM kept").fetchone()[0] == 1400


def test_a_file_of_the_first_version_gets_the_table_of_the_errands(file: Path) -> None:
    with closing(open_database_file(file, NOW, STEPS[:1]).connection) as connection:
        connection.execute("INSERT INTO kept VALUES ('a', 'b')")

    with closing(open_database_file(file, NOW).connection) as connection:
        assert connection.execute("SELECT count(*) FROM errand").fetchone()[0] == 0
        assert connection.execute("SELECT count(*) FROM kept").fetchone()[0] == 1


def test_of_calls_that_waited_in_the_second_version_nobody_knows_who_made_them_and_they_are_denied(file: Path) -> None:
    add = """INSERT INTO approval (state, tool, call, arguments, why, origin, asked_ms, until_ms)
             VALUES (?, 'door', 'c1', '{}', 'ann wrote: hi', '', 1, 2)"""
    with closing(open_database_file(file, NOW, STEPS[:2]).connection) as connection:
        connection.executemany(add, [("pending",), ("done",)])

    with closing(open_database_file(file, NOW).connection) as connection:
        rows = [tuple(row) for row in connection.execute("SELECT id, state, agent, lineage FROM approval")]
        audit = [tuple(row) for row in connection.execute("SELECT approval, what FROM audit")]
    assert rows == [(1, "expired", "", "[]"), (2, "done", "", "[]")]
    assert audit == [(1, "expired")]


def test_a_step_that_fails_is_not_done_by_halves(file: Path, tmp_path: Path) -> None:
    written(file)
    bad = tmp_path / "bad.sql"
    bad.write_text("CREATE TABLE half (x); CREATE TABLE half (x);", encoding="utf-8")

    with closing(sqlite3.connect(file)) as connection, pytest.raises(sqlite3.OperationalError):
        migrate(connection, [*STEPS, bad])

    found = open_database_file(file, NOW)
    assert (found.trouble, count(found)) == ("", 200)


def test_a_newer_file_is_refused_and_not_a_byte_of_it_changes(file: Path) -> None:
    written(file)
    execute(file, f"PRAGMA user_version = {len(STEPS) + 1}")
    before = file.read_bytes()

    found = open_database_file(file, NOW)

    assert count(found) == 0
    assert f"version {len(STEPS) + 1}" in found.trouble
    assert "Update" in found.trouble
    assert file.read_bytes() == before


def test_a_newer_file_whose_newest_pages_are_in_its_log_is_refused_too(file: Path) -> None:
    written(file)
    with closing(sqlite3.connect(file)) as other:
        other.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
        before = file.read_bytes(), file.with_name("memory.db-wal").read_bytes()

        found = open_database_file(file, NOW)

        assert (found.is_kept, count(found)) == (False, 0)
        assert (file.read_bytes(), file.with_name("memory.db-wal").read_bytes()) == before


def test_a_database_of_another_program_is_moved_aside_whole(file: Path) -> None:
    execute(file, "CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1); PRAGMA user_version = 1")

    found = open_database_file(file, NOW)

    assert count(found) == 0
    assert ASIDE in found.trouble
    with closing(sqlite3.connect(file.with_name(ASIDE))) as theirs:
        assert theirs.execute("SELECT x FROM theirs").fetchone() == (1,)


def test_what_was_opened_in_vain_is_closed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = bytearray(written(file))
    content[len(content) // 2 :] = b"\xff" * (len(content) - len(content) // 2)
    file.write_bytes(content)
    opened: list[sqlite3.Connection] = []

    def open_noted(name: str) -> sqlite3.Connection:
        opened.append(connect(name))
        return opened[-1]

    monkeypatch.setattr(migrations, "connect", open_noted)
    found = open_database_file(file, NOW)

    assert found.connection is opened.pop()
    found.connection.close()
    assert len(opened) == 2
    for each in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            each.execute("SELECT 1")


@pytest.mark.parametrize("content", [b"not a database, really not", b"SQLite format 3\0", b"\0" * 5000])
def test_what_is_no_database_is_moved_aside_and_a_new_one_begun(file: Path, content: bytes) -> None:
    file.write_bytes(content)

    found = open_database_file(file, NOW)

    assert found.is_kept
    assert "damaged" in found.trouble
    assert file.with_name(ASIDE).read_bytes() == content
    assert count(found) == 0


@posix_only("rights are other things there")
def test_a_file_that_others_may_read_is_shut_to_them(file: Path) -> None:
    written(file, rows=1)
    file.chmod(0o644)
    with closing(open_database_file(file, NOW).connection):
        assert {stat.S_IMODE(each.stat().st_mode) for each in file.parent.iterdir()} == {0o600}


def test_an_empty_file_is_a_new_one(file: Path) -> None:
    file.touch()

    found = open_database_file(file, NOW)

    assert (found.is_kept, found.trouble, count(found)) == (True, "", 0)


# The header field by field, as https://www.sqlite.org/fileformat2.html has it; then each kind of page.
FIELDS = {
    "magic": 0, "page size": 16, "write version": 18, "read version": 19, "reserved": 20, "fractions": 21,
    "changes": 24, "pages": 28, "freelist": 32, "free pages": 36, "schema cookie": 40, "schema format": 44,
    "cache": 48, "root": 52, "encoding": 56, "version": 60, "vacuum": 64, "application": 68, "reserved for more": 72,
    "valid for": 92, "written by": 96, "schema page": 100, "schema cells": 103, "schema pointers": 108,
}  # fmt: skip


@pytest.mark.parametrize("byte", [0x00, 0xFF])
def test_whatever_byte_of_the_header_is_wrong_the_show_has_a_memory(file: Path, byte: int) -> None:
    sound = written(file, rows=20)
    for name, at in FIELDS.items():
        content = bytearray(sound)
        content[at] = byte
        file.write_bytes(content)

        assert count(open_database_file(file, NOW)) in {0, 20}, name


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_is_damaged_anywhere_the_show_has_a_memory_that_works(tmp_path: Path, data: st.DataObject) -> None:
    file = tmp_path / "memory.db"
    for left in tmp_path.iterdir():
        left.unlink()
    content = bytearray(written(file))
    at = data.draw(st.integers(0, len(content) - 1))
    content[at : at + data.draw(st.sampled_from([1, 16, 4096]))] = data.draw(st.binary(max_size=16))
    file.write_bytes(content[: data.draw(st.sampled_from([len(content), len(content) // 2, at]))])

    found = open_database_file(file, NOW)

    with closing(found.connection) as connection:
        connection.execute("INSERT INTO kept VALUES ('new', '1')")
        connection.execute("SELECT name, value FROM kept").fetchall()
        assert connection.execute("SELECT value FROM kept WHERE name = 'new'").fetchone()[0] == "1"


def test_a_damaged_log_costs_no_more_than_what_was_in_it(file: Path) -> None:
    written(file)
    with closing(open_database_file(file, NOW).connection) as connection:
        connection.execute("INSERT INTO kept VALUES ('in the log', '1')")
        log = bytearray(file.with_name("memory.db-wal").read_bytes())
        content = file.read_bytes()
    file.write_bytes(content)
    log[40:60] = b"\xff" * 20
    file.with_name("memory.db-wal").write_bytes(log)

    assert count(open_database_file(file, NOW)) == 200


def killed_in_mid_write(file: Path, folder: Path) -> Path:
    """Copy a file at the moment when its journal holds what half a change has overwritten."""
    copy = folder / "killed.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("UPDATE kept SET value = 'half' || value")
        for side in ("", "-journal"):
            copy.with_name(copy.name + side).write_bytes(file.with_name(file.name + side).read_bytes())
        connection.execute("ROLLBACK")
    return copy


def test_a_file_whose_run_was_killed_before_it_had_a_log_is_no_damaged_one(file: Path, tmp_path: Path) -> None:
    written(file)

    found = open_database_file(killed_in_mid_write(file, tmp_path), NOW)

    halves = found.connection.execute("SELECT count(*) FROM kept WHERE value LIKE 'half%'").fetchone()[0]
    assert (found.is_kept, found.trouble, halves, count(found)) == (True, "", 0, 200)


def test_a_newer_file_whose_run_was_killed_is_refused_too(file: Path, tmp_path: Path) -> None:
    written(file)
    execute(file, "PRAGMA user_version = 99")

    found = open_database_file(killed_in_mid_write(file, tmp_path), NOW)

    assert (found.is_kept, count(found)) == (False, 0)
    assert "it has version 99" in found.trouble


def test_a_folder_in_its_place_is_left_alone(file: Path) -> None:
    file.mkdir()

    found = open_database_file(file, NOW)

    assert (found.is_kept, file.is_dir(), count(found)) == (False, True, 0)
    assert "cannot be used" in found.trouble


@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_that_may_not_be_written_is_left_alone(file: Path) -> None:
    before = written(file)
    file.chmod(0o400)

    found = open_database_file(file, NOW)

    assert (found.is_kept, count(found)) == (False, 0)
    assert file.read_bytes() == before


def test_a_file_that_another_program_holds_is_left_alone(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("performer.memory.migrations._BUSY_MS", 0)
    execute(file, "CREATE TABLE theirs (x)")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")

        found = open_database_file(file, NOW)

    assert (found.is_kept, count(found)) == (False, 0)
    assert "locked" in found.trouble
