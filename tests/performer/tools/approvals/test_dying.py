"""Killed at any moment: no call that was asked about is lost, and none that has its yes runs twice."""

import sqlite3
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path

import pytest

from tests.dying import killed

KILLS = 100


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_hundred_kills_lose_no_call_and_run_none_twice(tmp_path: Path) -> None:
    told: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for what, room in killed("tests.performer.tools.approvals.dying", tmp_path, KILLS, within_s=170):
        told[what][room] += 1
    with closing(sqlite3.connect(tmp_path / "memory.db")) as database:
        rows = database.execute("SELECT json_extract(arguments, '$.room'), state FROM approval").fetchall()
    states = dict(rows)

    assert len(rows) == len(states)
    assert told["asked"].keys() <= states.keys()
    assert set(states.values()) <= {"done", "lost"}
    assert told["approved"].keys() <= states.keys()
    assert max(told["ran"].values()) == 1
    assert {room for room, state in rows if state == "done"} <= told["ran"].keys()
    assert len(told["ran"]) > KILLS // 4
    assert "lost" in states.values()
