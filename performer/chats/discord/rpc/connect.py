"""Connecting to a Discord elsewhere: a connection on which we are welcome, or why there is none, for the streamer."""

import os
from typing import Any, Final
from urllib.parse import unquote

import aiohttp
import anyio

from performer.chats.discord.rpc import protocol
from performer.chats.discord.rpc.handshake import BRAIN, MOST_NAME, SEEN, SESSION, format_header
from performer.chats.discord.rpc.protocol import Welcome
from performer.chats.discord.rpc.socket import HEARTBEAT_S
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.redact.secret_value import ServerKey
from performer.core.text import make_printable

_WITHIN_S: Final = 10.0
_FAREWELL_S: Final = 0.5
_UNSET: Final = "set it in the terminal you start from"
_WHERE: Final = "On the machine of discord-io it is in discord-io.token"

Socket = aiohttp.ClientWebSocketResponse[bool]


class ConnectionRefused(ServiceError):
    """The other side is there and refuses us; `retry` is whether that may change by itself."""


class RpcConnector:
    """Connects to a discord-io; `name` is shown to another brain that is refused."""

    def __init__(self, clock: Clock, address: str, key: ServerKey, *, session: str, name: str) -> None:
        missing = key.trouble or ("" if key.secret else _UNSET)
        self.trouble = f"There is no token for {address}: {missing}. {_WHERE}." if missing else ""
        """Why it need not be tried; empty when it may be."""
        self._clock = clock
        self._address = address
        self._key = key
        self._headers = {**key.headers, SESSION: session, BRAIN: format_header(name)}

    async def connect(self, session: aiohttp.ClientSession, seen: int | None) -> tuple[Socket, Welcome]:
        """Return a new connection, and the welcome with which it began; `seen` is the last event that was taken in.

        Raises:
            ConnectionRefused: when the other side will not have us.
            OSError, aiohttp.ClientError, ValueError: when there is no line.
        """
        with self._clock.move_on_after(_WITHIN_S):
            socket = await self._open_socket(session, {} if seen is None else {SEEN: str(seen)})
            try:
                return socket, self._parse_welcome(await socket.receive())
            except BaseException:
                with anyio.CancelScope(shield=True):
                    await socket.close()
                raise
        raise TimeoutError

    async def _open_socket(self, session: aiohttp.ClientSession, more: dict[str, str]) -> Socket:
        try:
            return await session.ws_connect(
                self._address,
                headers=self._headers | more,
                heartbeat=HEARTBEAT_S,
                max_msg_size=protocol.MOST_FRAME,
                timeout=aiohttp.ClientWSTimeout(ws_close=_FAREWELL_S),
            )
        except aiohttp.WSServerHandshakeError as error:
            raise _describe_refusal(error, self._address, self._key.variable or "the environment") from None

    def _parse_welcome(self, frame: Any) -> Welcome:
        if frame.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionError(0, "it hung up")
        try:
            return Welcome.model_validate(protocol.parse_envelope(frame.data).payload)
        except ValueError:
            raise ConnectionRefused(f"What {self._address} says is not understood: is it a discord-io?") from None


def describe_error(error: BaseException) -> str:
    """Return in a few words what went wrong on a connection."""
    match error:
        case TimeoutError():
            return "no answer came in time"
        case aiohttp.ClientConnectorDNSError(strerror=str(reason)):
            return reason
        case OSError(errno=int(number)) if number > 0:
            return os.strerror(number)  # asyncio puts the address in its place
        case OSError(strerror=str(reason)):
            return reason
        case aiohttp.InvalidURL() | ValueError():
            return "that is no address such as ws://192.168.1.20:8770"
        case _:
            return type(error).__name__


def _describe_refusal(error: aiohttp.WSServerHandshakeError, address: str, variable: str) -> ConnectionRefused:
    """Return what it means that a WebSocket was refused; the environment variable `variable` holds the token."""
    match error.status:
        case 401:
            sentence = f"{address} refuses the token in {variable}: copy it anew from the machine of discord-io."
        case 409:
            named = error.headers.get(BRAIN, "") if error.headers else ""
            other = make_printable(unquote(named))[:MOST_NAME] or "another one"
            sentence = f"{address} serves the brain '{other}', and one at a time: end that one."
        case 403:
            sentence = f"discord-io does not go by the name in {address}: start it with --public-host NAME:PORT."
        case status:
            sentence = f"{address} answers {status}: is it the address of a discord-io?"
    return ConnectionRefused(sentence, retry=error.status != 401)
