"""The bounds: what a server may say in a while, and how long a line is."""

import anyio
import pytest
from anyio.abc import ByteReceiveStream

from performer.core.clock import VirtualClock
from performer.tools.mcp.message_limits import (
    MB,
    NEWS,
    WHILE_S,
    WISH,
    BoundExceededError,
    OversizedLine,
    TrafficMeter,
    read_lines,
)

pytestmark = pytest.mark.anyio


class Pieces(ByteReceiveStream):
    """What a program writes, piece by piece."""

    def __init__(self, *pieces: bytes) -> None:
        self._pieces = list(pieces)

    async def receive(self, max_bytes: int = 65536) -> bytes:
        if not self._pieces:
            raise anyio.EndOfStream
        return self._pieces.pop(0)

    async def aclose(self) -> None:
        self._pieces = []


async def read(clock: VirtualClock, *pieces: bytes) -> list[bytes | OversizedLine]:
    return [line async for line in read_lines(Pieces(*pieces), TrafficMeter(clock, MB), MB)]


async def test_lines_come_whole_however_they_are_cut(virtual_clock: VirtualClock) -> None:
    pieces = b'{"a"', b": 1}\n\n  \n{}\n{", b"}\nrest"

    assert await read(virtual_clock, *pieces) == [b'{"a": 1}', b"{}", b"{}"]


async def test_a_line_may_be_so_long_and_a_longer_one_is_refused_alone(virtual_clock: VirtualClock) -> None:
    half = b"x" * (MB // 2)
    whole, refused, last = await read(virtual_clock, half, half, b"\n", half, half, b"xy", half, b"\n", b"{}\n")

    assert whole == half * 2
    assert isinstance(refused, OversizedLine)
    assert refused.why == "more than 1 MB"
    assert last == b"{}"


async def test_a_line_without_an_end_is_too_much(virtual_clock: VirtualClock) -> None:
    with pytest.raises(BoundExceededError, match="a line of more than 16 MB"):
        await read(virtual_clock, *[b"x" * MB] * 20)


@pytest.mark.parametrize(("many", "why"), [(b"{},", "more than 50,000 objects"), (b"1,", "2,000,000 values")])
async def test_a_message_that_takes_long_to_read_is_refused_though_it_is_short(
    virtual_clock: VirtualClock, many: bytes, why: str
) -> None:
    async def read_many(count: int) -> bytes | OversizedLine:
        lines = read_lines(Pieces(b"[" + many * count + b"0]\n"), TrafficMeter(virtual_clock, 8 * MB), 8 * MB)
        (line,) = [each async for each in lines]
        return line

    refused = await read_many(2_100_000)
    assert isinstance(await read_many(10_000), bytes)
    assert isinstance(refused, OversizedLine)
    assert why in refused.why


async def test_many_objects_in_many_messages_are_too_much_at_once(virtual_clock: VirtualClock) -> None:
    with pytest.raises(BoundExceededError, match="far too much at once"):
        await read(virtual_clock, *[b"[" + b"{}," * 20_000 + b"{}]\n"] * 3)


@pytest.mark.parametrize(
    ("line", "request_id"),
    [
        (b'{"jsonrpc":"2.0","id":7,"result":{"id":1,"a":"%s"}}', 7),
        (b' {"id" : "x-7", "jsonrpc": "2.0", "result": {"a": "%s"}}', "x-7"),
        (b'{"result":{"a":"%s"},"jsonrpc":"2.0","id":7}', 7),
        (b'{"jsonrpc": "2.0", "result": {"id": 8, "a": "%s"}, "id": 7 } ', 7),
        (b'{"result":{"a":"%s"},"id":7,"jsonrpc":"2.0"}', 7),
        (b'{"jsonrpc":"2.0","method":"told","params":{"a":"%s","id":7}}', None),
        (b'%s {"id":7}', None),
    ],
)
async def test_of_a_refused_line_it_is_known_whom_it_answers(
    virtual_clock: VirtualClock, line: bytes, request_id: int | str | None
) -> None:
    (refused,) = await read(virtual_clock, line % (b"x" * (MB + 1)) + b"\n")

    assert isinstance(refused, OversizedLine)
    assert refused.request == request_id


@pytest.mark.parametrize(("lines", "most"), [(WISH, 500), (NEWS, 5000)])
async def test_news_may_come_so_often_and_wishes_less(virtual_clock: VirtualClock, lines: int, most: int) -> None:
    meter = TrafficMeter(virtual_clock, MB)
    for _ in range(most):
        meter.take(0, lines)

    with pytest.raises(BoundExceededError, match="far too much at once"):
        meter.take(0, lines)
    await virtual_clock.advance(WHILE_S)
    meter.take(0, lines)
