"""A WebSocket that waits for its answers: as much of RFC 6455 as it takes to ask a performer on this machine.

A library for it, with the event loop that it needs, takes longer to load than all the rest of a short command.
"""

import os
import socket
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import SplitResult, urlsplit

_MOST_HEAD_BYTES: Final = 65_536
_CHUNK_BYTES: Final = 65_536
_IS_LAST: Final = 0x80
_IS_MASKED: Final = 0x80
_OPCODE: Final = 0x0F
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_IN_TWO_BYTES, _IN_EIGHT_BYTES = 126, 127
"""The lengths that say in how many bytes the length follows."""
_SWITCHED: Final = 101


class UnreachableError(OSError):
    """Raised when nobody listens at an address."""


class HandshakeRefusedError(Exception):
    """Raised when an address answers, but with another status than that of a WebSocket."""

    def __init__(self, status: int) -> None:
        super().__init__(f"its address answers {status}")


class ClosedError(Exception):
    """Raised when the other side has closed the connection."""


class WebSocket:
    """A connection to a WebSocket; all that is done with it ends within one time limit, with a TimeoutError.

    What is read is trusted to come from a performer: only its length is checked.
    """

    def __init__(self, connection: socket.socket, *, within_s: float, most_bytes: int) -> None:
        self._connection = connection
        self._ends = time.monotonic() + within_s
        self._most_bytes = most_bytes
        self._unread = bytearray()

    def shake_hands(self, address: SplitResult) -> None:
        """Ask for the WebSocket of an address; raise HandshakeRefusedError where it is none."""
        key = b64encode(os.urandom(16)).decode()
        head = (
            f"GET {address.path or '/'}?{address.query} HTTP/1.1",
            f"Host: {address.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        )
        self._send("".join(f"{line}\r\n" for line in (*head, "")).encode())
        status = self._read_status()
        if status != _SWITCHED:
            raise HandshakeRefusedError(status)

    def send(self, text: str) -> None:
        """Send a text."""
        self._send_frame(_TEXT, text.encode())

    def receive(self) -> str:
        """Wait for the next text; raise ClosedError when none will come."""
        message = bytearray()
        while True:
            is_last, opcode, payload = self._read_frame()
            if opcode == _CLOSE:
                raise ClosedError
            if opcode == _PING:
                self._send_frame(_PONG, payload)
            elif opcode != _PONG:
                message += payload
                self._check_length(len(message))
                if is_last:
                    return message.decode()

    def _send_frame(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        if size < _IN_TWO_BYTES:
            length = bytes([_IS_MASKED | size])
        elif size < 1 << 16:
            length = bytes([_IS_MASKED | _IN_TWO_BYTES]) + size.to_bytes(2, "big")
        else:
            length = bytes([_IS_MASKED | _IN_EIGHT_BYTES]) + size.to_bytes(8, "big")
        mask = os.urandom(4)
        stream = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(payload, "big") ^ int.from_bytes(stream, "big")).to_bytes(size, "big")
        self._send(bytes([_IS_LAST | opcode]) + length + mask + masked)

    def _read_frame(self) -> tuple[bool, int, bytes]:
        """Read one frame: whether it is the last of its message, its kind, and what it brings."""
        first, size = self._read(2)
        if size in {_IN_TWO_BYTES, _IN_EIGHT_BYTES}:
            size = int.from_bytes(self._read(2 if size == _IN_TWO_BYTES else 8), "big")
        self._check_length(size)
        return bool(first & _IS_LAST), first & _OPCODE, self._read(size)

    def _check_length(self, size: int) -> None:
        if size > self._most_bytes:
            raise ClosedError

    def _read_status(self) -> int:
        while (end := self._unread.find(b"\r\n\r\n")) < 0:
            if len(self._unread) > _MOST_HEAD_BYTES:
                raise ClosedError
            self._read_more()
        head = bytes(self._unread[:end])
        del self._unread[: end + 4]
        try:
            return int(head.split(maxsplit=2)[1])
        except (IndexError, ValueError):
            raise ClosedError from None

    def _read(self, size: int) -> bytes:
        while len(self._unread) < size:
            self._read_more()
        read = bytes(self._unread[:size])
        del self._unread[:size]
        return read

    def _read_more(self) -> None:
        self._limit_time()
        chunk = self._connection.recv(_CHUNK_BYTES)
        if not chunk:
            raise ClosedError
        self._unread += chunk

    def _send(self, data: bytes) -> None:
        self._limit_time()
        self._connection.sendall(data)

    def _limit_time(self) -> None:
        left_s = self._ends - time.monotonic()
        if left_s <= 0:
            raise TimeoutError
        self._connection.settimeout(left_s)


@contextmanager
def open_web_socket(address: str, *, within_s: float, most_bytes: int) -> Iterator[WebSocket]:
    """Connect to a `ws:` address, for so many seconds in all, and messages of at most so many bytes.

    Raises:
        ValueError: when it is no such address.
        UnreachableError: when nobody listens there.
        HandshakeRefusedError: when it is the address of something else.
        ClosedError: when the other side closes.
        OSError: when the connection breaks; TimeoutError when the time is over.
    """
    parts = urlsplit(address)
    if parts.scheme != "ws" or not parts.hostname:
        raise ValueError("it is no address of a WebSocket")
    try:
        connection = socket.create_connection((parts.hostname, parts.port or 80), within_s)
    except TimeoutError:
        raise
    except OSError as error:
        raise UnreachableError(*error.args) from None
    with connection:
        opened = WebSocket(connection, within_s=within_s, most_bytes=most_bytes)
        opened.shake_hands(parts)
        yield opened
