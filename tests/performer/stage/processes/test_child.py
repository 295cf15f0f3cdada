"""A stage client as a child: told its address, started again when it ends, and never left behind."""

import itertools
import logging
import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import partial

import anyio
import anyio.lowlevel
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.process.exit_code import describe_exit, may_be_from_outside, was_ended_from_outside
from performer.stage.processes import child as processes_child
from performer.stage.processes.child import ClientProcess, open_client
from tests.systems import posix_only

TELLS_AND_ENDS = "import sys; print('heard', input(), file=sys.stderr); sys.exit(3)"
TELLS_AND_STAYS = "import sys; print('pid', __import__('os').getpid(), file=sys.stderr, flush=True); sys.stdin.read()"
HEARS_AND_STAYS = "import sys; print('heard', input(), file=sys.stderr, flush=True); sys.stdin.read()"
NEVER_ENDS = "import signal, sys, time; print('here', file=sys.stderr, flush=True); time.sleep(600)"


class Said:
    """The reasons a client gave for ending."""

    def __init__(self) -> None:
        self.reasons: list[str] = []
        self._more = anyio.Event()

    def __call__(self, why: str) -> None:
        self.reasons.append(why)
        self._more.set()
        self._more = anyio.Event()

    async def have(self, count: int) -> None:
        with anyio.fail_after(20):
            while len(self.reasons) < count:
                await self._more.wait()


def always(address: str) -> Callable[[], Awaitable[str]]:
    return following(itertools.repeat(address))


def following(addresses: Iterator[str]) -> Callable[[], Awaitable[str]]:
    async def find() -> str:
        return next(addresses)

    return find


def child(clock: SystemClock | VirtualClock, program: str, said: Callable[[str], None]) -> ClientProcess:
    return ClientProcess(clock, "child", [sys.executable, "-c", program], said)


@pytest.mark.anyio
async def test_it_gets_its_address_and_its_last_words_are_the_reason(virtual_clock: VirtualClock) -> None:
    said = Said()
    async with anyio.create_task_group() as tasks:
        await tasks.start(child(virtual_clock, TELLS_AND_ENDS, said).run, always("ws://there"))
        await said.have(1)
        tasks.cancel_scope.cancel()

    assert said.reasons == ["heard ws://there"]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("program", "reason"),
    [
        pytest.param(
            "import os, sys; print('connected', file=sys.stderr, flush=True); os.kill(os.getpid(), 9)",
            "child was ended by SIGKILL; it is started again",
            marks=posix_only("signals"),
        ),
        (
            "import sys; sys.exit('XIO: fatal\\n   after 38 requests (38 known processed) with 0 events remaining.')",
            "child lost its display; it is started again",
        ),
        ("import sys; sys.exit(4)", "child ended with code 4"),
    ],
)
async def test_who_was_ended_from_outside_has_no_last_words(
    virtual_clock: VirtualClock, program: str, reason: str
) -> None:
    said = Said()
    async with anyio.create_task_group() as tasks:
        await tasks.start(child(virtual_clock, program, said).run, always("ws://there"))
        await said.have(1)
        tasks.cancel_scope.cancel()

    assert said.reasons == [reason]


@pytest.mark.anyio
async def test_its_last_words_on_windows_are_no_reason_where_the_task_manager_may_have_ended_it(
    virtual_clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for told in (describe_exit, may_be_from_outside, was_ended_from_outside):
        monkeypatch.setattr(processes_child, told.__name__, partial(told, system="win32"))
    said = Said()
    async with anyio.create_task_group() as tasks:
        program = "import sys; print('connected', file=sys.stderr); sys.exit(1)"
        await tasks.start(child(virtual_clock, program, said).run, always("ws://there"))
        await said.have(1)
        tasks.cancel_scope.cancel()

    assert said.reasons == ["child was ended from outside, or failed, with code 1: connected"]


@pytest.mark.anyio
async def test_it_is_started_again_with_growing_pauses(virtual_clock: VirtualClock) -> None:
    said = Said()
    async with anyio.create_task_group() as tasks:
        await tasks.start(child(virtual_clock, TELLS_AND_ENDS, said).run, always("x"))
        await said.have(1)
        await virtual_clock.advance(1)
        await said.have(2)
        await virtual_clock.advance(1)
        assert len(said.reasons) == 2, "the second pause is longer"
        await virtual_clock.advance(1)
        await said.have(3)
        tasks.cancel_scope.cancel()


@pytest.mark.anyio
async def test_its_first_life_may_have_begun_before_it_runs(virtual_clock: VirtualClock) -> None:
    said, command = Said(), [sys.executable, "-c", TELLS_AND_ENDS]
    first = await open_client(command)
    client = ClientProcess(virtual_clock, "child", command, said, first=first)
    async with anyio.create_task_group() as tasks:
        await tasks.start(client.run, always("ws://there"))
        await said.have(1)
        assert client.process is first
        await virtual_clock.advance(1)
        await said.have(2)
        tasks.cancel_scope.cancel()

    assert client.process is not first
    assert said.reasons == ["heard ws://there"] * 2


@pytest.mark.anyio
async def test_it_begins_again_at_once_with_the_address_that_holds_then(
    virtual_clock: VirtualClock, ear: "Ear"
) -> None:
    addresses = iter(["ws://old", "ws://new"])
    client = child(virtual_clock, HEARS_AND_STAYS, Said())
    async with anyio.create_task_group() as tasks:
        await tasks.start(client.run, following(addresses))
        await ear.hears("heard ws://old")
        first = client.process
        client.begin_again()
        await ear.hears("heard ws://new")
        tasks.cancel_scope.cancel()

    assert first is not None
    assert first.returncode == 0


@pytest.mark.anyio
async def test_it_is_ended_and_begun_by_command_and_waits_in_between(virtual_clock: VirtualClock, ear: "Ear") -> None:
    addresses = iter(["ws://first", "ws://second"])
    client = ClientProcess(virtual_clock, "child", [], Said())
    async with anyio.create_task_group() as tasks:
        await tasks.start(client.run, following(addresses))
        client.begin_again()
        assert client.process is None
        client.begin_again([sys.executable, "-c", HEARS_AND_STAYS])
        await ear.hears("heard ws://first")
        first = client.process
        client.end()
        with anyio.fail_after(20):
            while first is None or first.returncode is None:
                await anyio.lowlevel.checkpoint()
        client.begin_again([sys.executable, "-c", HEARS_AND_STAYS])
        await ear.hears("heard ws://second")
        tasks.cancel_scope.cancel()


class Ear(logging.Handler):
    """Hears the log."""

    def __init__(self) -> None:
        super().__init__()
        self.heard = anyio.Event()
        self._lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(record.getMessage())
        self.heard.set()

    async def hears(self, words: str) -> None:
        with anyio.fail_after(20):
            while not any(words in line for line in self._lines):
                self.heard = anyio.Event()
                await self.heard.wait()


@pytest.fixture
def ear() -> Iterator[Ear]:
    log, hears = logging.getLogger("performer.stage.processes.child"), Ear()
    level = log.level
    log.addHandler(hears)
    log.setLevel(logging.INFO)
    yield hears
    log.removeHandler(hears)
    log.setLevel(level)


@pytest.mark.anyio
@pytest.mark.parametrize("program", [TELLS_AND_STAYS, pytest.param(NEVER_ENDS, marks=pytest.mark.slow)])
async def test_the_end_of_the_show_is_its_end_whether_it_takes_the_hint_or_not(
    clock: SystemClock, program: str, ear: Ear
) -> None:
    client = child(clock, program, Said())
    with anyio.fail_after(20):
        async with anyio.create_task_group() as tasks:
            await tasks.start(client.run, always("x"))
            await ear.heard.wait()
            tasks.cancel_scope.cancel()

    assert client.process is not None
    assert client.process.returncode is not None


@pytest.mark.anyio
async def test_it_loads_before_its_address_is_known(
    virtual_clock: VirtualClock, caplog: pytest.LogCaptureFixture
) -> None:
    said, is_known = Said(), anyio.Event()
    client = child(virtual_clock, TELLS_AND_ENDS, said)

    async def find() -> str:
        await is_known.wait()
        return "ws://there"

    async with anyio.create_task_group() as tasks:
        await tasks.start(client.run, find)
        with anyio.fail_after(20):
            while client.process is None:
                await anyio.lowlevel.checkpoint()
        is_known.set()
        await said.have(1)
        tasks.cancel_scope.cancel()

    assert said.reasons == ["heard ws://there"]
