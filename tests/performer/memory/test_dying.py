"""Killed at any moment: no row that was acknowledged is lost, and no start finds a damaged file."""

import sqlite3
import subprocess
import sys
from collections import defaultdict
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import missing

KILLS = 100


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_hundred_kills_lose_no_row_that_was_acknowledged(tmp_path: Path) -> None:
    if sys.platform == "win32":
        missing("fork", "run this test on another system")
    order = [sys.executable, "-m", "tests.performer.memory.dying", str(tmp_path), str(KILLS), "7"]
    subprocess.run(order, check=True, timeout=170)
    told: defaultdict[str, set[str]] = defaultdict(set)
    for line in (tmp_path / "told").read_text(encoding="utf-8").splitlines():
        what, name = line.split(" ", 1)
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
