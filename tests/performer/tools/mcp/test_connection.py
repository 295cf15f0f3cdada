"""The connection to a server: calls, their answers and their troubles."""

import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ToolFailedError
from performer.core.events.parts import ServiceDown
from performer.tools.result import JsonPart, PicturePart, Progress
from tests.performer.tools.mcp.standing import lean, standing

pytestmark = pytest.mark.anyio


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


async def test_what_a_server_asks_of_a_person_is_declined(clock: SystemClock) -> None:
    async with standing(clock, lean()) as it:
        answer = await it.call("mcp.lean.ask")

    assert "not supported" in answer.text


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
