"""The plainest program that does a turn."""

import aiohttp
import pytest
from aiohttp import web

from bench.speed.rig.plain_program import LOOPBACK, PlainProgram
from bench.speed.rig.token_server import TokenServer

pytestmark = pytest.mark.anyio


async def test_without_a_voice_it_sends_each_sentence_as_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    async with TokenServer(first_s=0, token_s=0) as server, aiohttp.ClientSession() as session:
        server.expect("mark1end", [["The", "crab", "waits"], ["It", "naps"]])
        app = web.Application()
        app.router.add_get("/", PlainProgram(server.url, session).serve)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, LOOPBACK, 0).start()
        async with session.ws_connect(f"ws://{LOOPBACK}:{runner.addresses[0][1]}/") as socket:
            await socket.send_str("mark1end")
            came = [(await socket.receive()).data for _ in range(3)]
        await runner.cleanup()

    assert came == [b"The crab waits.", b" It naps.", "done"]
