"""A connection to OBS Studio by obs-websocket 5, the protocol that OBS has built in from version 28 on.

Its messages are JSON objects with an operation `op` and data `d`: OBS says hello, we identify ourselves, and then each
request is answered by its id. The specification is OBS's own, docs/generated/protocol.md of obs-websocket.
"""

import base64
import hashlib
import itertools
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, Literal

import aiohttp
import anyio

from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.stage.obs_studio.settings import DEFAULT_PORT

_HELLO: Final = 0
_IDENTIFY: Final = 1
_IDENTIFIED: Final = 2
_REQUEST: Final = 6
_RESPONSE: Final = 7
_RPC_VERSION: Final = 1
_WRONG_PASSWORD: Final = 4009
_WITHIN_S: Final = 3.0
_MOST_BYTES: Final = 32 * 2**20
"""A screenshot of a 4K source comes as Base64 in one message."""


ObsTrouble = Literal["absent", "old", "password", "gone", "refused"]
"""No OBS answers; one that is no OBS 28 does; it wants a password; it ended or fell silent meanwhile; it refuses."""


class ObsError(ServiceError):
    """Raised when OBS cannot be reached, or refuses a request; the sentence has the remedy."""

    def __init__(self, message: str, trouble: ObsTrouble) -> None:
        super().__init__(message, retry=False)
        self.trouble = trouble


class ObsConnection:
    """A connection that OBS has let in."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)

    async def request(self, kind: str, data: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Send a request, such as `GetVideoSettings`, and return the data of its answer.

        Raises:
            ObsError: when OBS refuses it, with OBS's own words, or does not answer within three seconds.
        """
        number = str(next(self._numbers))
        sent = {"requestType": kind, "requestId": number, "requestData": dict(data or {})}
        try:
            await self._socket.send_json({"op": _REQUEST, "d": sent})
        except (aiohttp.ClientError, ConnectionError) as error:
            raise _explain_end(self._socket) from error
        answer = await _read(self._socket, _RESPONSE, number)
        status = answer.get("requestStatus", {})
        if not status.get("result"):
            why = status.get("comment") or status.get("code")
            raise ObsError(own("OBS refused {kind}: {why}.", kind=kind, why=str(why)), "refused")
        return dict(answer.get("responseData") or {})


@asynccontextmanager
async def connect(
    host: str = "127.0.0.1", port: int = DEFAULT_PORT, password: str = ""
) -> AsyncIterator[ObsConnection]:
    """Connect to OBS for as long as the block runs.

    Raises:
        ObsError: when no OBS answers there, when it is older than 28, or when it wants another password.
    """
    place = f"{host}:{port}"
    async with aiohttp.ClientSession() as session:
        try:
            opening = session.ws_connect(f"ws://{place}", protocols=["obswebsocket.json"], max_msg_size=_MOST_BYTES)
            with anyio.fail_after(_WITHIN_S):
                socket = await opening
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise ObsError(_explain_closed(place), "absent") from error
        async with socket:
            await _identify(socket, place, password)
            yield ObsConnection(socket)


async def _identify(socket: aiohttp.ClientWebSocketResponse, place: str, password: str) -> None:
    hello = await _read(socket, _HELLO, silent=_explain_old(place))
    wanted = hello.get("authentication")
    identity: dict[str, Any] = {"rpcVersion": _RPC_VERSION, "eventSubscriptions": 0}
    if wanted:
        if not password:
            raise ObsError(
                own("OBS asks for its password: Tools → WebSocket Server Settings → Show Connect Info."),
                "password",
            )
        identity["authentication"] = prove(password, str(wanted["salt"]), str(wanted["challenge"]))
    await socket.send_json({"op": _IDENTIFY, "d": identity})
    await _read(socket, _IDENTIFIED)


def prove(password: str, salt: str, challenge: str) -> str:
    """Return the proof that a password is known: OBS's salt and challenge are mixed into it, and it is never sent."""
    secret = _hash(password + salt)
    return _hash(secret + challenge)


async def _read(
    socket: aiohttp.ClientWebSocketResponse, op: int, number: str = "", *, silent: str = ""
) -> dict[str, Any]:
    """Read until a message of an operation comes, and return its data; with a number, until that request's answer."""
    with anyio.move_on_after(_WITHIN_S):
        async for frame in socket:
            if frame.type is not aiohttp.WSMsgType.TEXT:
                break
            message = _parse(frame.data)
            data = message.get("d")
            if message.get("op") == op and isinstance(data, dict) and data.get("requestId", "") == number:
                return data
        raise ObsError(silent, "old") if silent else _explain_end(socket)
    if silent:
        raise ObsError(silent, "old")
    raise ObsError(own("OBS fell silent for {s:.0f} s.", s=_WITHIN_S), "gone")


def _parse(text: str) -> dict[str, Any]:
    """Parse a message; what is none is passed over as an empty one."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def _explain_end(socket: aiohttp.ClientWebSocketResponse) -> ObsError:
    if socket.close_code == _WRONG_PASSWORD:
        return ObsError(
            own("OBS has another password. Look at Tools → WebSocket Server Settings → Show Connect Info."),
            "password",
        )
    return ObsError(own("OBS closed the connection (code {code}).", code=socket.close_code or 0), "gone")


def _explain_closed(place: str) -> str:
    return own(
        "OBS does not answer at {place}. Start OBS 28 or newer, and switch on Tools → WebSocket Server Settings →"
        " Enable WebSocket server.",
        place=place,
    )


def _explain_old(place: str) -> str:
    return own(
        "What answers at {place} is no OBS 28 or newer: older ones speak another protocol. Update OBS.", place=place
    )


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
