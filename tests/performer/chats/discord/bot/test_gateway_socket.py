"""The socket that stands between Discord and discord.py: what goes through it, and what does not."""

import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp import WSMsgType, web

from performer.chats.discord.bot.gateway_socket import Frame, GatewaySocket
from tests.fakes.server import FakeServer

pytestmark = pytest.mark.anyio

HELLO = {"op": 10, "d": {"heartbeat_interval": 45_000}}
READY = {"op": 0, "s": 1, "t": "READY", "d": {"session_id": "abc", "user": "?", "guilds": [{"id": "7"}]}}
SAID = {"op": 0, "s": 2, "t": "MESSAGE_CREATE", "d": {"content": "hello"}}


class Teller(FakeServer):
    """Says what it is given to whoever connects, and hangs up."""

    def __init__(self, *said: str | bytes) -> None:
        super().__init__()
        self._said = said

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/", self._tell)]

    async def _tell(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(timeout=0.1)
        await socket.prepare(request)
        for each in self._said:
            await (socket.send_str(each) if isinstance(each, str) else socket.send_bytes(each))
        await socket.close(code=4009)
        return socket


class Met:
    """A socket, and what it told of."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.heard: list[Frame] = []
        self.read: list[tuple[str, Any]] = []
        self.ends: list[int | str | None] = []
        self.socket = GatewaySocket(socket, lambda *event: self.read.append(event), self.heard.append, self._ended, 5.0)

    def _ended(self, code: int | None, error: Exception | None) -> None:
        self.ends.append(code if error is None else type(error).__name__)

    async def passed_on(self) -> list[Frame]:
        """Receive until it is closed."""
        frames = []
        while (message := await self.socket.receive()).type is WSMsgType.TEXT:
            frames.append(json.loads(message.data))
        return frames


@asynccontextmanager
async def met(*said: str | bytes) -> AsyncIterator[Met]:
    async with (
        Teller(*said) as teller,
        aiohttp.ClientSession() as session,
        session.ws_connect(f"http://127.0.0.1:{teller.port}/") as socket,
    ):
        yield Met(socket)


async def test_events_are_heard_whole_and_passed_on_as_numbers() -> None:
    async with met(*map(json.dumps, (HELLO, READY, SAID))) as it:
        hello, ready, said = await it.passed_on()

    assert it.heard == [HELLO, READY, SAID]
    assert it.read == [("READY", READY["d"]), ("MESSAGE_CREATE", SAID["d"])]
    assert (hello, said) == (HELLO, {"op": 0, "s": 2, "t": None, "d": {}})
    assert (ready["t"], ready["d"]["session_id"], ready["d"]["guilds"]) == ("READY", "abc", [])
    assert ready["d"]["resume_gateway_url"].startswith("wss://")
    assert it.ends == [4009]


async def test_a_packed_frame_may_come_in_pieces() -> None:
    packer = zlib.compressobj()
    packed = [packer.compress(json.dumps(each).encode()) + packer.flush(zlib.Z_SYNC_FLUSH) for each in (HELLO, SAID)]
    async with met(packed[0][:7], packed[0][7:], packed[1]) as it:
        await it.passed_on()

    assert it.heard == [HELLO, SAID]


@pytest.mark.parametrize(
    "odd",
    [
        "no JSON",
        "[]",
        b"no zlib\x00\x00\xff\xff",
        json.dumps({"op": 0, "t": "READY", "s": 1, "d": {}}),
        json.dumps({"op": 10, "d": None}),
    ],
)
async def test_what_cannot_be_read_closes_it_and_keeps_the_session(odd: str | bytes) -> None:
    async with met(json.dumps(HELLO), odd, json.dumps(SAID)) as it:
        assert await it.passed_on() == [HELLO]

    assert it.ends[0] not in {None, 4009}
    assert (it.heard, it.socket.closed) == ([HELLO], True)


async def test_nothing_counts_before_the_greeting() -> None:
    async with met(json.dumps(READY)) as it:
        assert await it.passed_on() == []

    assert (it.heard, it.ends) == ([], ["ValueError"])
