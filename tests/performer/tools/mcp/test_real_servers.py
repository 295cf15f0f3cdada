"""Servers as others have written them, from PyPI and npm: started, called, and one of them over HTTP too."""

import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from anyio.abc import ByteReceiveStream, Process
from anyio.streams.text import TextReceiveStream

from performer.core.clock import SystemClock
from performer.core.errors import ToolFailedError
from performer.core.events.parts import ServiceDown, ServiceUp, ToolsListed
from performer.core.images.sandbox.sandbox import ImageSandbox
from performer.tools.mcp.settings import McpSettings
from performer.tools.result import JsonPart, PicturePart, Progress, TextPart
from tests.node import node_server
from tests.performer.tools.mcp.standing import Standing, standing

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

FAKES = Path(__file__).parents[3] / "fakes" / "mcp"
LOOPBACK = FAKES / "loopback.cjs"
EVERYTHING = "server-everything"


def of_node(name: str, *arguments: str, **env: str) -> McpSettings:
    node, script = node_server(name)
    return McpSettings(command=node, args=(script, *arguments), env=env, trusted=True)


async def test_the_time_is_told(clock: SystemClock) -> None:
    settings = McpSettings(command=sys.executable, args=("-m", "mcp_server_time"), trusted=True)

    async with standing(clock, {"time": settings}) as it:
        answer = await it.call("mcp.time.get_current_time", timezone="Europe/Berlin")
        with pytest.raises(ToolFailedError, match="Nowhere"):
            await it.call("mcp.time.get_current_time", timezone="Nowhere")

        assert "Europe/Berlin" in answer.text
        assert it.server.tools()[0].is_read_only


async def test_a_file_is_written_and_read(clock: SystemClock, tmp_path: Path) -> None:
    async with standing(clock, {"files": of_node("server-filesystem", str(tmp_path))}) as it:
        await it.call("mcp.files.write_file", path=str(tmp_path / "note.txt"), content="line one\nline two")
        answer = await it.call("mcp.files.read_text_file", path=str(tmp_path / "note.txt"))
        with pytest.raises(ToolFailedError, match="outside allowed directories"):
            await it.call("mcp.files.read_text_file", path="/etc/hostname")

        asks = {tool.spec.name: tool.asks for tool in it.servers.tools()}
        assert answer.parts == (TextPart(text="line one\nline two"),)
        assert (asks["mcp.files.write_file"], asks["mcp.files.read_text_file"]) == (True, False)


async def test_what_is_remembered_is_found(clock: SystemClock, tmp_path: Path) -> None:
    memory = of_node("server-memory", MEMORY_FILE_PATH=str(tmp_path / "memory.json"))
    dragon = {"name": "dragon", "entityType": "boss", "observations": ["breathes ice"]}

    async with standing(clock, {"memory": memory}) as it:
        await it.call("mcp.memory.create_entities", entities=[dragon])
        answer = await it.call("mcp.memory.search_nodes", query="ice")

        assert "breathes ice" in answer.text
        assert len(answer.parts) == 1


async def test_changes_of_a_newer_server_are_told_too(clock: SystemClock) -> None:
    settings = McpSettings(command=sys.executable, args=(str(FAKES / "modern.py"),), trusted=True)

    async with standing(clock, {"modern": settings}) as it:
        await it.heard(ToolsListed)
        for _ in range(2):
            await it.call("mcp.modern.change")
            await it.heard(ToolsListed)

        assert it.names == ["mcp.modern.change", "mcp.modern.more_1", "mcp.modern.more_2"]
        assert (await it.call("mcp.modern.more_2")).text == "more"


async def everything(it: Standing) -> None:
    """Call what the server of everything has, each kind once."""
    told: list[object] = []
    echo = await it.call("mcp.all.echo", message="hello")
    picture = await it.call("mcp.all.get-tiny-image")
    value = await it.call("mcp.all.get-structured-content", location="Chicago")
    links = await it.call("mcp.all.get-resource-links", count=2)
    long = await it.call("mcp.all.trigger-long-running-operation", told.append, duration=0.3, steps=3)

    assert echo.text == "Echo: hello"
    assert [type(each) for each in picture.parts if isinstance(each, PicturePart)] == [PicturePart]
    assert [type(each) for each in value.parts] == [JsonPart]
    assert "demo://" in links.text
    assert "completed" in long.text
    assert all(isinstance(each, Progress) for each in told)
    assert told


async def test_everything_works_by_pipes(clock: SystemClock) -> None:
    async with standing(clock, {"all": of_node(EVERYTHING)}) as it:
        await everything(it)


async def test_the_picture_of_everything_can_be_shown_to_a_model(clock: SystemClock) -> None:
    async with standing(clock, {"all": of_node(EVERYTHING)}) as it:
        (picture,) = (await it.call("mcp.all.get-tiny-image")).pictures

        assert (await ImageSandbox(clock).develop(picture.content)).size == (20, 20)


async def test_everything_works_by_http(clock: SystemClock) -> None:
    async with served() as (address, _), standing(clock, {"all": McpSettings(url=address, trusted=True)}) as it:
        await everything(it)


async def test_a_server_that_begins_anew_at_its_address_is_found_again(clock: SystemClock) -> None:
    async with served() as (address, process), standing(clock, {"all": McpSettings(url=address, trusted=True)}) as it:
        assert (await it.call("mcp.all.echo", message="one")).text == "Echo: one"
        process.kill()
        await process.wait()
        with pytest.raises(ToolFailedError, match="all went away"):
            await it.call("mcp.all.echo", message="two")
        down = await it.heard(ServiceDown)

        port = address.rpartition(":")[2].partition("/")[0]
        async with served(port):
            await it.heard(ServiceUp)
            answer = await it.call("mcp.all.echo", message="three")

        assert down.reason.startswith("nobody is there at http://")
        assert answer.text == "Echo: three"


async def told_port(stdout: ByteReceiveStream) -> str:
    said = ""
    with anyio.fail_after(20):
        async for text in TextReceiveStream(stdout):
            said += text
            if found := re.search(r"at port (\d+)\.", said):
                return found[1]
    raise AssertionError(said)


@asynccontextmanager
async def served(port: str = "0") -> AsyncIterator[tuple[str, Process]]:
    """Have the server of everything run at an address on loopback."""
    node, script = node_server(EVERYTHING)
    command = [node, "-r", str(LOOPBACK), script, "streamableHttp"]
    async with await anyio.open_process(command, env={"AT_PORT": port}, stderr=None) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{await told_port(process.stdout)}/mcp", process
        finally:
            if process.returncode is None:
                process.kill()
