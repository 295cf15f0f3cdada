"""A server at an address: keys, refusals, bodies without end, and one that comes and goes."""

import os
from collections.abc import AsyncIterator
from typing import Any

import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ToolFailedError
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.redact.redact import has_secret
from performer.tools.mcp.settings import McpSettings
from tests.fakes.mcp.web import FakeWeb
from tests.performer.tools.mcp.standing import standing

pytestmark = pytest.mark.anyio

KEY = "a-key-of-some-length"
ENVIRON = {**os.environ, "SKY_KEY": KEY}


@pytest.fixture
async def web() -> AsyncIterator[FakeWeb]:
    async with FakeWeb() as web:
        yield web


def at(web: FakeWeb, **more: Any) -> dict[str, McpSettings]:
    return {"sky": McpSettings(url=web.address, trusted=True, **more)}


async def test_its_tools_answer(clock: SystemClock, web: FakeWeb) -> None:
    async with standing(clock, at(web)) as it:
        assert (await it.call("mcp.sky.look")).text == "ok"


async def test_a_key_comes_from_the_environment_and_is_known_to_be_secret(clock: SystemClock) -> None:
    settings = {"Authorization": "Bearer ${SKY_KEY}"}

    async with FakeWeb(key=KEY) as web, standing(clock, at(web, headers=settings), environ=ENVIRON) as it:
        assert (await it.call("mcp.sky.look")).text == "ok"

    assert has_secret(f"it said {KEY}")


async def test_a_key_in_an_address_comes_from_there_too_or_is_secret_as_it_stands(
    clock: SystemClock, web: FakeWeb
) -> None:
    address = web.address + "?key=${SKY_KEY}&token=another-of-some-length"

    async with standing(clock, {"sky": McpSettings(url=address, trusted=True)}, environ=ENVIRON) as it:
        assert (await it.call("mcp.sky.look")).text == "ok"

    assert web.asked[0] == f"/mcp?key={KEY}&token=another-of-some-length"
    assert has_secret("it said another-of-some-length")


@pytest.mark.parametrize(
    ("headers", "remedy"),
    [
        ({}, "it refuses us (401); it wants a key: name it in mcp.sky.headers"),
        ({"Authorization": "Bearer ${SKY_KEY}"}, "it refuses us (401); is the key in SKY_KEY right?"),
    ],
)
async def test_a_refusal_is_told_with_the_remedy(clock: SystemClock, headers: dict[str, str], remedy: str) -> None:
    async with FakeWeb(key="another") as web, standing(clock, at(web, headers=headers), environ=ENVIRON) as it:
        assert (await it.heard(ServiceDown)).reason == remedy


async def test_a_key_that_is_refused_later_is_told_to_whoever_calls(clock: SystemClock, web: FakeWeb) -> None:
    async with standing(clock, at(web)) as it:
        web.key = "another"

        with pytest.raises(ToolFailedError, match=r"mcp\.sky\.look: it refuses us \(401\)"):
            await it.call("mcp.sky.look")


async def test_our_headers_go_to_nobody_else(clock: SystemClock, web: FakeWeb) -> None:
    async with FakeWeb() as other, standing(clock, at(web, headers={"X-Me": "${SKY_KEY}"}), environ=ENVIRON) as it:
        web.called, web.elsewhere = "moved", other.address

        with pytest.raises(ToolFailedError, match="not followed"):
            await it.call("mcp.sky.look")
        assert other.heard == []


@pytest.mark.parametrize(
    ("called", "words"),
    [
        ("html", "Unexpected content type"),
        ("huge", r"look: its answer has more than 1 MB, and is not read; ask for less$"),
        ("huge event", r"look: its answer has more than 1 MB, and is not read; ask for less$"),
        ("many", r"look: its answer has more than 50,000 objects and lists"),
        ("many events", r"look: its answer has more than 50,000 objects and lists"),
    ],
)
async def test_an_answer_that_is_none_fails_its_call_alone(
    clock: SystemClock, web: FakeWeb, called: str, words: str
) -> None:
    async with standing(clock, at(web, message_mb=1)) as it:
        web.called = called
        with pytest.raises(ToolFailedError, match=words):
            await it.call("mcp.sky.look")
        web.called = "ok"

        assert (await it.call("mcp.sky.look")).text == "ok"


async def test_one_that_packs_what_it_sends_is_put_down(clock: SystemClock, web: FakeWeb) -> None:
    async with standing(clock, at(web)) as it:
        web.called = "packed"
        with pytest.raises(ToolFailedError, match="sky went away"):
            await it.call("mcp.sky.look")

        assert "packs what it was asked to send plain" in (await it.heard(ServiceDown)).reason


@pytest.mark.slow
@pytest.mark.parametrize("called", ["events", "again"])
async def test_one_that_floods_or_has_its_streams_taken_up_on_and_on_is_put_down(
    virtual_clock: VirtualClock, web: FakeWeb, called: str
) -> None:
    async with standing(virtual_clock, at(web)) as it:
        web.called = called
        with pytest.raises(ToolFailedError, match="sky went away"):
            await it.call("mcp.sky.look")

        assert (await it.heard(ServiceDown)).reason == "it says far too much at once"


async def test_a_cancelled_call_is_let_go_of_at_once(clock: SystemClock, web: FakeWeb) -> None:
    async with standing(clock, at(web)) as it:
        web.called = "hang"
        with clock.move_on_after(0.1) as limit:
            await it.call("mcp.sky.look")

        assert limit.cancelled_caught


async def test_an_address_where_nobody_listens_is_told_by_what_is_no_secret_in_it(
    clock: SystemClock, web: FakeWeb
) -> None:
    host = web.address.removeprefix("http://").removesuffix("/mcp")
    await web.stop()
    address = f"http://me:a-word-of-some-length@{host}/s/a-path-of-some-length?token=another-of-some-length"

    async with standing(clock, {"sky": McpSettings(url=address)}) as it:
        assert (await it.heard(ServiceDown)).reason == f"nobody is there at http://{host}"


async def test_one_that_is_gone_is_found_again(clock: SystemClock, web: FakeWeb) -> None:
    async with standing(clock, at(web)) as it:
        await web.stop()
        with pytest.raises(ToolFailedError, match="sky went away before it answered; try again soon"):
            await it.call("mcp.sky.look")
        down = await it.heard(ServiceDown)
        await web.start()
        await it.heard(ServiceUp)

        assert down.reason == f"nobody is there at {web.address.removesuffix('/mcp')}"
        assert (await it.call("mcp.sky.look")).text == "ok"
