"""The real `performer mcp`, started by the SDK's own client, beside a stage on the loopback."""

import json
import re
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import httpx2
import pytest
from anyio.streams.text import TextReceiveStream
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from performer.core.events.speech import ApprovalEnded
from performer.core.files.home import CHECKOUT
from performer.stage.access_tokens import AccessTokens
from performer.tools.approvals.approval import Decider
from tests.performer.stage.standing import PATIENCE_S
from tests.performer.tools.mcp.our_server.lending import lending, started
from tests.performer.tools.mcp.our_server.test_bridge import told

pytestmark = pytest.mark.anyio


async def test_a_program_starts_it_and_plays_on_the_stage(tmp_path: Path) -> None:
    async with lending(tmp_path), Client(started(tmp_path)) as client:
        tools = await client.list_tools()
        shown = await told(client, "overlay_text", text="Hello!")

    assert "overlay_text" in {tool.name for tool in tools.tools}
    assert shown == (False, "The bubble is up for 6 s.")


WHO = Decider(name="Ann", where="console")


@pytest.mark.slow
async def test_a_program_hears_what_came_of_a_call_that_had_to_wait(tmp_path: Path) -> None:
    async with lending(tmp_path, confirm=["overlay_text"]) as it, Client(started(tmp_path)) as client:
        waits = await told(client, "overlay_text", text="Hello!")
        still = await told(client, "my_calls", number=1)
        await it.approvals.settle(1, approve=True, who=WHO)
        await it.heard(ApprovalEnded)
        done = await told(client, "my_calls", number=1)

    asks = "Ask my_calls of number 1 in a minute what came of it."
    assert waits == (False, f"It waits for the owner's yes as number 1. {asks}")
    assert re.fullmatch(r"overlay_text still waits, for \d+ s at most\.", still[1])
    assert done == (False, "overlay_text is done. The bubble is up for 6 s.")


@pytest.mark.slow
async def test_it_ends_when_its_input_ends_and_has_said_nothing_but_mcp(tmp_path: Path) -> None:
    words = started(tmp_path)
    done = await anyio.run_process(
        [words.command, *words.args],
        input=b'{"jsonrpc":"2.0","id":1,"method":"ping"}\nno json\n',
        env=words.env,
        cwd=CHECKOUT,
    )

    assert [json.loads(line)["jsonrpc"] for line in done.stdout.splitlines()] == ["2.0"] * len(done.stdout.splitlines())
    assert done.returncode == 0
    assert done.stderr == b""


@asynccontextmanager
async def by_http(home: Path) -> AsyncIterator[str]:
    """Start it on a free port; give its address."""
    words = started(home, "--http", "--port", "0")
    process = await anyio.open_process(
        [words.command, *words.args], env=words.env, cwd=CHECKOUT, stderr=subprocess.PIPE
    )
    try:
        assert process.stderr
        said = ""
        with anyio.fail_after(PATIENCE_S):
            async for text in TextReceiveStream(process.stderr):
                said += text
                if "tokens.json" in said:
                    break
        yield said.split("offered at ")[1].split()[0]
    finally:
        process.terminate()
        with anyio.CancelScope(shield=True):
            await process.aclose()


def key(home: Path) -> dict[str, str]:
    return {"Authorization": f"Bearer {AccessTokens.kept(home / 'tokens.json').agent}"}


@pytest.mark.slow
async def test_by_http_a_program_plays_with_the_token_and_is_refused_without(tmp_path: Path) -> None:
    async with lending(tmp_path), by_http(tmp_path) as url:
        async with httpx2.AsyncClient(headers=key(tmp_path)) as http:
            async with Client(streamable_http_client(url, http_client=http)) as client:
                shown = await told(client, "overlay_text", text="Hello!")
            async with Client(streamable_http_client(url, http_client=http), mode="legacy") as client:
                older = await told(client, "overlay_text", text="Hello!")
            large = await http.post(url, content=b" " * 300_000, headers={"Content-Type": "application/json"})
            rebound = await http.post(url, headers={"Host": "evil.test"})
        async with httpx2.AsyncClient() as stranger:
            refused = await stranger.post(url)

    assert shown == older == (False, "The bubble is up for 6 s.")
    assert (large.status_code, rebound.status_code, refused.status_code) == (413, 403, 401)


@pytest.mark.slow
async def test_by_http_a_renewed_token_holds_at_once(tmp_path: Path) -> None:
    async with lending(tmp_path) as it, by_http(tmp_path) as url, httpx2.AsyncClient() as http:
        before = key(tmp_path)
        it.house.server.renew(["agent"])
        stale = await http.post(url, headers=before)
        fresh = await http.post(url, headers=key(tmp_path))

    assert stale.status_code == 401
    assert fresh.status_code not in {401, 403}
