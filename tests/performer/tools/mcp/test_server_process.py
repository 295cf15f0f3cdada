"""A server of tools, kept alive: the lean one as a real process that answers, hangs, floods, ends and comes back."""

import os
import re
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import anyio
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.events.parts import ServiceDown, ServiceUp, ToolsListed
from performer.tools.mcp.settings import McpSettings
from performer.tools.result import JsonPart, PicturePart, Progress, TextPart, ToolResult
from tests.performer.tools.mcp.standing import LEAN, lean, standing

pytestmark = pytest.mark.anyio

Call = Callable[..., Awaitable[ToolResult]]


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


async def test_progress_is_reported_while_it_runs(clock: SystemClock) -> None:
    told: list[object] = []

    async with standing(clock, lean()) as it:
        await it.call("mcp.lean.count", told.append)

    assert told == [Progress(text=f"at {at}", done=at, total=3) for at in range(3)]


async def test_pictures_and_values_come_as_what_they_are_and_once(clock: SystemClock) -> None:
    async with standing(clock, lean()) as it:
        picture = await it.call("mcp.lean.picture")
        both = await it.call("mcp.lean.both")

    assert isinstance(picture.parts[0], PicturePart)
    assert picture.parts[0].content.startswith(b"\x89PNG")
    assert both.parts == (JsonPart(value={"sky": "blue"}),)


async def test_a_call_that_fails_is_told_in_the_servers_words(clock: SystemClock) -> None:
    async with standing(clock, lean()) as it:
        with pytest.raises(ToolFailedError, match=r"mcp\.lean\.fail: The sky fell\."):
            await it.call("mcp.lean.fail")


async def test_a_call_without_its_arguments_never_reaches_the_server(clock: SystemClock) -> None:
    async with standing(clock, lean()) as it:
        with pytest.raises(ToolRefusedError, match="needs 'b'"):
            await it.call("mcp.lean.add", a=1)


async def test_what_a_server_asks_of_a_person_is_declined(clock: SystemClock) -> None:
    async with standing(clock, lean()) as it:
        answer = await it.call("mcp.lean.ask")

    assert "not supported" in answer.text


async def test_a_cancelled_call_returns_at_once_and_is_cancelled_at_the_server(clock: SystemClock) -> None:
    async with standing(clock, lean()) as it:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(it.call, "mcp.lean.wait")
            await marked(it.call, '"waiting": 1')
            tasks.cancel_scope.cancel()

        assert tasks.cancel_scope.cancelled_caught
        assert await marked(it.call, '"cancelled": 1') == '{"waiting": 1, "cancelled": 1}'


async def marked(call: Call, words: str) -> str:
    """Ask what the server has heard, until it has heard that."""
    with anyio.fail_after(20):
        while True:
            said: str = (await call("mcp.lean.mark")).text
            if words in said:
                return said


async def test_a_call_that_takes_too_long_is_ended_and_the_server_stays(virtual_clock: VirtualClock) -> None:
    async with standing(virtual_clock, lean(timeout_s=0.2)) as it:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(failing, it.call, "wait", r"took longer than 0\.2 s")
            await marked(it.call, '"waiting": 1')
            await virtual_clock.advance(0.2)

        assert (await it.call("mcp.lean.add", a=2, b=2)).text == "4"


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
            os.kill(lean_process(), signal.SIGKILL)
        down = await it.heard(ServiceDown)
        assert it.names == []
        await it.heard(ServiceUp)

        assert failed == ["lean is gone; it is being started again"]
        assert (down.service, down.reason) == ("mcp lean", "it was ended by SIGKILL")
        assert (await it.call("mcp.lean.add", a=1, b=2)).text == "3"


def lean_process() -> int:
    """Find the server's process; a child that another test left to itself is none."""
    (pid,) = [each for each in children() if bytes(LEAN) in Path(f"/proc/{each}/cmdline").read_bytes()]
    return pid


async def ended(pid: int) -> None:
    """Return when a process has ended that is nobody's child here."""
    with suppress(ProcessLookupError), anyio.fail_after(20):
        handle = os.pidfd_open(pid)
        await anyio.wait_readable(handle)
        os.close(handle)


def children() -> list[int]:
    return [int(each) for each in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]


async def test_a_dead_server_takes_only_its_own_tools_away(clock: SystemClock) -> None:
    settings = {"lean": lean(), "gone": lean("--end", "3")}

    async with standing(clock, settings) as it:
        down = await it.heard(ServiceDown)

        assert (down.service, down.reason) == ("mcp gone", "it ended with code 3: There is no sky today")
        assert {name.split(".")[1] for name in it.names} == {"lean"}
        assert [role.plays for role in it.servers.roles()] == ["lean: 15 tools", "gone: is not there"]


@pytest.mark.parametrize(
    ("tool", "reason"),
    [
        pytest.param("flood", "it says far too much at once", marks=pytest.mark.slow),
        pytest.param("long_line", "it sends a line of more than 4 MB", marks=pytest.mark.slow),
        ("garbage", "what it says is not the Model Context Protocol"),
        ("end", "it ended with code 3: It ended because it was told to"),
    ],
)
async def test_one_that_misbehaves_is_put_down_and_started_again(
    virtual_clock: VirtualClock, tool: str, reason: str
) -> None:
    async with standing(virtual_clock, lean()) as it:  # a flood is one on a slow machine too, where time stands still
        await failing(it.call, tool, "is gone")
        down = await it.heard(ServiceDown)
        await virtual_clock.advance(1)
        await it.heard(ServiceUp)

        assert down.reason == reason
        assert len(it.names) == 15


async def test_one_that_cannot_list_its_tools_is_told_and_tried_again(clock: SystemClock) -> None:
    async with standing(clock, lean("--listless")) as it:
        down = await it.heard(ServiceDown)

    assert down.reason == "it does not list its tools: no such method"


async def test_progress_that_is_no_number_is_no_share(clock: SystemClock) -> None:
    told: list[object] = []

    async with standing(clock, lean("--nowhere")) as it:
        await it.call("mcp.lean.count", told.append)

    assert told == [Progress(text=f"at {at}") for at in range(3)]


async def test_what_cannot_be_sent_fails_its_call_alone(clock: SystemClock) -> None:
    async with standing(clock, lean(timeout_s=5)) as it:
        half = await it.call("mcp.lean.variable", name="\ud83d")
        with pytest.raises(ToolFailedError, match="nothing that can be sent"):
            await it.call("mcp.lean.variable", name=float("nan"))

        assert half.text == "(none)"


@pytest.mark.slow
async def test_one_that_closes_its_output_is_started_again(clock: SystemClock) -> None:
    async with standing(clock, lean("--shut")) as it:
        with pytest.raises(ToolFailedError, match="is gone"):
            await it.call("mcp.lean.deaf")

        assert (await it.heard(ServiceDown)).reason == "it has closed its output"


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
        os.kill(lean_process(), signal.SIGSTOP)
        await virtual_clock.advance(65)

        assert (await it.heard(ServiceDown)).reason == "it hangs"


async def test_one_that_is_not_ready_in_time_is_told_and_tried_again(virtual_clock: VirtualClock) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(lets_time_pass, virtual_clock)
        async with standing(virtual_clock, lean("--mute", start_s=3)) as it:
            assert it.server.trouble == "it was not ready within 3 s"
        tasks.cancel_scope.cancel()


async def lets_time_pass(clock: VirtualClock) -> None:
    while True:
        await clock.advance(1)


async def test_a_greeting_on_its_output_is_forgiven(clock: SystemClock) -> None:
    async with standing(clock, lean("--greet")) as it:
        assert len(it.names) == 15


@pytest.mark.parametrize(
    ("settings", "trouble"),
    [
        (
            McpSettings(command="no-such-program"),
            "there is no program 'no-such-program'; install it, or write its path",
        ),
        (McpSettings(command="uvx", env={"PATH": "/nowhere"}), "there is no program 'uvx'; install uv"),
        (
            McpSettings(command=f"{sys.executable} -m mcp_server_time"),
            rf"write '{sys.executable}' into mcp\.lean\.command, and each word that follows into mcp\.lean\.args\.?$",
        ),
        (McpSettings(command="no-such-program -m x"), "there is no program 'no-such-program -m x'; install it"),
        (McpSettings(command="~/no/such/program"), f"there is no program '{Path.home()}/no/such/program'"),
        (McpSettings(command=sys.executable, cwd="/no/such/folder"), "which is no folder"),
        (McpSettings(preset="moon"), "mcp.lean.preset has value 'moon', which is not known here"),
        (lean(env={"KEY": "${NO_SUCH_KEY}"}), "mcp.lean.env.KEY names NO_SUCH_KEY, and the environment has none"),
        (McpSettings(url="ftp://example.org"), "is no address"),
    ],
)
async def test_what_cannot_be_started_is_told_with_the_remedy(
    virtual_clock: VirtualClock, settings: McpSettings, trouble: str
) -> None:
    async with standing(virtual_clock, settings) as it:
        down = await it.heard(ServiceDown)

    assert re.search(trouble, down.reason)


async def test_a_program_that_answers_the_greeting_with_an_error_is_told_of_and_breaks_nothing(
    clock: SystemClock,
) -> None:
    async with standing(clock, McpSettings(command="cat")) as it:
        down = await it.heard(ServiceDown)

    assert down.reason == "it answers: Method not found"


async def test_it_gets_the_variables_that_it_is_given_and_no_others(clock: SystemClock) -> None:
    environ = {**os.environ, "WEATHER_KEY": "a-key-of-some-length", "OTHER": "other"}

    async with standing(clock, lean(env={"GIVEN": "<${WEATHER_KEY}>"}), environ=environ) as it:
        given = await it.call("mcp.lean.variable", name="GIVEN")
        other = await it.call("mcp.lean.variable", name="OTHER")
        path = await it.call("mcp.lean.variable", name="PATH")

    assert (given.text, other.text) == ("<a-key-of-some-length>", "(none)")
    assert path.text == os.environ["PATH"]


@pytest.mark.slow
async def test_nothing_of_it_is_left_when_the_show_ends(clock: SystemClock, tmp_path: Path) -> None:
    before = children(), len(list(Path("/proc/self/fd").iterdir()))

    async with standing(clock, lean("--stay", "--child", str(tmp_path / "pid"))):
        child = int((tmp_path / "pid").read_text())

    assert (children(), len(list(Path("/proc/self/fd").iterdir()))) == before
    await ended(child)


SHOW = """
import anyio
from performer.core.clock import SystemClock
from tests.performer.tools.mcp.standing import lean, standing
from tests.performer.tools.mcp.test_server_process import lean_process

async def main():
    async with standing(SystemClock(), lean()):
        print(lean_process(), flush=True)
        await anyio.sleep_forever()

anyio.run(main)
"""


@pytest.mark.slow
async def test_a_good_server_ends_with_a_show_that_is_killed() -> None:
    async with await anyio.open_process([sys.executable, "-c", SHOW], stderr=None) as show:
        assert show.stdout is not None
        server = int(await show.stdout.receive())
        show.kill()
        await show.wait()

        await ended(server)
