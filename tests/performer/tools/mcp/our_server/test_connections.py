"""Connections to our HTTP server: silent ones are closed, and no number of them keeps the token's holder out."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio
import pytest
import uvicorn
from anyio.abc import SocketStream
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from performer.core.clock import VirtualClock
from performer.core.http_security.auth_failures import AuthFailures
from performer.core.http_security.connection_limits import ConnectionLimits
from performer.core.http_security.origin import AllowedHosts
from performer.tools.mcp.our_server.connections import ConnectionKeeper
from performer.tools.mcp.our_server.http import HttpGatekeeper

pytestmark = pytest.mark.anyio

TOKEN = "token-of-agents-in-this-test"
MOST = 4


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer at once, or with news that come for ever."""

    async def news() -> AsyncIterator[bytes]:
        yield b"news"
        await anyio.sleep_forever()

    answer: Response = StreamingResponse(news()) if scope["path"] == "/news" else PlainTextResponse("in")
    await answer(scope, receive, send)


@dataclass
class House:
    port: int
    streams: list[SocketStream] = field(default_factory=list)

    async def connect(self) -> SocketStream:
        self.streams.append(await anyio.connect_tcp("127.0.0.1", self.port))
        return self.streams[-1]

    async def ask(self, path: str = "/", *, token: str = TOKEN, stream: SocketStream | None = None) -> SocketStream:
        """Ask, in a new connection if there is none."""
        stream = stream or await self.connect()
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAuthorization: Bearer {token}\r\n\r\n"
        await stream.send(head.encode())
        return stream

    async def answer(self, path: str = "/", *, token: str = TOKEN, stream: SocketStream | None = None) -> str:
        """Ask, and return the code of the answer once all of it is there."""
        asked, read = await self.ask(path, token=token, stream=stream), b""
        while not is_whole(read):
            read += await asked.receive()
        return read.decode().split()[1]


def is_whole(answer: bytes) -> bool:
    """Whether head and body are there, which may come apart."""
    head, is_ended, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head)
    return bool(is_ended) and (length is None or len(body) >= int(length[1]))


async def is_closed(stream: SocketStream) -> bool:
    """Wait for the end of what comes; whether there is one."""
    with anyio.move_on_after(10):
        try:
            while True:
                await stream.receive()
        except (anyio.EndOfStream, anyio.BrokenResourceError):
            return True
    return False


@asynccontextmanager
async def house(clock: VirtualClock) -> AsyncIterator[House]:
    hosts = AllowedHosts("127.0.0.1", "", hint="the address")

    async def token() -> str:
        return TOKEN

    keeper = ConnectionKeeper(clock, ConnectionLimits(connections=MOST))
    gatekeeper = HttpGatekeeper(app, hosts, token, AuthFailures(clock, "Old?"))
    config, state = uvicorn.Config(gatekeeper, log_config=None, ws="none"), ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: keeper(config=config, server_state=state, app_state={}, _loop=None), "127.0.0.1", 0
    )
    hosts.port = server.sockets[0].getsockname()[1]
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(keeper.run)
        it = House(hosts.port)
        yield it
        tasks.cancel_scope.cancel()
    server.close()
    for stream in it.streams:
        await stream.aclose()
    if state.tasks:
        await asyncio.wait(state.tasks)
    await server.wait_closed()


async def test_silent_connections_keep_the_holder_of_the_token_out_at_no_time(virtual_clock: VirtualClock) -> None:
    async with house(virtual_clock) as it:
        silent = [await it.connect() for _ in range(MOST * 3)]

        assert await it.answer() == "200"
        assert await is_closed(silent[0])


async def test_a_connection_without_a_request_is_closed_after_ten_seconds(virtual_clock: VirtualClock) -> None:
    async with house(virtual_clock) as it:
        silent, slow, idle = await it.connect(), await it.connect(), await it.connect()
        assert await it.answer(stream=idle) == "200"
        await slow.send(b"GET / HTTP/1.1\r\nHost: 127")
        for _ in range(9):
            await virtual_clock.advance(1)
        await slow.send(b".0.0.1\r\n")
        assert await it.answer(stream=idle) == "200"
        await virtual_clock.advance(1)

        assert await is_closed(silent)
        assert await is_closed(slow)
        assert await it.answer(stream=idle) == "200"


async def test_who_has_the_token_and_listens_is_closed_neither_for_silence_nor_for_room(
    virtual_clock: VirtualClock,
) -> None:
    async with house(virtual_clock) as it:
        listening = await it.ask("/news")
        assert b"200" in await listening.receive()
        for _ in range(MOST * 3):
            assert await it.answer(token="wrong") == "401"
        for _ in range(12):
            await virtual_clock.advance(1)

        assert await it.answer() == "200"
        with anyio.move_on_after(0) as limit:
            await is_closed(listening)
        assert limit.cancelled_caught


async def test_where_all_listen_who_have_the_token_another_is_told_to_come_later(virtual_clock: VirtualClock) -> None:
    async with house(virtual_clock) as it:
        for _ in range(MOST):
            assert await it.answer("/news") == "200"

        assert await it.answer() == "503"
