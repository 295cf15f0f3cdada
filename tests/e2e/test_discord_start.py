"""How a show starts where Discord does not answer: it waits a little, and goes on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from anyio.abc import SocketAttribute, SocketStream

from tests.e2e.in_discord import venue

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@asynccontextmanager
async def silent_server() -> AsyncIterator[int]:
    """Yield the port of a server that takes everybody in and says nothing."""

    async def say_nothing(stream: SocketStream) -> None:
        async with stream:
            async for _ in stream:
                pass

    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, say_nothing)
        yield listener.extra(SocketAttribute.local_port)
        tasks.cancel_scope.cancel()


async def test_a_gateway_that_says_nothing_holds_no_show_up(tmp_path: Path) -> None:
    async with (
        silent_server() as port,
        venue() as there,
        there.unlinked(tmp_path / "home", gateway_url=f"ws://127.0.0.1:{port}") as it,
    ):
        there.ollama.reply("Well, well.")
        await it.ask("react")
        await it.sinks.holds("page", "Well, well.")

    assert "console" in it.where_is("No answer has come within 5 s")


async def test_a_discord_that_answers_late_is_there_then_and_told(tmp_path: Path) -> None:
    async with venue() as there:
        held = there.discord.hold("GET", "/users/@me")
        async with there.unlinked(tmp_path / "home") as it:
            await it.sinks.holds("quoted", "No answer has come within 5 s")
            held.released.set()
            await it.sinks.holds("quoted", "ServiceUp(turn=None, service='discord'")
            answer = await there.ask(there.general, "who is winning?", "The owl does.")

    assert answer.content == "The owl does."
    assert "console" in it.where_is("discord: there. as Performer")
