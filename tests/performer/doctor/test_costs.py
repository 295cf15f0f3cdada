"""The costs of a program and of what it has started."""

import os
import subprocess
import sys
from collections.abc import Iterator

import anyio
import psutil
import pytest

from performer.core.clock import SystemClock
from performer.doctor.costs import ShowCosts, tell_costs
from tests.performer.doctor.looking import Looker

pytestmark = pytest.mark.anyio

WORK = """
import os, sys
print(os.getpid(), flush=True)
sys.stdin.readline()
sum(range(20_000_000))
print("done", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def child() -> Iterator[subprocess.Popen[str]]:
    """A program that tells its number, works when it is given a line, says so, and ends with its input."""
    with subprocess.Popen(
        [sys.executable, "-c", WORK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.communicate()


def read_pid(child: subprocess.Popen[str]) -> int:
    """Read the number of the Python that works: in a .venv of Windows, that which was started only starts it."""
    assert child.stdout
    return int(child.stdout.readline())


def work(child: subprocess.Popen[str]) -> None:
    assert child.stdin
    assert child.stdout
    child.stdin.write("\n")
    child.stdin.flush()
    child.stdout.readline()


def test_a_program_that_worked_since_the_last_reading_has_its_share_and_its_memory(
    child: subprocess.Popen[str],
) -> None:
    costs = ShowCosts(read_pid(child))
    (first,) = [row for row in costs.read() if row["name"] == "performer"]
    work(child)

    (then,) = [row for row in costs.read() if row["name"] == "performer"]

    assert first["percent"] == 0
    assert 0 < then["percent"] <= 100
    assert then["bytes"] > 1_000_000


def test_what_it_has_started_is_told_by_its_own_name(child: subprocess.Popen[str]) -> None:
    names = {row["name"] for row in ShowCosts(os.getpid()).read()}

    assert psutil.Process(child.pid).name().casefold() in names


def test_a_program_that_has_ended_is_left_out(child: subprocess.Popen[str]) -> None:
    costs = ShowCosts(os.getpid())
    before = {row["name"] for row in costs.read()}
    child.communicate("\n\n")

    assert {row["name"] for row in costs.read()} <= before


@pytest.mark.slow
async def test_costs_are_told_while_somebody_looks() -> None:
    looker = Looker(until=2)
    async with anyio.create_task_group() as tasks:
        await tasks.start(tell_costs, SystemClock(), looker)
        await looker.has_seen.wait()
        tasks.cancel_scope.cancel()

    assert [rows[0]["name"] for rows in looker.told] == ["performer", "performer"]
