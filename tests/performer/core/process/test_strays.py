"""What has left its group is ended by its mark, and nothing without that mark is."""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from performer.core.process.child import kill_process, open_piped
from performer.core.process.strays import MARK, end_strays
from tests.performer.tools.mcp.test_supervisor import ended
from tests.systems import linux_only

pytestmark = linux_only("Linux tells environments")

LEAVES_A_STRAY = "setsid sleep 1000 >/dev/null & echo $! && wait"


@pytest.fixture
def sleep() -> Iterator[Callable[[str], "subprocess.Popen[bytes]"]]:
    """Start processes of which each has a mark."""
    with ExitStack() as stack:

        def start(mark: str) -> "subprocess.Popen[bytes]":
            process = subprocess.Popen(["sleep", "1000"], env={**os.environ, MARK: mark}, start_new_session=True)
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        yield start


def test_what_has_the_mark_of_a_show_or_of_one_program_is_ended(
    sleep: Callable[[str], "subprocess.Popen[bytes]"],
) -> None:
    third, thirtieth, others = (sleep(each) for each in ("f00d.3", "f00d.30", "f00dd.3"))

    assert end_strays("f00d.3") == [third.pid]
    assert end_strays("f00d") == [thirtieth.pid]
    assert others.poll() is None


def test_a_mark_in_an_argument_alone_is_none() -> None:
    with subprocess.Popen(["sh", "-c", f"sleep 1000; : {MARK}=f00d.1"], start_new_session=True) as process:
        ended_for_it = end_strays("f00d")
        os.killpg(process.pid, 9)

    assert ended_for_it == []


def test_no_mark_ends_nothing(sleep: Callable[[str], "subprocess.Popen[bytes]"]) -> None:
    unmarked = sleep("")

    assert (end_strays(""), unmarked.poll()) == ([], None)


def test_one_that_was_started_by_that_show_itself_ends_nothing(
    sleep: Callable[[str], "subprocess.Popen[bytes]"], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = sleep("f00d.1")
    monkeypatch.setenv(MARK, "f00d.1")

    assert (end_strays("f00d"), terminal.poll()) == ([], None)


@pytest.mark.anyio
async def test_a_killed_program_takes_its_strays_along_and_no_others() -> None:
    one, other = [await open_piped(["sh", "-c", LEAVES_A_STRAY], dict(os.environ)) for _ in range(2)]
    assert one.stdout is not None
    assert other.stdout is not None
    stray, others_stray = int(await one.stdout.receive()), int(await other.stdout.receive())

    await kill_process(one, with_strays=True)
    await ended(stray)
    os.kill(others_stray, 0)  # it is still there
    await kill_process(other, with_strays=True)
    await ended(others_stray)
