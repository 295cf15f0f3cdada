"""The errands in the database: what is kept of them, and for how long."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from performer.core.clock import SystemClock
from performer.core.cues import OperatorCue
from performer.memory.database import open_database
from performer.tools.jobs.job import Job, JobTable

pytestmark = pytest.mark.anyio


def drawing(clock: SystemClock) -> Job:
    cue = OperatorCue(text="draw a fox")
    return Job(tool="draw", server="easel", call="c1", arguments={"what": "fox"}, origin=cue, began_at=clock.utc())


async def test_what_goes_on_is_read_as_it_was_written(clock: SystemClock, tmp_path: Path) -> None:
    async with open_database(clock, tmp_path / "memory.db") as database:
        number = await JobTable(clock, database).add(drawing(clock))
    async with open_database(clock, tmp_path / "memory.db") as database:
        (read,) = await JobTable(clock, database).in_state("going")

    assert (read.number, read.tool, read.server, read.call, read.arguments) == (
        1,
        "draw",
        "easel",
        "c1",
        {"what": "fox"},
    )
    assert (number, getattr(read.origin, "text", "")) == (1, "draw a fox")


async def test_of_what_is_over_no_words_are_kept(clock: SystemClock, tmp_path: Path) -> None:
    file = tmp_path / "memory.db"
    async with open_database(clock, file) as database:
        kept = JobTable(clock, database)
        number = await kept.add(replace(drawing(clock), said="Let me see."))
        assert await kept.came(number) is None
        await kept.finish(number, "failed")
        await kept.finish(number, "done")

        assert (await kept.came(number), await kept.in_state("going")) == ("failed", ())
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT arguments, origin, said FROM errand").fetchone() == ("{}", "", "")


async def test_of_what_is_over_two_hundred_are_known(clock: SystemClock) -> None:
    async with open_database(clock, None) as database:
        kept = JobTable(clock, database)
        first = await kept.add(drawing(clock))
        for _ in range(202):
            number = await kept.add(drawing(clock))
            await kept.finish(number, "done")

        assert [each.number for each in await kept.in_state("going")] == [first]
        assert (await kept.came(first + 1), await kept.came(first + 10)) == (None, "done")


@pytest.mark.expects_log
async def test_one_that_cannot_be_read_is_told_in_the_log_and_let_go(clock: SystemClock) -> None:
    async with open_database(clock, None) as database:
        kept = JobTable(clock, database)
        await kept.add(drawing(clock))
        await database.write(lambda it: it.execute("UPDATE errand SET arguments = '{'").rowcount)

        assert await kept.in_state("going") == ()
