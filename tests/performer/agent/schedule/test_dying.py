"""A performer that is killed again and again: nothing happens twice, and nothing is lost but what it was at."""

from collections import Counter
from pathlib import Path

import pytest

from tests.dying import killed

KILLS = 100


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_hundred_kills_lose_nothing_and_nothing_happens_twice(tmp_path: Path) -> None:
    told = killed("tests.performer.agent.schedule.dying", tmp_path, KILLS, within_s=280)

    acked = {what for kind, what in told if kind == "acked"}
    began = Counter(what for kind, what in told if kind == "began")
    lost = {what for kind, what in told if kind == "lost"}
    silent = {what for what in acked if not began[what] and what not in lost}
    assert len(acked) > KILLS
    assert {what: count for what, count in began.items() if count > 1} == {}
    assert len(lost) <= KILLS
    assert all(what.startswith("plan") for what in lost)
    assert all(what.startswith("wish") for what in silent)
    assert len(silent) <= KILLS / 10  # killed between its taking and its first word: of a wish nobody is told
