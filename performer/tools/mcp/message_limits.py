"""The limits of what a server may send: how long a line is, and how much comes in a while."""

from collections.abc import AsyncIterator
from typing import Final

import anyio
from anyio.abc import ByteReceiveStream

from performer.core.clock import Clock

LONGEST: Final = 4 * 1024 * 1024
"""Bytes of a message: of a line, of an event, of a body."""
WHILE_S: Final = 5.0
_LINES: Final = 25_000
"""In any such while; a burst may be as long as it lasts no longer."""
_BYTES: Final = 64 * 1024 * 1024
NEWS: Final = 5
"""Lines that each piece of news counts for: an answer is one that somebody waits for."""
WISH: Final = 50
"""Lines that a request of the server's counts for: it has none that are granted."""
_OBJECTS: Final = 2
"""Objects and lists that count for a line: a message of millions takes seconds to read, however few bytes it has."""


class BoundExceededError(Exception):
    """Raised with the bound that was broken, in a few words."""


def count_lines(piece: bytes) -> int:
    """Return how many lines the objects and lists in some JSON count for."""
    return (piece.count(b"{") + piece.count(b"[")) // _OBJECTS


class TrafficMeter:
    """Counts what a server sends, by whiles of the clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since_s = clock.now()
        self._lines = self._bytes = 0

    def take(self, size: int, lines: int) -> None:
        """Count so many bytes and lines.

        Raises:
            BoundExceededError: when it is too much for so short a time.
        """
        now = self._clock.now()
        if now - self._since_s >= WHILE_S:
            self._since_s, self._lines, self._bytes = now, 0, 0
        self._lines += lines
        self._bytes += size
        if self._lines > _LINES or self._bytes > _BYTES:
            raise BoundExceededError("it says far too much at once")


async def read_lines(stream: ByteReceiveStream, meter: TrafficMeter) -> AsyncIterator[bytes]:
    """Yield the lines that are not empty, until the stream ends.

    Raises:
        BoundExceededError: when one is too long, or too much comes at once.
    """
    rest = bytearray()
    while True:
        try:
            piece = await stream.receive()
        except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError):
            return
        meter.take(len(piece), piece.count(b"\n") + count_lines(piece))
        *whole, last = piece.split(b"\n")
        for at, line in enumerate((*whole, last)):
            rest += line
            if len(rest) > LONGEST:
                raise BoundExceededError(f"it sends a line of more than {LONGEST // 1024 // 1024} MB")
            if at == len(whole):  # it has not ended yet
                break
            if rest.strip():
                yield bytes(rest)
            rest.clear()
