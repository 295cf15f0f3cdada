"""Killed at any moment: an errand that was told as started is done, or told as lost, once."""

import sqlite3
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path

import pytest

from tests.dying import killed

KILLS = 24


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_after_many_kills_every_errand_is_done_or_lost_and_none_both(tmp_path: Path) -> None:
    told: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for what, number in killed("tests.performer.tools.jobs.dying", tmp_path, KILLS, within_s=170):
        told[what][number] += 1
    with closing(sqlite3.connect(tmp_path / "memory.db")) as database:
        states = {str(number): state for number, state in database.execute("SELECT id, state FROM errand")}

    assert told["started"].keys() <= states.keys()
    assert set(states.values()) <= {"done", "lost"}
    assert told["done"].keys() <= {number for number, state in states.items() if state == "done"}
    assert told["lost"].keys() <= {number for number, state in states.items() if state == "lost"}
    assert max((told["done"] + told["lost"]).values()) == 1
    assert len(told["started"]) > KILLS // 8
    assert len(told["lost"]) > KILLS // 8
    assert len(told["answered"]) > KILLS // 8
    assert set(told["answered"].values()) == {1}
