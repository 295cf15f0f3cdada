"""Killed at any moment: no row that was acknowledged is lost, and no start finds a damaged file."""

import sqlite3
from collections import defaultdict
from contextlib import closing
from pathlib import Path

import pytest

from tests.dying import killed

KILLS = 100


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_hundred_kills_lose_no_row_that_was_acknowledged(tmp_path: Path) -> None:
    told: defaultdict[str, set[str]] = defaultdict(set)
    for what, name in killed("tests.performer.memory.dying", tmp_path, KILLS, within_s=170):
        told[what].add(name)
    kept = rows(tmp_path / "memory.db")

    assert told["opened"] == {"kept"}
    assert len(told["message"]) > KILLS
    assert {f"discord:{name}" for name in told["message"]} <= kept["channels of 20"]
    assert {f"note {name}" for name in told["note"]} <= kept["notes"]
    assert told["kept"] <= kept["names"]


def rows(file: Path) -> dict[str, set[str]]:
    """Read what there is, in a sound file."""
    sql = {
        "channels of 20": "SELECT channel FROM message GROUP BY channel HAVING count(*) = 20",
        "notes": "SELECT text FROM note",
        "names": "SELECT name FROM kept",
    }
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return {name: {row[0] for row in database.execute(each)} for name, each in sql.items()}
