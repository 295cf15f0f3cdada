"""The gateway's socket, between Discord and discord.py: events are read here, and discord.py sees the session alone.

No parser of discord.py's gets an event: one of a shape that it does not expect would end the connection for good.
"""

import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import aiohttp
import anyio
from discord.gateway import DiscordWebSocket

from performer.core.values import dataclass

Frame = dict[str, Any]

READY: Final = "READY"
UNREADABLE: Final = (ValueError, KeyError, TypeError, AttributeError, zlib.error)
"""Raised by reading what is not as Discord writes it."""
_NETWORK: Final = (aiohttp.ClientError, OSError)
_KEEPS_SESSION: Final = 4000
_FLUSHED: Final = b"\x00\x00\xff\xff"
_FAREWELL_S: Final = 1.0
_UNHEARD_BEATS: Final = 2
"""Heartbeats without any word from the gateway, after which it counts as gone: it answers each."""
_CLOSED: Final = aiohttp.WSMessage(aiohttp.WSMsgType.CLOSED, None, None)
_DATA: Final = frozenset({aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY})
_SOMEBODY: Final = {"id": "0", "username": "", "discriminator": "0", "avatar": None}
"""An account for discord.py, which needs one and is never asked for it."""


@dataclass(eq=False)
class GatewaySocket:
    """Stands in for the socket that discord.py reads."""

    _socket: aiohttp.ClientWebSocketResponse
    _read: Callable[[str, Any], None]
    """Reads events, by their names."""
    _hear: Callable[[Frame], None]
    """Told each frame, after its event was read."""
    _ended: Callable[[int | None, Exception | None], None]
    """Told when the connection is gone: with its close code, or what was wrong with what came or did not."""
    _within_s: float
    """How long the next frame may take; at first, the greeting."""
    _is_greeted: bool = False
    _is_left: bool = False
    _packed: bytes = b""

    def __post_init__(self) -> None:
        self._inflater = zlib.decompressobj()

    @property
    def closed(self) -> bool:
        """Whether nothing more can be sent."""
        return self._socket.closed

    @property
    def close_code(self) -> int | None:
        """The reason why it was closed, as Discord's number."""
        return self._socket.close_code

    async def send_str(self, data: str) -> None:
        """Send a text; where the connection is gone, `receive` says so, and heartbeats go on until that was heard."""
        try:
            await self._socket.send_str(data)
        except _NETWORK:
            if self._is_left:
                raise

    async def close(self, *, code: int = _KEEPS_SESSION) -> None:
        """Close the socket; one that is gone already is left alone."""
        self._is_left = True
        with suppress(*_NETWORK), anyio.move_on_after(_FAREWELL_S):
            await self._socket.close(code=code)

    async def receive(self, timeout: float | None = None) -> aiohttp.WSMessage:  # noqa: ARG002  called so
        """Return the next frame, with as much of it as discord.py needs to keep the session.

        The timeout is passed over: discord.py does not know how often this gateway is to be heard.
        """
        while True:
            try:
                message = await self._socket.receive(self._within_s)
                if message.type not in _DATA:
                    self._ended(self._socket.close_code, None)
                    return _CLOSED
                frame = self._parse_frame(message.data)
                told = frame and _strip_for_session(frame)
            except (TimeoutError, *UNREADABLE) as error:
                await self.close()
                self._ended(None, error)
                return _CLOSED
            if frame:
                if frame["op"] == DiscordWebSocket.DISPATCH:
                    self._read(frame["t"], frame.get("d"))
                self._hear(frame)
                return aiohttp.WSMessage(aiohttp.WSMsgType.TEXT, json.dumps(told), None)

    def _parse_frame(self, data: str | bytes) -> Frame | None:
        """Return a frame; None until it is whole."""
        if isinstance(data, bytes):
            self._packed += data
            if not self._packed.endswith(_FLUSHED):
                return None
            packed, self._packed = self._packed, b""
            data = self._inflater.decompress(packed).decode()
        frame: Frame = json.loads(data)
        if frame["op"] == DiscordWebSocket.HELLO:
            self._within_s = _UNHEARD_BEATS * float(frame["d"]["heartbeat_interval"]) / 1000
            self._is_greeted = True
        if not self._is_greeted:
            raise ValueError(f"op {frame['op']} before any greeting")
        return frame


def _strip_for_session(frame: Frame) -> Frame:
    """Return of an event its number, and of READY where its session goes on."""
    if frame["op"] != DiscordWebSocket.DISPATCH:
        return frame
    told: Frame = {"op": DiscordWebSocket.DISPATCH, "s": frame["s"], "t": None, "d": {}}
    if frame["t"] == READY:
        again_at = frame["d"].get("resume_gateway_url") or str(DiscordWebSocket.DEFAULT_GATEWAY)
        session = {"session_id": frame["d"]["session_id"], "resume_gateway_url": again_at}
        return {**told, "t": READY, "d": {**session, "user": _SOMEBODY, "guilds": []}}
    return told
