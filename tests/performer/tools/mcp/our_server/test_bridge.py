"""The bridge in this process, to a real stage by a real socket: what a program lists, calls, and is told."""

import base64
import json
from pathlib import Path

import anyio
import pytest
from mcp import Client
from mcp.client.subscriptions import ToolsListChanged
from mcp_types import ImageContent, TextContent, ToolListChangedNotification

from performer.stage.server.tools_socket import announce_tools
from performer.tools.mcp.our_server.bridge import STATIC
from performer.tools.mcp.our_server.show_link import ENDED, NOT_RUNNING
from performer.tools.programs import OFFERED
from tests.performer.stage.standing import PATIENCE_S
from tests.performer.tools.mcp.our_server.lending import PICTURE, bridged, lending
from tests.performer.tools.mcp.our_server.offering import offered

pytestmark = pytest.mark.anyio
BOTH = pytest.mark.parametrize("mode", ["auto", "legacy"])


async def told(client: Client, tool: str, **arguments: object) -> tuple[bool, str]:
    """Call a tool; whether that was an error, and its words."""
    came = await client.call_tool(tool, arguments)
    return came.is_error, "\n".join(each.text for each in came.content if isinstance(each, TextContent))


@BOTH
async def test_the_tools_of_the_show_are_listed_with_their_choices(tmp_path: Path, mode: str) -> None:
    async with lending(tmp_path) as it, bridged(tmp_path, mode) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}

    assert set(tools) == {"overlay_text", "show_emote", "play_sfx", "describe_frame", "read_text", "say", "my_calls"}
    assert tools["show_emote"].input_schema["properties"]["name"]["enum"] == list(it.house.library.catalogue.emotes)
    hints = {name: tool.annotations.read_only_hint for name, tool in tools.items() if tool.annotations}
    assert [name for name, is_read_only in hints.items() if is_read_only] == ["describe_frame", "read_text", "my_calls"]


@BOTH
async def test_a_call_plays_on_the_stage_and_what_hooks_refuse_is_an_error_result(tmp_path: Path, mode: str) -> None:
    async with lending(tmp_path) as it, bridged(tmp_path, mode) as client:
        shown = await told(client, "overlay_text", text="Hello!")
        on_stage = [each.alt for each in it.house.stage.snapshot("renderer").elements]
        slur = await told(client, "overlay_text", text="You plonk!")
        for _ in range(5):
            await told(client, "overlay_text", text="again")
        often = await told(client, "overlay_text", text="Once more")
        wrong = await told(client, "show_emote", name="nobody")
        unknown = await told(client, "delete_everything")

    assert shown == (False, "The bubble is up for 6 s.")
    assert on_stage == ["Hello!"]
    assert slur == (True, "That text cannot go on stage; say something else.")
    assert often[0]
    assert "overlay_text" in often[1]
    assert wrong[0]
    assert unknown[0]
    assert "There is no tool 'delete_everything'" in unknown[1]


@BOTH
async def test_what_a_program_swears_is_dropped_though_the_show_may_have_it_masked(tmp_path: Path, mode: str) -> None:
    async with lending(tmp_path) as it, bridged(tmp_path, mode) as client:
        level = it.level
        sworn = await told(client, "overlay_text", text="What a shitty boss!")
        on_stage = [each.alt for each in it.house.stage.snapshot("renderer").elements]
        mild = await told(client, "overlay_text", text="Oh damn, hello!")
        shown = [each.alt for each in it.house.stage.snapshot("renderer").elements]

    assert level == "standard"
    assert sworn == (True, "That text cannot go on stage; say something else.")
    assert on_stage == []
    assert (mild[0], shown) == (False, ["Oh ●●●, hello!"])


async def test_pictures_and_values_come_as_what_they_are(tmp_path: Path) -> None:
    async with lending(tmp_path), bridged(tmp_path) as client:
        came = await client.call_tool("read_text", {})

    assert came.structured_content == {"words": ["LIVES", 3]}
    assert isinstance(came.content[0], TextContent)
    assert json.loads(came.content[0].text) == {"words": ["LIVES", 3]}
    assert isinstance(came.content[1], ImageContent)
    assert (came.content[1].mime_type, base64.b64decode(came.content[1].data)) == ("image/png", PICTURE)


async def test_what_is_said_waits_for_the_director_as_a_programs_words(tmp_path: Path) -> None:
    async with lending(tmp_path) as it, bridged(tmp_path) as client:
        is_error, _ = await told(client, "say", text="Good evening.")

    assert not is_error
    assert [(cue.text, cue.is_own) for cue in it.said] == [("Good evening.", False)]


@BOTH
async def test_how_far_a_call_is_is_told_and_a_cancelled_one_ends_in_the_show(tmp_path: Path, mode: str) -> None:
    heard: list[tuple[float, float | None, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))

    async with lending(tmp_path) as it, bridged(tmp_path, mode) as client, anyio.create_task_group() as tasks:

        async def look() -> None:
            await client.call_tool("describe_frame", {}, progress_callback=hear)

        tasks.start_soon(look)
        with anyio.fail_after(PATIENCE_S, shield=True):
            await it.looked.wait()
            assert not (await told(client, "say", text="meanwhile"))[0]
            tasks.cancel_scope.cancel()
            await it.given_up.wait()

    assert heard == [(1, 2, "looking")]


async def test_what_is_listed_without_a_show_is_what_a_whole_one_offers(tmp_path: Path) -> None:
    assert json.loads(STATIC.read_text(encoding="utf-8")) == await offered(tmp_path)


async def test_without_a_show_the_tools_are_listed_and_calls_say_how_to_start_one(tmp_path: Path) -> None:
    async with bridged(tmp_path) as client:
        listed = await client.list_tools()
        came = await told(client, "overlay_text", text="hi")

    assert {tool.name for tool in listed.tools} == set(OFFERED)
    assert came == (True, NOT_RUNNING)


async def test_a_show_that_ends_meanwhile_is_told_and_the_next_one_is_found(tmp_path: Path) -> None:
    ended: list[tuple[bool, str]] = []
    async with bridged(tmp_path) as client:

        async def look() -> None:
            ended.append(await told(client, "describe_frame"))

        async with anyio.create_task_group() as tasks, lending(tmp_path) as it:
            tasks.start_soon(look)
            await it.looked.wait()
        kept = await client.list_tools()
        between = await told(client, "overlay_text", text="hi")
        async with lending(tmp_path):
            again = await told(client, "overlay_text", text="hi")

    assert ended == [(True, ENDED)]
    assert "describe_frame" in {tool.name for tool in kept.tools}
    assert between == (True, NOT_RUNNING)
    assert again == (False, "The bubble is up for 6 s.")


async def test_a_program_hears_of_other_choices_and_of_a_show_that_begins(tmp_path: Path) -> None:
    async with bridged(tmp_path) as client, client.listen(tools_list_changed=True) as changes:
        with anyio.fail_after(PATIENCE_S):
            async with lending(tmp_path) as it:
                await client.list_tools()
                begun = await anext(changes)
                announce_tools(it.house.clients)
                other = await anext(changes)

    assert begun == other == ToolsListChanged()


async def test_an_older_program_hears_of_them_too(tmp_path: Path) -> None:
    heard, changed = [], anyio.Event()

    async def hear(message: object) -> None:
        heard.append(message)
        changed.set()

    async with lending(tmp_path) as it, bridged(tmp_path, "legacy", message_handler=hear) as client:
        await client.list_tools()
        announce_tools(it.house.clients)
        with anyio.fail_after(PATIENCE_S):
            await changed.wait()

    assert isinstance(heard[0], ToolListChangedNotification)
