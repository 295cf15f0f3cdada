"""The supervisor: a part that breaks is started again, and one that keeps breaking is put down for a while."""

import subprocess
import sys

import anyio
import pytest
from anyio.abc import TaskStatus

from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.files.home import CHECKOUT
from performer.core.process.out_of_memory import NO_MEMORY
from performer.core.process.supervisor import OutOfMemoryError, run_contained, supervise


class Shaky:
    """Breaks as often as it is told, then serves."""

    def __init__(self, breaks: int) -> None:
        self.breaks = breaks
        self.starts = 0
        self.serves = anyio.Event()

    async def run(self, *, task_status: TaskStatus[None]) -> None:
        self.starts += 1
        task_status.started()
        if self.starts <= self.breaks:
            raise RuntimeError("shaky")
        self.serves.set()
        await anyio.sleep_forever()


async def supervised(clock: VirtualClock, shaky: Shaky, seconds: float) -> list[str]:
    stream = EventStream(clock)
    with stream.whole("test") as reader:
        async with anyio.create_task_group() as tasks:
            await tasks.start(supervise, clock, stream, "shaky", shaky.run)
            await clock.advance(seconds)
            tasks.cancel_scope.cancel()
        stream.close()
        return [type(published.event).__name__ async for published in reader]


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_part_that_breaks_is_started_again(virtual_clock: VirtualClock) -> None:
    shaky = Shaky(breaks=3)

    assert await supervised(virtual_clock, shaky, 10) == []
    assert shaky.serves.is_set()


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_part_that_keeps_breaking_is_down_for_five_minutes_and_said(virtual_clock: VirtualClock) -> None:
    shaky = Shaky(breaks=5)

    assert await supervised(virtual_clock, shaky, 60) == ["ServiceDown"]
    assert await supervised(virtual_clock, Shaky(breaks=5), 400) == ["ServiceDown", "ServiceUp"]


@pytest.mark.anyio
async def test_a_part_that_returns_is_let_go(virtual_clock: VirtualClock) -> None:
    async def done(*, task_status: TaskStatus[None]) -> None:
        task_status.started()

    await supervise(virtual_clock, EventStream(virtual_clock), "done", done)


@pytest.mark.anyio
async def test_what_somebody_asked_for_comes_to_what_it_does(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> str:
        return "done"

    async def refuse() -> str:
        raise ConfigError("Not that.")

    assert await run_contained("It", work, "broke") == "done"
    with pytest.raises(ConfigError, match="Not that"):
        await run_contained("It", refuse, "broke")
    assert caplog.text == ""


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_bug_in_what_somebody_asked_for_is_logged_and_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> str:
        raise KeyError("a bug")

    assert await run_contained("The order", work, "broke") == "broke"
    assert "The order broke." in caplog.text
    assert "Traceback" in caplog.text


@pytest.mark.anyio
async def test_a_lack_of_memory_ends_the_start_in_place_of_holding_it_up(virtual_clock: VirtualClock) -> None:
    async def starve(*, task_status: TaskStatus[None]) -> None:
        raise MemoryError

    with pytest.RaisesGroup(OutOfMemoryError):
        async with anyio.create_task_group() as tasks:
            await tasks.start(supervise, virtual_clock, EventStream(virtual_clock), "starved", starve)


ENDLESS = """
import anyio
from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.core.process.out_of_memory import LAST_RESORT
from performer.core.process.supervisor import supervise

LAST_RESORT.is_allowed = True

async def starve(*, task_status):
    raise MemoryError

async def never_end():
    with anyio.CancelScope(shield=True):
        await anyio.sleep_forever()

async def run():
    clock = SystemClock()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(never_end)
        await tasks.start(supervise, clock, EventStream(clock), "starved", starve)

anyio.run(run)
"""


@pytest.mark.slow
def test_a_show_without_memory_ends_though_a_part_of_it_cannot() -> None:
    ran = subprocess.run([sys.executable, "-c", ENDLESS], cwd=CHECKOUT, capture_output=True, timeout=30)

    assert ran.stderr.decode().splitlines()[-1] == NO_MEMORY
    assert ran.returncode == 1
