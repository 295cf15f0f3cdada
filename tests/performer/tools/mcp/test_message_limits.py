"""The bounds: what a server may say in a while, and how long a line is."""

import anyio
import pytest
from anyio.abc import ByteReceiveStream

from performer.core.clock import VirtualClock
from performer.tools.mcp.message_limits import (
    LONGEST,
    NEWS,
    WHILE_S,
    WISH,
    BoundExceededError,
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


async def test_lines_come_whole_however_they_are_cut(virtual_clock: VirtualClock) -> None:
    stream = Pieces(b'{"a"', b": 1}\n\n  \n{}\n{", b"}\nrest")

    assert [line async for line in read_lines(stream, TrafficMeter(virtual_clock))] == [b'{"a": 1}', b"{}", b"{}"]


async def test_a_line_may_be_so_long_and_no_longer(virtual_clock: VirtualClock) -> None:
    half = b"x" * (LONGEST // 2)

    assert len([line async for line in read_lines(Pieces(half, half, b"\n"), TrafficMeter(virtual_clock))]) == 1
    with pytest.raises(BoundExceededError, match="more than 4 MB"):
        assert [line async for line in read_lines(Pieces(half, half, b"x"), TrafficMeter(virtual_clock))] == []


async def test_a_message_of_very_many_objects_is_too_much_though_it_is_short(virtual_clock: VirtualClock) -> None:
    some, many = (b"[" + b"{}," * count + b"{}]\n" for count in (10_000, 60_000))

    assert len([line async for line in read_lines(Pieces(some), TrafficMeter(virtual_clock))]) == 1
    with pytest.raises(BoundExceededError, match="far too much at once"):
        assert [line async for line in read_lines(Pieces(many), TrafficMeter(virtual_clock))] == []


@pytest.mark.parametrize(("lines", "most"), [(WISH, 500), (NEWS, 5000)])
async def test_news_may_come_so_often_and_wishes_less(virtual_clock: VirtualClock, lines: int, most: int) -> None:
    meter = TrafficMeter(virtual_clock)
    for _ in range(most):
        meter.take(0, lines)

    with pytest.raises(BoundExceededError, match="far too much at once"):
        meter.take(0, lines)
    await virtual_clock.advance(WHILE_S)
    meter.take(0, lines)
