"""A whole show whose Discord is held by another process: it behaves as one with Discord inside."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from performer.chats.discord.rpc.handshake import VARIABLE
from tests.e2e.in_discord import Venue, told, venue
from tests.performer.chats.discord.rpc.processes import Holding, holding
from tests.performer.chats.discord.rpc.standing import TOKEN
from tests.sinks import Watched

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

NEWS = "We are live!"


@pytest.fixture(autouse=True)
def token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, TOKEN)


@asynccontextmanager
async def apart(folder: Path) -> AsyncIterator[tuple[Venue, Watched, Holding]]:
    """Yield a show, and the process that has its link."""
    async with venue() as there, holding(folder / "io", there.discord) as io:
        await io.printed("The link is up")
        async with there.show(folder / "home", io=f"ws://127.0.0.1:{io.port}") as it:
            yield there, it, io


async def test_it_answers_mirrors_obeys_and_asks(tmp_path: Path) -> None:
    async with apart(tmp_path) as (there, it, io):
        owner = there.discord.owner
        answer = await there.ask(there.general, "who is winning?", "The owl does.")
        await it.ask("say", text="The torches are lit.")
        mirrored = await there.posted(there.stage, "torches")
        status = await there.used(owner, there.general, "/status")
        there.ollama.reply("", calls=[("discord_send", {"channel_id": there.general.id, "content": NEWS})])
        there.ollama.reply("")
        there.say(there.stage, "tell everybody", owner)
        card = await there.posted(there.stage, "may I?")
        there.ollama.reply("They know it now.")
        there.discord.press(owner, card, card.buttons[0]["custom_id"])
        await there.posted(there.general, NEWS)
        await there.posted(there.stage, "They know it now.")
        identifies = list(there.discord.gateway.identifies)

    assert answer.content == "The owl does."
    assert mirrored.content == "The torches are lit."
    assert "qwen3-vl" in status
    assert NEWS in told(there.ollama)
    assert len(identifies) == 1
    assert "console" in it.where_is("Discord, as Performer")
    assert TOKEN not in io.said


async def test_the_show_goes_on_without_it_and_takes_it_up_again(tmp_path: Path) -> None:
    async with apart(tmp_path) as (there, it, io):
        await io.end()
        await it.sinks.holds("quoted", "ServiceDown(turn=None, service='discord'")
        await it.ask("say", text="Nobody minds.")
        await it.turns_ended()
        async with holding(tmp_path / "io", there.discord, port=io.port):
            mirrored = await there.posted(there.stage, "Nobody minds.")
            answer = await there.ask(there.general, "are you there?", "Always.")

    assert mirrored.content == "Nobody minds."
    assert answer.content == "Always."
