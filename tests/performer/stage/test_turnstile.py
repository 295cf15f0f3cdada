"""The stage's connections: how many, how long, how much; asked over bare sockets."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import anyio
import pytest

from performer.messages import Bubble, Put
from performer.stage.turnstile import Limits
from tests.performer.stage.knocking import asked, status_of
from tests.performer.stage.standing import PATIENCE_S, Standing, page, standing

pytestmark = pytest.mark.anyio


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
async def line(house: Standing, said: bytes = b"") -> AsyncIterator[Line]:
    reader, writer = await asyncio.open_connection("127.0.0.1", house.server.addresses.port)
    writer.write(said)
    try:
        yield Line(reader, writer)
    finally:
        writer.close()


@asynccontextmanager
async def known_line(house: Standing) -> AsyncIterator[None]:
    """A connection that has shown a token and stays."""
    async with line(house, for_page(house)) as known:
        await known._reader.readuntil(b"</html>")
        yield


def for_page(house: Standing, more: str = "", body: bytes = b"") -> bytes:
    url = house.server.addresses.url.removeprefix(house.base)
    host = f"127.0.0.1:{house.server.addresses.port}"
    return f"GET {url} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n".encode() + body


@pytest.mark.parametrize("said", [b"", b"G", b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "])
async def test_who_does_not_say_what_it_wants_is_closed_and_a_client_may_be_silent(tmp_path: Path, said: bytes) -> None:
    async with standing(tmp_path, limits=Limits(patience_s=0.05)) as house, page(house) as peer:
        await peer.hear()
        async with line(house, said) as silent:
            assert await silent.rest() == b""

        bubble = Bubble(id="b", alt="Still here?", born_ms=0)
        house.stage.show(bubble)
        assert await peer.hear() == Put(element=bubble)


async def test_a_hundred_silent_connections_keep_nobody_out(tmp_path: Path) -> None:
    async with (
        standing(tmp_path, limits=Limits(connections=20)) as house,
        AsyncExitStack() as stack,
        page(house) as peer,
    ):
        await peer.hear()
        silent = [await stack.enter_async_context(line(house, b"G")) for _ in range(100)]
        assert status_of(await asked(house.server.addresses.port, for_page(house))) == 200

        assert [await each.rest() for each in silent[:82]] == [b""] * 82
        house.stage.show(Bubble(id="b", alt="Still here?", born_ms=0))
        assert isinstance(await peer.hear(), Put)


async def test_with_no_stranger_to_make_room_one_more_is_told_that_it_is_full(tmp_path: Path) -> None:
    async with standing(tmp_path, limits=Limits(connections=1)) as house, known_line(house), line(house) as more:
        told = await more.rest()

    assert told.startswith(b"HTTP/1.1 503 ")
    assert told.endswith(b"Too many connections.\n")


async def test_what_is_too_long_is_answered_with_why(tmp_path: Path) -> None:
    limits = Limits(line_bytes=1000, field_bytes=1000, headers=20)
    async with standing(tmp_path, limits=limits) as house:
        port, asking = house.server.addresses.port, for_page(house)
        heads = {
            "address": await asked(port, asking.replace(b" HTTP/1.1", b"&x=%s HTTP/1.1" % (b"x" * 2000))),
            "header": await asked(port, for_page(house, f"Cookie: {'x' * 2000}\r\n")),
            "headers": await asked(port, for_page(house, "X: y\r\n" * 30)),
            "body": await asked(port, for_page(house, f"Content-Length: {10**6}\r\n", b"x" * 10**6)),
            "chunks": await asked(port, for_page(house, "Transfer-Encoding: chunked\r\n", b"1\r\nx\r\n0\r\n\r\n")),
            "no body": await asked(port, for_page(house, "Content-Length: 5\r\n")),
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


async def test_a_body_that_breaks_is_refused_and_is_no_bug_of_ours(
    house: Standing, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    broken = for_page(house, "Transfer-Encoding: chunked\r\n", b"no length\r\n")
    async with line(house, broken) as broken_line:
        head = await broken_line.rest()

    assert status_of(head) in {400, 413}
    assert house.server.tokens.renderer not in caplog.text
