"""The doctor and Discord, over a loopback that speaks as Discord does; the token is never shown."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web

from performer.clock import SystemClock
from performer.doctor.discord import DiscordCheck
from performer.errors import ServiceError
from tests.performer.doctor.taking import Taken, taken

pytestmark = pytest.mark.anyio
TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


@asynccontextmanager
async def discord(*, flags: int = 1 << 19, status: int = 200, body: str = "") -> AsyncIterator[str]:
    """Serve the two questions to whoever has the token."""

    def answer(request: web.Request, **fields: Any) -> web.Response:
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
        return web.Response(text=body, status=status) if body or status != 200 else web.json_response(fields)

    async def me(request: web.Request) -> web.Response:
        return answer(request, id="1", username="Owl\x1b[2J")

    async def application(request: web.Request) -> web.Response:
        return answer(request, id="1", flags=flags)

    app = web.Application()
    app.router.add_get("/users/@me", me)
    app.router.add_get("/applications/@me", application)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


async def examined(api: str, token: str = TOKEN) -> Taken:
    found = await taken(DiscordCheck(SystemClock(), {"DISCORD_TOKEN": token}, api).look)
    assert TOKEN not in repr(found.findings)
    return found


@pytest.mark.parametrize("flags", [1 << 18, 1 << 19, (1 << 19) | 7])
async def test_a_good_token_with_its_intents_is_all_right(flags: int) -> None:
    async with discord(flags=flags) as api:
        found = await examined(api)

    assert found.states == {"token": "ok", "intents": "ok"}
    assert "'Owl[2J'" in found["token"].found


async def test_a_missing_intent_is_named_with_the_place_to_grant_it() -> None:
    async with discord(flags=1 << 15) as api:
        found = await examined(api)

    assert found.states == {"token": "ok", "intents": "failed"}
    assert "discord.com/developers" in found["intents"].remedy


@pytest.mark.parametrize("token", ["another.token.of-mine", "two words", "with\nnewline", "ünicode"])
async def test_a_wrong_token_is_refused_and_not_repeated(token: str) -> None:
    async with discord() as api:
        found = await examined(api, token)

    assert found.states == {"token": "failed"}
    assert token not in repr(found.findings)


async def test_no_token_is_skipped_and_nobody_is_asked() -> None:
    assert (await examined("http://127.0.0.1:9", " ")).states == {"token": "skipped"}


async def test_a_discord_that_cannot_be_reached_is_told() -> None:
    async with discord() as api:
        pass

    assert (await examined(api)).states == {"token": "failed"}


@pytest.mark.parametrize(
    ("status", "body", "sentence"), [(429, "", "patience"), (500, "", "500"), (200, "<html>", "JSON")]
)
async def test_what_discord_answers_instead_is_told(status: int, body: str, sentence: str) -> None:
    async with discord(status=status, body=body) as api:
        with pytest.raises(ServiceError, match=sentence):
            await examined(api)
