"""The stage's connections: how many, how long, how much; asked over bare sockets."""

import asyncio
import logging
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import anyio
import pytest

from performer.core.http_security.connection_limits import ConnectionLimits
from performer.stage.protocol.elements import Bubble
from performer.stage.protocol.messages import Put
from tests.performer.stage.server.requests import asked, status_of
from tests.performer.stage.standing import PATIENCE_S, Standing, page, standing

pytestmark = pytest.mark.anyio

BRIEF = ConnectionLimits(patience_s=0.05, lingers_s=0.05)


class Line:
    """A connection that says what it is told to, and no more."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer

    async def rest(self) -> bytes:
        """Read until the stage closes it."""
        with anyio.fail_after(PATIENCE_S):
            try:
                return await self._reader.read()
            except ConnectionResetError:
                return b""


@asynccontextmanager
async def line(stage: Standing, said: bytes = b"") -> AsyncIterator[Line]:
    reader, writer = await asyncio.open_connection("127.0.0.1", stage.server.addresses.port)
    writer.write(said)
    try:
        yield Line(reader, writer)
    finally:
        writer.close()


@asynccontextmanager
async def known_line(stage: Standing) -> AsyncIterator[None]:
    """A connection that has shown a token and stays."""
    async with line(stage, for_page(stage)) as known:
        await known._reader.readuntil(b"</html>")
        yield


def for_page(stage: Standing, more: str = "", body: bytes = b"") -> bytes:
    url = stage.server.addresses.url.removeprefix(stage.base)
    host = f"127.0.0.1:{stage.server.addresses.port}"
    return f"GET {url} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n".encode() + body


@pytest.mark.parametrize("said", [b"", b"G", b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "])
async def test_who_does_not_say_what_it_wants_is_closed_and_a_client_may_be_silent(tmp_path: Path, said: bytes) -> None:
    async with standing(tmp_path, limits=BRIEF) as stage, page(stage) as peer:
        await peer.hear()
        async with line(stage, said) as silent:
            assert await silent.rest() == b""

        bubble = Bubble(id="b", alt="Still here?", born_ms=0)
        stage.stage.show(bubble)
        assert await peer.hear() == Put(element=bubble)


async def test_a_hundred_silent_connections_keep_nobody_out(tmp_path: Path) -> None:
    async with (
        standing(tmp_path, limits=ConnectionLimits(connections=20)) as stage,
        AsyncExitStack() as stack,
        page(stage) as peer,
    ):
        await peer.hear()
        silent = [await stack.enter_async_context(line(stage, b"G")) for _ in range(100)]
        assert status_of(await asked(stage.server.addresses.port, for_page(stage))) == 200

        assert [await each.rest() for each in silent[:82]] == [b""] * 82
        stage.stage.show(Bubble(id="b", alt="Still here?", born_ms=0))
        assert isinstance(await peer.hear(), Put)


async def test_where_all_hold_a_websocket_one_more_is_told_that_it_is_full(tmp_path: Path) -> None:
    async with standing(tmp_path, limits=ConnectionLimits(connections=1)) as stage, page(stage) as peer:
        await peer.hear()
        async with line(stage) as more:
            told = await more.rest()

    assert told.startswith(b"HTTP/1.1 503 ")
    assert told.endswith(b"Too many connections.\n")


async def test_connections_that_a_page_leaves_open_keep_no_orders_out(tmp_path: Path) -> None:
    async with standing(tmp_path, limits=ConnectionLimits(connections=4)) as stage, AsyncExitStack() as stack:
        for _ in range(8):
            await stack.enter_async_context(known_line(stage))

        async with stage.peer(stage.server.addresses.control_url) as operator:
            assert "There is no operation 'x'" in (await operator.ask(id=1, op="x"))["error"]


async def test_what_is_too_long_is_answered_with_why(tmp_path: Path) -> None:
    limits = ConnectionLimits(line_bytes=1000, field_bytes=1000, headers=20)
    async with standing(tmp_path, limits=limits) as stage:
        port, asking = stage.server.addresses.port, for_page(stage)
        heads = {
            "address": await asked(port, asking.replace(b" HTTP/1.1", b"&x=%s HTTP/1.1" % (b"x" * 2000))),
            "header": await asked(port, for_page(stage, f"Cookie: {'x' * 2000}\r\n")),
            "headers": await asked(port, for_page(stage, "X: y\r\n" * 30)),
            "body": await asked(port, for_page(stage, f"Content-Length: {10**6}\r\n", b"x" * 10**6)),
            "chunks": await asked(port, for_page(stage, "Transfer-Encoding: chunked\r\n", b"1\r\nx\r\n0\r\n\r\n")),
            "no body": await asked(port, for_page(stage, "Content-Length: 5\r\n")),
            "nothing": await asked(port, asking),
        }

    assert {name: status_of(head) for name, head in heads.items()} == {
        "address": 431,
        "header": 431,
        "headers": 400,
        "body": 413,
        "chunks": 413,
        "no body": 413,
        "nothing": 200,
    }


@pytest.mark.parametrize("more", ["", "Content-Encoding: gzip\r\n"])
async def test_a_body_that_breaks_is_refused_and_is_no_bug_of_ours(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, more: str
) -> None:
    caplog.set_level(logging.DEBUG)
    asking = "Transfer-Encoding: chunked\r\n" + more
    async with standing(tmp_path, limits=BRIEF) as stage, line(stage, for_page(stage, asking)) as broken:
        head = await broken._reader.readuntil(b"\r\n\r\n")
        broken.writer.write(b"4\r\nabcd\r\nno length\r\n")
        await broken.rest()

    assert status_of(head) == 413
    assert stage.server.tokens.renderer not in caplog.text


BITS = [bytes((each,)) for each in b"\r\n\t \0%:/.[@#?&\x80\xff"]
BITS += [b"\r\n", b"%00", b"%ff", b"//", b"..", b"&token=", b"http://", b"a" * 5000, b"-1", b"9" * 30]
BITS += [b"Host: x\r\n", b"Upgrade: h2c\r\n", b"Range: bytes=9-1\r\n"]
KEY = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
KEY += "Sec-WebSocket-Key: MTIzNDU2Nzg5MGFiY2RlZg==\r\n"


def spoilt(request: bytes, chance: random.Random) -> bytes:
    """Put something into a request, leave something out, change a byte, or break off."""
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(request) + 1)
        middle, rest = chance.choice(
            [(chance.choice(BITS), at), (b"", at + chance.randint(1, 8)), (chance.randbytes(1), at + 1), (b"", None)]
        )
        request = request[:at] + middle + (b"" if rest is None else request[rest:])
    return request


async def test_whatever_comes_is_answered_or_closed_and_is_no_bug_of_ours(tmp_path: Path) -> None:
    chance, ends = random.Random(7), 0
    async with standing(tmp_path, limits=BRIEF) as stage, page(stage) as peer:
        await peer.hear()
        whole = [
            for_page(stage),
            for_page(stage, KEY).replace(b"/stage?", b"/stage/ws?"),
            for_page(stage, "Expect: 100-continue\r\nRange: bytes=0-3\r\n").replace(b"GET", b"OPTIONS"),
            for_page(stage, "Transfer-Encoding: chunked\r\n", b"5\r\nhello\r\n0\r\n\r\n").replace(b"GET", b"POST"),
        ]

        async def come(request: bytes) -> None:
            nonlocal ends
            async with line(stage, request) as it:
                await it.rest()
                ends += 1

        for _ in range(4):
            async with anyio.create_task_group() as tasks:
                for _ in range(60):
                    tasks.start_soon(come, spoilt(chance.choice(whole), chance))
        stage.stage.show(Bubble(id="b", alt="Still here?", born_ms=0))
        assert isinstance(await peer.hear(), Put)

    assert ends == 240
