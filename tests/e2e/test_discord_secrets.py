"""No secret of Discord's gets out, whoever repeats it: Discord's errors, people who paste it, a program in between."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from tests.canaries import CANARIES, search
from tests.e2e.in_discord import Venue
from tests.e2e.performing import Performing, performing
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.ollama import FakeOllama
from tests.fakes.server import FakeServer

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

PASTED = f"it is {CANARIES.bot_token}, or {CANARIES.pasted}"


class Echo(FakeServer):
    """Refuses everybody, and says with which token they came."""

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/{rest:.*}", self._refuse)]

    async def _refuse(self, request: web.Request) -> web.Response:
        return web.Response(status=403, text=f"no: {dict(request.headers)}")


@asynccontextmanager
async def show(home: Path, there: Venue, **more: str) -> AsyncIterator[Performing]:
    settings = {
        "PERFORMER_MODEL__SPEC": "ollama",
        "PERFORMER_PACING__TALKATIVENESS": "silent",
        "PERFORMER_VOICE__ENGINE": "silent",
        "PERFORMER_DISCORD__ENABLED": "true",
        "PERFORMER_DISCORD__STAGE_CHANNEL": there.stage.id,
        **{f"PERFORMER_DISCORD__{name.upper()}": address for name, address in there.discord.addresses.items()},
        "OLLAMA_HOST": there.ollama.url,
        "DISCORD_TOKEN": CANARIES.bot_token,
        "PERFORMER_IO_TOKEN": CANARIES.key.replace(" ", ""),
    }
    options = ("--no-sound", "--no-desktop", "--frames", "arcade")
    async with performing(home, *options, environment={**settings, **more}) as it:
        await it.journalled("ServiceUp", lambda line: line["service"] == "brain")
        yield it


@asynccontextmanager
async def venue() -> AsyncIterator[Venue]:
    async with FakeDiscord(token=CANARIES.bot_token) as discord, FakeOllama() as ollama:
        yield Venue(discord, ollama)


async def test_a_token_that_discord_and_people_repeat_is_kept_nowhere(tmp_path: Path) -> None:
    async with venue() as there, show(tmp_path / "home", there) as it:
        await it.journalled("ServiceUp", lambda line: line["service"] == "discord")
        owner = there.discord.owner
        calls = [
            ("remember", {"text": PASTED}),
            ("discord_send", {"channel_id": there.stage.id, "content": PASTED}),
            ("schedule", {"when": "in 10 minutes", "text": PASTED}),
        ]
        there.ollama.reply("", calls=calls)
        await there.ask(there.general, PASTED, f"So {PASTED}. Now I know.")
        for command, options in (
            ("/schedule add", {"when": "in 10 minutes", "what": PASTED}),
            ("/pause", {"reason": PASTED}),
            ("/status", {}),
            ("/resume", {}),
            ("/say", {"text": PASTED}),
        ):
            (tmp_path / command.strip("/").replace(" ", ".")).write_text(
                await there.used(owner, there.general, command, **options), encoding="utf-8"
            )
        there.discord.trouble(
            "POST", "/messages", status=400, message=f"bad header 'Bot {CANARIES.bot_token}'", times=3
        )
        there.ollama.reply("One more line.")
        there.say(there.general, "and?")
        await it.journalled("TurnEnded", lambda line: line["sentences"] == 1, after=len(it.lines))
        await it.end()
        posts = [post.texts for channel in (there.stage, there.general) for post in there.discord.messages(channel)]
        (tmp_path / "posts").write_text(json.dumps(posts), encoding="utf-8")

    assert "Now I know." in str(posts)
    assert search([tmp_path], CANARIES).leaks == ()


@pytest.mark.parametrize("is_io", [False, True])
async def test_a_refused_token_is_told_of_by_nobody(tmp_path: Path, is_io: bool) -> None:
    async with venue() as there, Echo() as echo:
        there.discord.trouble("GET", "/users/@me", status=401, message=f"401: 'Bot {CANARIES.bot_token}'", times=9)
        more = {"PERFORMER_DISCORD__IO": f"ws://127.0.0.1:{echo.port}"} if is_io else {}
        async with show(tmp_path / "home", there, **more) as it:
            down = await it.journalled("ServiceDown", lambda line: line["service"] == "discord")
            (tmp_path / "status").write_text(json.dumps(await it.ask("status")), encoding="utf-8")
            await it.end()

    assert down["reason"]
    assert search([tmp_path], CANARIES).leaks == ()
