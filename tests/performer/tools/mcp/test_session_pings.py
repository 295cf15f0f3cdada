"""The pulse of a server: one at an address is found gone while nobody calls, and one that is busy is left to it."""

from collections.abc import AsyncIterator

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.events.parts import ServiceDown, ServiceUp, ToolsListed
from performer.tools.mcp.http_transport import FAR_S, HERE_S, WebTransport
from performer.tools.mcp.server_spec import ServerSpec
from performer.tools.mcp.settings import McpSettings
from tests.fakes.mcp.web import FakeWeb
from tests.performer.tools.mcp.standing import Standing, lean, standing

pytestmark = pytest.mark.anyio
PATIENCE_S = 60.0


@pytest.fixture
async def web() -> AsyncIterator[FakeWeb]:
    async with FakeWeb() as web:
        yield web


@pytest.fixture
async def it(virtual_clock: VirtualClock, web: FakeWeb) -> AsyncIterator[Standing]:
    """A show with the server `sky`."""
    async with standing(virtual_clock, {"sky": McpSettings(url=web.address, trusted=True, timeout_s=30)}) as it:
        yield it


async def asked(web: FakeWeb, clock: VirtualClock) -> None:
    """Let a beat pass, and return when the server has been asked."""
    before = web.methods.count("ping")
    await clock.advance(HERE_S)
    with anyio.fail_after(PATIENCE_S):
        await web.wait_for(lambda web: web.methods.count("ping") > before)


async def called(web: FakeWeb) -> None:
    with anyio.fail_after(PATIENCE_S):
        await web.wait_for(lambda web: "tools/call" in web.methods)


async def test_one_that_ends_is_found_gone_and_back_without_a_call(
    virtual_clock: VirtualClock, web: FakeWeb, it: Standing
) -> None:
    await web.stop()
    await virtual_clock.advance(HERE_S)
    await it.heard(ServiceDown)
    was_up = it.server.is_up
    await web.start()
    await virtual_clock.advance(1)
    await it.heard(ServiceUp)

    assert (was_up, it.server.is_up) == (False, True)


async def test_one_that_was_gone_for_long_is_found_within_a_second(
    virtual_clock: VirtualClock, web: FakeWeb, it: Standing
) -> None:
    await web.stop()
    for _ in range(60):
        await virtual_clock.advance(1)
    await web.start()
    await virtual_clock.advance(1)
    await it.heard(ServiceUp)

    assert it.server.is_up


async def test_one_that_answers_nothing_is_gone(virtual_clock: VirtualClock, web: FakeWeb, it: Standing) -> None:
    web.is_deaf = True
    await asked(web, virtual_clock)
    await virtual_clock.advance(5)

    assert (await it.heard(ServiceDown)).reason == "it hangs"
    assert not it.server.is_up


async def test_one_that_knows_no_ping_but_says_so_is_there(
    virtual_clock: VirtualClock, web: FakeWeb, it: Standing
) -> None:
    for _ in range(3):
        await asked(web, virtual_clock)

    assert it.server.is_up


async def test_one_that_is_busy_with_a_call_is_not_asked(
    virtual_clock: VirtualClock, web: FakeWeb, it: Standing
) -> None:
    web.called = "hang"
    it.tasks.start_soon(it.call, "mcp.sky.look")
    await called(web)
    for _ in range(20):
        await virtual_clock.advance(HERE_S)

    assert "ping" not in web.methods
    assert it.server.is_up


async def test_a_call_that_begins_while_it_is_asked_has_its_own_deadline(
    virtual_clock: VirtualClock, web: FakeWeb, it: Standing
) -> None:
    web.is_deaf = True
    await asked(web, virtual_clock)
    it.tasks.start_soon(it.call, "mcp.sky.look")
    await called(web)
    await virtual_clock.advance(5)

    assert it.server.is_up


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (401, "it refuses us (401); it wants a key: name it in mcp.sky.headers"),
        (503, "who stands before it does not reach it (503)"),
    ],
)
async def test_one_that_is_not_to_be_reached_or_refuses_us_by_now_is_gone(
    virtual_clock: VirtualClock, web: FakeWeb, it: Standing, status: int, reason: str
) -> None:
    web.status = status
    await asked(web, virtual_clock)

    assert (await it.heard(ServiceDown)).reason == reason


async def test_one_that_began_anew_between_two_beats_is_met_anew(virtual_clock: VirtualClock, web: FakeWeb) -> None:
    web.session = "one"
    async with standing(virtual_clock, {"sky": McpSettings(url=web.address, trusted=True)}) as it:
        web.session = "two"
        await asked(web, virtual_clock)
        down = await it.heard(ServiceDown)
        await virtual_clock.advance(1)
        await it.heard(ServiceUp)

        assert down.reason == "it knows no more of us"
        assert (await it.call("mcp.sky.look")).text == "ok"


async def test_a_program_that_does_one_thing_at_a_time_is_left_to_it(virtual_clock: VirtualClock) -> None:
    async with standing(virtual_clock, lean(timeout_s=300)) as it:
        it.tasks.start_soon(it.call, "mcp.lean.deaf")
        await anyio.wait_all_tasks_blocked()
        for _ in range(40):
            await virtual_clock.advance(5)

        assert len(it.names) == 15


async def test_tools_that_change_and_are_not_told_of_are_seen_within_a_minute(
    virtual_clock: VirtualClock, web: FakeWeb, it: Standing
) -> None:
    web.tools = [*web.tools, {**web.tools[0], "name": "listen"}]
    await it.heard(ToolsListed)
    await virtual_clock.advance(61)
    await it.heard(ToolsListed)

    assert it.names == ["mcp.sky.look", "mcp.sky.listen"]


@pytest.mark.parametrize(
    ("url", "pulse_s"),
    [("http://127.0.0.1:1/mcp", HERE_S), ("http://localhost/mcp", HERE_S), ("https://example.org/mcp", FAR_S)],
)
def test_a_strangers_machine_is_asked_less_often_than_ones_own(
    virtual_clock: VirtualClock, url: str, pulse_s: float
) -> None:
    assert WebTransport(virtual_clock, ServerSpec.of("sky", McpSettings(url=url))).pulse_s == pulse_s
