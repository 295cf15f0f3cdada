"""One life of a server: calls end with their time, their turn and the server."""

import anyio
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.events.stream import EventStream
from performer.tools.chain import HookChain, PartHooks
from performer.tools.hooks.permission import Patience
from performer.tools.result import ToolResult
from performer.tools.settings import ToolsSettings
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Proceed, Toolbox
from tests.performer.tools.hooks.calls import Sayings
from tests.performer.tools.mcp.standing import lean, make_runtime, standing
from tests.performer.tools.mcp.test_supervisor import Call, failing

pytestmark = pytest.mark.anyio


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


async def test_the_servers_own_limit_counts_before_that_of_all_tools(virtual_clock: VirtualClock) -> None:
    chain = HookChain(make_runtime(virtual_clock, EventStream(virtual_clock)), ToolsSettings(timeout_s=20))
    async with standing(virtual_clock, lean(timeout_s=90)) as it, anyio.create_task_group() as tasks:
        box, said = Toolbox(it.servers.tools(), chain.hooks), Sayings()
        tasks.start_soon(said.call, box, ToolCall(id="1", name="mcp.lean.wait", may="outside"))
        await marked(it.call, '"waiting": 1')
        await virtual_clock.advance(89)
        assert said.heard == []
        await virtual_clock.advance(1)

        assert said.heard == ["no: mcp.lean.wait took longer than 90 s and was ended."]


async def test_a_turn_waits_for_a_slow_server_as_for_any_tool_and_is_told_later_of_the_rest(
    virtual_clock: VirtualClock,
) -> None:
    parked: list[Patience | None] = []

    async def send(call: ToolCall, proceed: Proceed, patience: Patience | None = None) -> ToolResult:
        parked.append(patience)
        return await proceed(call)

    runtime, parts = make_runtime(virtual_clock, EventStream(virtual_clock)), PartHooks(jobs=send)
    chain = HookChain(runtime, ToolsSettings(timeout_s=20, long_s=60), parts)
    for own_s in (90, 15, None):
        async with standing(virtual_clock, lean(timeout_s=own_s)) as it:
            box = Toolbox(it.servers.tools(), chain.hooks)
            await box.call(ToolCall(id="1", name="mcp.lean.add", arguments={"a": 1, "b": 2}))

    assert parked == [Patience(waits_s=20, within_s=90)]


async def test_one_that_is_not_ready_in_time_is_told_and_tried_again(virtual_clock: VirtualClock) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(lets_time_pass, virtual_clock)
        async with standing(virtual_clock, lean("--mute", start_s=3)) as it:
            assert it.server.trouble == "it was not ready within 3 s"
        tasks.cancel_scope.cancel()


async def lets_time_pass(clock: VirtualClock) -> None:
    while True:
        await clock.advance(1)
