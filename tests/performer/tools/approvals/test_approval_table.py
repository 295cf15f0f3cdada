"""The approvals in the database: who made a call is read as it was written, or the call is not read at all."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from performer.core.clock import SystemClock
from performer.memory.database import Database, open_database
from performer.tools.approvals.approval import ApprovalRequest
from performer.tools.approvals.approval_table import ApprovalTable

pytestmark = pytest.mark.anyio


@pytest.fixture
async def database(clock: SystemClock, tmp_path: Path) -> AsyncIterator[Database]:
    async with open_database(clock, tmp_path / "memory.db") as database:
        yield database


def baking(clock: SystemClock) -> ApprovalRequest:
    return ApprovalRequest(
        tool="bake",
        call="c1",
        arguments={"loaves": 9},
        agent="scout-2",
        lineage=("baker", "scout"),
        turn=7,
        why="scout-2 asks",
        asked_at=clock.utc(),
        until=clock.utc(),
    )


async def test_who_made_a_call_is_kept_and_of_which_turn_is_not(clock: SystemClock, database: Database) -> None:
    kept = ApprovalTable(clock, database)
    await kept.add(baking(clock))
    (read,) = await kept.in_state("pending")

    assert (read.number, read.tool, read.arguments) == (1, "bake", {"loaves": 9})
    assert (read.agent, read.lineage, read.turn) == ("scout-2", ("baker", "scout"), None)


@pytest.mark.expects_log
@pytest.mark.parametrize("lineage", ["[", "{}", "[1]", '"baker"', ""])
async def test_a_call_of_which_it_cannot_be_read_who_made_it_is_nobodys_to_decide_of(
    clock: SystemClock, database: Database, tmp_path: Path, caplog: pytest.LogCaptureFixture, lineage: str
) -> None:
    kept = ApprovalTable(clock, database)
    await kept.add(baking(clock))
    with closing(sqlite3.connect(tmp_path / "memory.db")) as other, other:
        other.execute("UPDATE approval SET lineage = ?", (lineage,))

    assert (await kept.in_state("pending"), await kept.fate(1)) == ((), None)
    assert "The approval number 1 cannot be read" in caplog.text
