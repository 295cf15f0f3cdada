"""A server of tools, kept alive: the lean one as a real process that answers, hangs, floods, ends and comes back."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

import anyio
import anyio.to_thread
import psutil
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.events.parts import ServiceDown, ServiceUp, ToolsListed
from performer.tools.result import TextPart, ToolResult
from tests.performer.tools.mcp.standing import LEAN, lean, standing
from tests.systems import describe_ended_by

pytestmark = pytest.mark.anyio

Call = Callable[..., Awaitable[ToolResult]]

KILLED = f"it {describe_ended_by('SIGKILL')}"


async def test_its_tools_are_there_and_answer(clock: SystemClock) -> None:
    async with standing(clock, lean()) as it:
        answer = await it.call("mcp.lean.add", a=1, b=2)

        assert answer.parts == (TextPart(text="3"),)
        assert (await it.heard(ToolsListed)).tools == len(it.names) == 15
        assert it.server.role().plays == "lean: 15 tools"


async def test_what_its_tools_may_do_is_as_it_says_and_else_outside(clock: SystemClock) -> None:
    async with standing(clock, lean()) as it:
        by_name = {tool.spec.name.rpartition(".")[2]: tool for tool in it.servers.tools()}

    marks = {name: (each.privilege, each.asks, each.is_read_only, each.is_repeatable) for name, each in by_name.items()}
    assert marks["add"] == ("fun", False, True, True)
    assert marks["wait"] == ("outside", True, False, True)
    assert marks["fail"] == ("outside", True, False, False)


async def test_a_call_without_its_arguments_never_reaches_the_server(clock: SystemClock) -> None:
    async with standing(clock, lean()) as it:
        with pytest.raises(ToolRefusedError, match="needs 'b'"):
            await it.call("mcp.lean.add", a=1)


async def test_a_killed_server_fails_its_calls_at_once_and_comes_back(clock: SystemClock) -> None:
    async with standing(clock, lean()) as it:
        await it.call("mcp.lean.add", a=1, b=1)
        failed: list[str] = []

        async def wait() -> None:
            with pytest.raises(ToolFailedError) as failure:
                await it.call("mcp.lean.wait")
            failed.append(str(failure.value))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(wait)
            await anyio.wait_all_tasks_blocked()
            lean_process().kill()
        down = await it.heard(ServiceDown)
        with pytest.raises(ToolFailedError, match=r"^lean is restarting, try again in \d s$"):
            await it.call("mcp.lean.add", a=1, b=1)
        await it.heard(ServiceUp)

        assert failed == ["lean went away before it answered; try again soon"]
        assert (down.service, down.reason) == ("mcp lean", KILLED)
        assert (await it.call("mcp.lean.add", a=1, b=2)).text == "3"


def lean_process() -> psutil.Process:
    """Find the server's process, behind the one of Windows that starts the Python of an environment."""
    return [each for each in psutil.Process().children(recursive=True) if str(LEAN) in words(each)][-1]


def words(process: psutil.Process) -> list[str]:
    """Return the words of a process; a child that another test left to itself has none any more."""
    with suppress(psutil.ZombieProcess, psutil.NoSuchProcess):
        return process.cmdline()
    return []


async def ended(pid: int) -> None:
    """Return when a process has ended that is nobody's child here."""
    with suppress(psutil.NoSuchProcess):
        await anyio.to_thread.run_sync(psutil.Process(pid).wait, 20)


async def test_one_that_hangs_is_found_after_a_call_that_took_too_long(virtual_clock: VirtualClock) -> None:
    async with standing(virtual_clock, lean(timeout_s=30)) as it, anyio.create_task_group() as tasks:
        tasks.start_soon(failing, it.call, "deaf", "took longer than 30 s")
        await anyio.wait_all_tasks_blocked()
        await virtual_clock.advance(30)
        await virtual_clock.advance(5)

        down = await it.heard(ServiceDown)
        assert down.reason == "it hangs"


async def failing(call: Call, tool: str, words: str) -> None:
    with pytest.raises(ToolFailedError, match=words):
        await call(f"mcp.lean.{tool}")


async def test_one_that_is_stopped_is_found_by_its_pulse(virtual_clock: VirtualClock) -> None:
    async with standing(virtual_clock, lean()) as it:
        lean_process().suspend()
        await virtual_clock.advance(65)

        assert (await it.heard(ServiceDown)).reason == "it hangs"
