"""The WebSocket that waits: what it sends and reads, and what it makes of a server that is none."""

import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio.to_thread
import pytest
from aiohttp import web

from performer.cli.web_socket import (
    ClosedError,
    HandshakeRefusedError,
    UnreachableError,
    WebSocket,
    open_web_socket,
)

pytestmark = pytest.mark.anyio

Serve = Callable[[web.WebSocketResponse], Awaitable[object]]


@asynccontextmanager
async def serving(serve: Serve) -> AsyncIterator[str]:
    """Have a real server of a WebSocket, and yield its address."""

    async def answer(request: web.Request) -> web.WebSocketResponse:
        there = web.WebSocketResponse(max_msg_size=0)
        await there.prepare(request)
        await serve(there)
        return there

    app = web.Application()
    app.router.add_get("/there", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"ws://127.0.0.1:{runner.addresses[0][1]}/there?token=abc"
    finally:
        await runner.cleanup()


async def done(
    address: str, do: Callable[[WebSocket], Any], *, within_s: float = 10, most_bytes: int = 1_000_000
) -> Any:
    """Return what comes of something that is done with a connection."""

    def connect() -> Any:
        with open_web_socket(address, within_s=within_s, most_bytes=most_bytes) as opened:
            return do(opened)

    return await anyio.to_thread.run_sync(connect)


async def echo(there: web.WebSocketResponse) -> None:
    async for message in there:
        await there.send_str(message.data)


async def hold(there: web.WebSocketResponse) -> None:
    await there.receive()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
async def test_texts_of_any_length_go_there_and_come_back(size: int) -> None:
    text = ("ö" + "x" * size)[:size]

    def send_and_receive(opened: WebSocket) -> str:
        opened.send(text)
        return opened.receive()

    async with serving(echo) as address:
        assert await done(address, send_and_receive) == text


def test_a_message_that_comes_in_pieces_is_put_together_and_a_ping_between_them_is_answered() -> None:
    here, there = socket.socketpair()
    with here, there:
        there.sendall(b"\x01\x03in " + b"\x89\x02hi" + b"\x8a\x00" + b"\x80\x06pieces")

        assert WebSocket(here, within_s=10, most_bytes=100).receive() == "in pieces"
        first, length, *mask = there.recv(6)
        assert (first, length) == (0x8A, 0x82)
        assert bytes(each ^ by for each, by in zip(there.recv(2), mask, strict=False)) == b"hi"


async def test_a_server_that_leaves_is_told() -> None:
    async with serving(lambda there: there.close()) as address:
        with pytest.raises(ClosedError):
            await done(address, WebSocket.receive)


async def test_a_message_that_is_too_long_is_not_read() -> None:
    async with serving(lambda there: there.send_str("x" * 2_000)) as address:
        with pytest.raises(ClosedError):
            await done(address, WebSocket.receive, most_bytes=1_999)


async def test_a_server_that_is_silent_is_left_when_the_time_is_over() -> None:
    async with serving(hold) as address:
        with pytest.raises(TimeoutError):
            await done(address, WebSocket.receive, within_s=0.05)


async def test_an_address_where_there_is_nothing_is_refused_by_its_status() -> None:
    async with serving(hold) as address:
        with pytest.raises(HandshakeRefusedError, match="its address answers 404"):
            await done(address.replace("there", "elsewhere"), WebSocket.receive)


async def test_a_port_at_which_nobody_listens_is_told_apart() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    with pytest.raises(UnreachableError):
        await done(f"ws://127.0.0.1:{port}/", WebSocket.receive)


@pytest.mark.parametrize("address", ["", "http://127.0.0.1:1/", "ws://:1/", "ws://127.0.0.1:x/"])
async def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match=r"WebSocket|[Pp]ort"):
        await done(address, WebSocket.receive)
