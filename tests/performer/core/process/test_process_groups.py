"""Programs end with the process that started them, and with them all that they have started: by a kill too."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import anyio
import pytest

from performer.core.process.leftovers import end_leftovers
from performer.core.process.process_groups import PosixGroups
from performer.core.process.strays import MARK
from tests.performer.tools.mcp.test_supervisor import ended
from tests.systems import linux_only, posix_only

pytestmark = [pytest.mark.anyio, posix_only("Windows has jobs")]

STARTER = """
import anyio, os, sys
from contextlib import ExitStack
from pathlib import Path
from performer.core.process import process_groups
from performer.core.process.child import open_piped

async def main():
    start = "setsid sleep" if "astray" in sys.argv else "sleep"
    process = await open_piped(["sh", "-c", start + " 1000 & echo $! && wait"], dict(os.environ))
    os.write(1, str(process.pid).encode() + b" " + await process.stdout.receive())
    await anyio.sleep_forever()

if "unwatched" in sys.argv:
    process_groups._WATCH = ":"
process_groups.GROUPS.record_in(Path(sys.argv[1]))
anyio.run(main)
"""


@pytest.fixture
def sleepers() -> Iterator[list["subprocess.Popen[bytes]"]]:
    """Have two groups."""
    with ExitStack() as stack:
        each = [stack.enter_context(subprocess.Popen(["sleep", "1000"], start_new_session=True)) for _ in range(2)]
        yield each
        for process in each:
            process.kill()


@pytest.fixture
def groups() -> Iterator[PosixGroups]:
    """Have groups whose watcher ends."""
    groups = PosixGroups()
    yield groups
    groups.end_all()


async def kill_starter(file: Path, *words: str) -> tuple[int, int]:
    """Have a process start a program and be killed; give the program, and what that has started."""
    command = [sys.executable, "-c", STARTER, str(file), *words]
    async with await anyio.open_process(command, stderr=None) as starter:
        assert starter.stdout is not None
        leader, child = map(int, (await starter.stdout.receive()).split())
        starter.kill()
        await starter.wait()
    return leader, child


async def test_a_kill_takes_programs_along_with_what_they_have_started(tmp_path: Path) -> None:
    leader, child = await kill_starter(tmp_path / "children.json")

    await ended(leader)
    await ended(child)


async def test_what_is_left_all_the_same_is_ended_by_the_next_start(tmp_path: Path) -> None:
    file = tmp_path / "children.json"
    leader, child = await kill_starter(file, "unwatched")
    os.kill(child, 0)  # it is still there

    assert end_leftovers(file) == [leader]
    await ended(leader)
    await ended(child)
    assert (end_leftovers(file), file.exists()) == ([], False)


@linux_only("Linux tells environments")
async def test_a_kill_takes_along_what_has_a_session_of_its_own(tmp_path: Path) -> None:
    leader, stray = await kill_starter(tmp_path / "children.json", "astray")

    await ended(leader)
    await ended(stray)


@linux_only("Linux tells environments")
async def test_what_is_left_in_a_session_of_its_own_is_ended_by_the_next_start(tmp_path: Path) -> None:
    file = tmp_path / "children.json"
    leader, stray = await kill_starter(file, "unwatched", "astray")
    os.kill(stray, 0)  # it is still there

    assert end_leftovers(file) == [leader, stray]
    await ended(leader)
    await ended(stray)


@linux_only("Linux tells environments")
def test_the_end_of_a_show_ends_what_is_left_of_a_program_that_was_forgotten(groups: PosixGroups) -> None:
    mark = groups.make_mark()
    with subprocess.Popen(["sleep", "1000"], env={**os.environ, **mark}, start_new_session=True) as sleeper:
        groups.add(sleeper.pid, mark)
        groups.remove(sleeper.pid)
        groups.end_all()

        assert sleeper.wait(20) == -9


async def test_a_leader_that_has_ended_leaves_a_group_that_is_known_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "children.json"
    leader, child = await kill_starter(file, "unwatched")
    os.kill(leader, 9)
    await ended(leader)

    assert end_leftovers(file) == [leader]
    await ended(child)


def test_a_record_is_there_while_there_are_groups(
    tmp_path: Path, groups: PosixGroups, sleepers: list["subprocess.Popen[bytes]"]
) -> None:
    sleeper = sleepers[0].pid
    file = tmp_path / "children.json"
    groups.record_in(file)
    was_there = file.exists()
    groups.add(sleeper, groups.make_mark())
    told = json.loads(file.read_text(encoding="utf-8"))
    groups.remove(sleeper)

    assert [*told["groups"]] == [str(sleeper)]
    assert told["mark"] == groups.make_mark()[MARK].partition(".")[0]
    assert (was_there, file.exists()) == (False, False)


def test_the_watcher_of_a_program_that_has_ended_watches_the_next_one(
    groups: PosixGroups, sleepers: list["subprocess.Popen[bytes]"]
) -> None:
    one, other = sleepers
    groups.add(one.pid, groups.make_mark())
    watcher = groups._watcher
    groups.remove(one.pid)
    groups.add(other.pid, groups.make_mark())

    assert groups._watcher is watcher


async def test_a_group_that_was_removed_is_left_alone_and_the_others_are_not(
    sleepers: list["subprocess.Popen[bytes]"],
) -> None:
    groups, (removed, other) = PosixGroups(), sleepers
    for each in sleepers:
        groups.add(each.pid, groups.make_mark())
    groups.remove(removed.pid)
    assert groups._watcher is not None
    groups._watcher.close()  # as the end of this process does

    await ended(other.pid)
    assert removed.poll() is None
