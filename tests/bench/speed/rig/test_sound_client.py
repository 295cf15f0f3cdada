"""A client of the stage that sounds, beside a stage of the test's own."""

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiohttp
import anyio
import pytest
from aiohttp import web

from bench.speed.rig.plain_program import LOOPBACK
from bench.speed.rig.sound_client import SoundClient
from performer.core.audio import Sound
from performer.stage.protocol.codec import decode, encode

pytestmark = pytest.mark.anyio
PCM = b"\0\0" * 8


@dataclass
class Stage:
    """Sends sounds to the one client that comes, and keeps what that answers."""

    answers: list[str] = field(default_factory=list)
    """The kinds of the messages, in their order."""
    said: anyio.Event = field(default_factory=anyio.Event)
    socket: web.WebSocketResponse = field(default_factory=web.WebSocketResponse)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        await self.socket.prepare(request)
        async for frame in self.socket:
            self.answers.append(type(decode(frame.data)).__name__)
            if len(self.answers) == 1:
                await self.send(("old", 1), ("a", 2), ("a", 2), ("b", 2))
            if len(self.answers) == 7:
                self.said.set()
        return self.socket

    async def send(self, *sounds: tuple[str, int]) -> None:
        for sound_id, turn in sounds:
            sound = Sound(id=sound_id, turn=turn, rate=22_050, channels=1, bytes=len(PCM))
            await self.socket.send_str(encode(sound))
            await self.socket.send_bytes(PCM)


@asynccontextmanager
async def open_client() -> AsyncIterator[tuple[Stage, SoundClient]]:
    stage, app = Stage(), web.Application()
    app.router.add_get("/", stage.serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, LOOPBACK, 0).start()
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"ws://{LOOPBACK}:{runner.addresses[0][1]}/") as socket,
        anyio.create_task_group() as tasks,
    ):
        client = SoundClient(socket)
        tasks.start_soon(client.run)
        yield stage, client
        tasks.cancel_scope.cancel()
    await runner.cleanup()


async def test_the_first_piece_of_each_sentence_of_one_turn_is_noted_once() -> None:
    async with open_client() as (_, client):
        old = await client.wait(lambda: 0.0, 1)
        came = await client.wait(lambda: math.nextafter(old[0].at, math.inf), 2)

    assert [each.sound.id for each in old] == ["old"]
    assert [each.sound.id for each in came] == ["a", "b"]
    assert came[0].at <= came[1].at


async def test_it_says_hello_and_tells_of_each_sound_that_it_began_and_ended() -> None:
    async with open_client() as (stage, _):
        await stage.said.wait()

    assert stage.answers[0] == "Hello"
    assert sorted(stage.answers[1:]) == ["Ended"] * 3 + ["Started"] * 3
