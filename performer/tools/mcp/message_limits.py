"""The limits of what a server may send: how large a message is, and how much comes in a while.

A message that is too large is refused alone; a server that says too much at once is lost.
"""

import logging
import re
from collections.abc import AsyncIterator
from dataclasses import field
from typing import Final

import anyio
from anyio.abc import ByteReceiveStream

from performer.core.clock import Clock
from performer.core.values import dataclass

_log = logging.getLogger(__name__)

MB: Final = 1024 * 1024
WHILE_S: Final = 5.0
_LINES: Final = 25_000
"""In any such while; a burst may be as long as it lasts no longer."""
_BYTES: Final = 64 * MB
_MESSAGES: Final = 4
"""Messages of the largest size that may come in a while, where these are more bytes."""
NEWS: Final = 5
"""Lines that each piece of news counts for: an answer is one that somebody waits for."""
WISH: Final = 50
"""Lines that a request of the server's counts for: it has none that are granted."""
_OBJECTS: Final = 2
"""Objects and lists that count for a line: a message of millions takes seconds to read, however few bytes it has."""
_MOST_OBJECTS: Final = _LINES * _OBJECTS
_MOST_VALUES: Final = 2_000_000
"""Of a message: these take a fifth of a second to read."""
_ENDLESS: Final = 16
"""A line so many times as long as a message may be is taken for one without an end."""
_EDGE: Final = 1000
"""Bytes of a refused line, at each end, in which its id is looked for."""


class BoundExceededError(Exception):
    """Raised with the bound that was broken, in a few words."""


class OversizedError(Exception):
    """Raised with what a message has too much of, in a few words: `more than 32 MB`."""


def refuse_oversized(server: str, why: str) -> str:
    """Log that an answer of a server is refused, and return what whoever waits for it is told."""
    _log.info("An answer of mcp.%s is not read: it has %s. The setting is mcp.%s.message_mb.", server, why, server)
    return f"its answer has {why}, and is not read; ask for less"


class TrafficMeter:
    """Counts what a server sends, by whiles of the clock; its messages may have up to `longest` bytes."""

    def __init__(self, clock: Clock, longest: int) -> None:
        self._clock = clock
        self._since_s = clock.now()
        self._lines = self._bytes = 0
        self._most_bytes = max(_BYTES, longest * _MESSAGES)

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
        if self._lines > _LINES or self._bytes > self._most_bytes:
            raise BoundExceededError("it says far too much at once")


@dataclass
class MessageSize:
    """The size of a message, as far as it has come."""

    longest: int
    """The most bytes."""
    size: int = field(default=0, init=False)
    _objects: int = field(default=0, init=False)
    _values: int = field(default=0, init=False)

    @property
    def lines(self) -> int:
        """The lines that the objects and lists in the message count for."""
        return self._objects // _OBJECTS

    def add(self, piece: bytes) -> None:
        """Count one more piece of the message.

        Raises:
            OversizedError: when the message is too large to be read.
        """
        self.size += len(piece)
        self._objects += piece.count(b"{") + piece.count(b"[")
        self._values += piece.count(b",")
        if self.size > self.longest:
            raise OversizedError(f"more than {self.longest // MB} MB")
        if self._objects > _MOST_OBJECTS or self._values > _MOST_VALUES:
            raise OversizedError(f"more than {_MOST_OBJECTS:,} objects and lists, or {_MOST_VALUES:,} values")


_ID: Final = rb'"id"\s*:\s*(\d{1,18}|"[^"\\]{1,100}")'
_VERSION: Final = rb'"jsonrpc"\s*:\s*"2\.0"'
_AT_THE_BEGINNING: Final = re.compile(rb"\s*\{\s*(?:" + _VERSION + rb"\s*,\s*)?" + _ID + rb"\s*,")
_AT_THE_END: Final = re.compile(rb",\s*" + _ID + rb"\s*(?:,\s*" + _VERSION + rb"\s*)?\}\s*$")


@dataclass(frozen=True, kw_only=True)
class OversizedLine:
    """A message that is too large: what is left of it."""

    why: str
    """What it has too much of, in a few words."""
    beginning: bytes
    end: bytes

    @property
    def request(self) -> int | str | None:
        """The id of the request that the message answers; None where it cannot be seen.

        The id stands beside the result, and so at an end of the line, in whichever order they are written.
        """
        found = _AT_THE_BEGINNING.match(self.beginning) or _AT_THE_END.search(self.end)
        if found is None:
            return None
        written = found[1].decode(errors="replace")
        return written[1:-1] if written.startswith('"') else int(written)


class _Line:
    """A line that is being read."""

    def __init__(self, longest: int) -> None:
        self._text = bytearray()
        self._message = MessageSize(longest)
        self._refused: OversizedLine | None = None
        self._skipped = 0

    def add(self, piece: bytes, meter: TrafficMeter) -> None:
        """Add a piece; of a line that is too large only its ends are kept."""
        if self._refused:
            self._skip(self._refused, piece)
            return
        meter.take(len(piece), 0)
        self._text += piece
        try:
            self._message.add(piece)
        except OversizedError as error:
            edges = bytes(self._text[:_EDGE]), bytes(self._text[-_EDGE:])
            self._refused = OversizedLine(why=str(error), beginning=edges[0], end=edges[1])
            self._text.clear()

    def _skip(self, refused: OversizedLine, piece: bytes) -> None:
        self._skipped += len(piece)
        most = self._message.longest * _ENDLESS
        if self._skipped > most:
            raise BoundExceededError(f"it sends a line of more than {most // MB} MB")
        end = (refused.end + piece)[-_EDGE:]
        self._refused = OversizedLine(why=refused.why, beginning=refused.beginning, end=end)

    def finish(self, meter: TrafficMeter) -> bytes | OversizedLine:
        """Return the line, or what is left of it."""
        if self._refused:
            return self._refused
        meter.take(0, 1 + self._message.lines)
        return bytes(self._text)


async def read_lines(
    stream: ByteReceiveStream, meter: TrafficMeter, longest: int
) -> AsyncIterator[bytes | OversizedLine]:
    """Yield the lines that are not empty, until the stream ends; of one with more than `longest` bytes what is left.

    Raises:
        BoundExceededError: when one has no end, or too much comes at once.
    """
    line = _Line(longest)
    while True:
        try:
            piece = await stream.receive()
        except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError):
            return
        *whole, last = piece.split(b"\n")
        for each in whole:
            line.add(each, meter)
            ended, line = line.finish(meter), _Line(longest)
            if isinstance(ended, OversizedLine) or ended.strip():
                yield ended
        line.add(last, meter)
