"""The handshake: the token and the headers that a brain must bring, and the connection on which it is welcome.

A brain that names a session may come back to it after its connection was cut: its calls are known then, and it gets
what it missed.
"""

import os
import re
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote

import aiohttp
import anyio
from aiohttp import web

from performer.chats.discord.rpc import protocol
from performer.chats.discord.rpc.protocol import Welcome
from performer.chats.discord.rpc.socket import HEARTBEAT_S
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.files.atomic import write_private
from performer.core.own_text import own
from performer.core.platform import keep_to_owner
from performer.core.redact.redact import add_secret
from performer.core.redact.secret_value import ServerKey
from performer.core.text import make_printable
from performer.core.values import dataclass

IO_TOKEN_FILE: Final = "discord-io.token"  # noqa: S105  a name, not the token
"""The name of the token's file, in PERFORMER_HOME."""
VARIABLE: Final = "PERFORMER_IO_TOKEN"
"""The environment variable that goes before the file."""
SHORTEST: Final = 16
"""Characters of a token; nobody shall find it by trying."""
_FORM: Final = re.compile(r"[!-~]{16,512}")


def load_own_token(file: Path, environ: Mapping[str, str] = os.environ) -> str:
    """Return the token that a discord-io wants: of the environment, of the file, or a new one that is kept there.

    A ServiceError says that it is too short or cannot be sent, or that the file can be neither read nor written.
    """
    token = environ.get(VARIABLE, "").strip()
    where = VARIABLE if token else str(file)
    token = token or _read_kept_token(file)
    if not token:
        token = secrets.token_urlsafe(24)
        write_private(file, token + "\n")
    add_secret(token)
    if not _FORM.fullmatch(token):
        sentence = f"The token in {where} has fewer than {SHORTEST} characters, blanks or odd letters"
        raise ServiceError(own("{sentence}: delete it, and a good one is made.", sentence=sentence), retry=False)
    return token


def load_brain_key(file: Path, variable: str = VARIABLE, environ: Mapping[str, str] = os.environ) -> ServerKey:
    """Return the token that a brain brings: of the environment, or of the file, where a discord-io shares its home."""
    if not environ.get(variable, "").strip():
        try:
            token = _read_kept_token(file)
        except ServiceError as error:
            return ServerKey(variable=variable, trouble=str(error))
        if token:
            add_secret(token)
            return ServerKey(variable=str(file), secret=token)
    return ServerKey.named(variable, "discord.io_token_variable")


def _read_kept_token(file: Path) -> str:
    try:
        keep_to_owner(file)
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ServiceError(
            own("Cannot read '{file}': {strerror}. Make it yours again.", file=file, strerror=error.strerror),
            retry=False,
        ) from error


SESSION: Final = "Performer-Session"
"""The header that names a session: 8 to 64 letters, digits, `-` and `_`, made up anew by each start of a brain."""
BRAIN: Final = "Performer-Brain"
"""The header that holds the brain's name, for its log and whoever asks how it is; percent-encoded."""
SEEN: Final = "Performer-Seen"
"""The header that holds the id of the last event that was taken in."""
MOST_NAME: Final = 64
_SESSION: Final = re.compile(r"[\w-]{8,64}", re.ASCII)
_SEEN: Final = re.compile(r"[0-9]{1,18}", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class BrainHello:
    """The headers by which a brain introduces itself; all of them may be left out."""

    session: str
    is_named: bool
    """Whether it named its session itself."""
    name: str
    seen: int | None
    """None: the brain wants what happens from now on."""

    @classmethod
    def of(cls, request: web.Request) -> "BrainHello":
        """Return the hello in the headers of a request; odd headers are refused (400)."""
        session, seen = request.headers.get(SESSION), request.headers.get(SEEN)
        if session is not None and not _SESSION.fullmatch(session):
            raise web.HTTPBadRequest(text=f"{SESSION} has 8 to 64 letters, digits, - and _.\n")
        if seen is not None and not _SEEN.fullmatch(seen):
            raise web.HTTPBadRequest(text=f"{SEEN} is the id of an event.\n")
        name = make_printable(unquote(request.headers.get(BRAIN, "")))[:MOST_NAME].strip()
        return cls(
            session=session or secrets.token_urlsafe(12),
            is_named=session is not None,
            name=name or f"the one at {request.remote}",
            seen=None if seen is None else int(seen),
        )


def format_header(name: str) -> str:
    """Return a brain's name as a header holds it."""
    return quote(name[:MOST_NAME])


_WITHIN_S: Final = 10.0
_FAREWELL_S: Final = 0.5
_UNSET: Final = own("set it in the terminal you start from")
_WHERE: Final = own("On the machine of discord-io it is in discord-io.token")

Socket = aiohttp.ClientWebSocketResponse[bool]


class ConnectionRefused(ServiceError):
    """The other side is there and refuses us; `retry` is whether that may change by itself."""


class RpcConnector:
    """Connects to a discord-io; `name` is how it calls this brain."""

    def __init__(self, clock: Clock, address: str, key: ServerKey, *, session: str, name: str) -> None:
        missing = key.trouble or ("" if key.secret else _UNSET)
        no_token = own(
            "There is no token for {address}: {missing}. {where}.", address=address, missing=missing, where=_WHERE
        )
        self.trouble = no_token if missing else ""
        """Why it need not be tried; empty when it may be."""
        self._clock = clock
        self._address = address
        self._key = key
        self._headers = {**key.headers, SESSION: session, BRAIN: format_header(name)}

    async def connect(self, session: aiohttp.ClientSession, seen: int | None) -> tuple[Socket, Welcome]:
        """Return a new connection, and the welcome with which it began; `seen` is the last event that was taken in.

        Raises ConnectionRefused when the other side will not have us; OSError, aiohttp.ClientError or ValueError when
        there is no line.
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
            why = own("What {address} says is not understood: is it a discord-io?", address=self._address)
            raise ConnectionRefused(why) from None


def describe_error(error: BaseException, system: str = sys.platform) -> str:
    """Return in a few words what went wrong on a connection."""
    match error:
        case TimeoutError():
            return own("no answer came in time")
        case aiohttp.ClientConnectorDNSError(strerror=str(reason)):
            return reason
        case OSError(errno=int(number)) if number > 0 and system != "win32":  # whose numbers are none of an errno
            return os.strerror(number)  # asyncio puts the address in its place
        case OSError(strerror=str(reason)):
            return reason
        case aiohttp.InvalidURL() | ValueError():
            return own("that is no address such as ws://192.168.1.20:8770")
        case _:
            return type(error).__name__


def _describe_refusal(error: aiohttp.WSServerHandshakeError, address: str, variable: str) -> ConnectionRefused:
    """Return what it means that a WebSocket was refused; the environment variable `variable` holds the token."""
    match error.status:
        case 401:
            copy = own("copy it anew from the machine of discord-io")
            sentence = own("{at} refuses the token in {of}: {copy}.", at=address, of=variable, copy=copy)
        case 503:
            sentence = own("{at} has no room for another brain, or is about to end: it is tried again.", at=address)
        case 403:
            start = own("start it with --public-host NAME:PORT")
            sentence = own("discord-io does not go by the name in {at}: {start}.", at=address, start=start)
        case status:
            sentence = own("{at} answers {status}: is it the address of a discord-io?", at=address, status=status)
    return ConnectionRefused(sentence, retry=error.status != 401)
