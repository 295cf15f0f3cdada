"""The HTTP client for a server at an address: with our headers, to nobody else, and within bounds."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import httpx2

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.loopback import is_loopback
from performer.core.redact.redact import add_login, add_secret, redact
from performer.core.values import dataclass
from performer.tools.mcp.message_limits import (
    NEWS,
    BoundExceededError,
    MessageSize,
    OversizedError,
    TrafficMeter,
    refuse_oversized,
)
from performer.tools.mcp.server_spec import ServerSpec
from performer.tools.mcp.settings import SECRET_NAME, fill_header_variables, fill_variables, list_variables

HERE_S: Final = 1.0
"""Between two pings at this machine: nothing else tells when a server there ends, and it is some milliseconds' work."""
FAR_S: Final = 15.0
"""At any other address: a stranger's machine is not to be asked all the time."""
_CONNECT_S: Final = 10.0
_READ_S: Final = 400.0
"""Longer than any call may take: streams are quiet meanwhile."""
_UNAUTHORISED, _FORBIDDEN = 401, 403
_GATEWAYS: Final = (502, 503, 504)
_PLAIN: Final = ("", "identity")
_BETWEEN_EVENTS: Final = re.compile(rb"\n\n|\r\n\r\n")
_REQUEST: Final = 50
"""Lines that a request counts for: 500 in a while. A server can have the SDK take up its streams anew, on and on."""


class WebTransport:
    """A server's address, and what its last refusal was.

    Raises:
        ServiceError: when a variable is missing, or the address is none.
    """

    def __init__(self, clock: Clock, spec: ServerSpec) -> None:
        self._clock = clock
        self._name = spec.name
        self._setting = setting = f"mcp.{spec.name}"
        settings = spec.settings
        self._variables = list_variables([*settings.headers.values(), settings.url])
        self._headers = fill_header_variables(settings.headers, f"{setting}.headers", spec.environ)
        self._status = 0
        self.longest = spec.longest
        """The most bytes of a message."""
        self.url = fill_variables({"url": settings.url}, setting, spec.environ)["url"]
        add_login(self.url)
        url = _parse_address(self.url)
        if url is None:
            raise ServiceError(f"{setting}.url is no address: it begins with http:// or https://.", retry=False)
        for key, value in url.params.multi_items():
            if SECRET_NAME.search(key):
                add_secret(value)
        self.host = redact(f"{url.scheme}://{url.netloc.decode()}")
        """The server's address without what may be a key."""
        self._is_here = is_loopback(self.url)
        self._is_plain = url.scheme == "http"
        self.pulse_s = HERE_S if self._is_here else FAR_S
        """The time between two pings, in seconds."""
        self.is_given_up = False
        """Whether nothing good is expected of the server."""

    @asynccontextmanager
    async def client(self, lose: Callable[[str], None]) -> AsyncIterator[httpx2.AsyncClient]:
        """Yield the client for as long as the block; `lose` is told when too much comes."""
        meter = TrafficMeter(self._clock, self.longest)

        def take(size: int, lines: int) -> None:
            try:
                meter.take(size, lines)
            except BoundExceededError as error:
                lose(str(error))
                raise httpx2.StreamError(str(error)) from None

        async def count(_request: httpx2.Request) -> None:
            take(0, _REQUEST)

        async def bound(response: httpx2.Response) -> None:
            self._status = response.status_code
            if response.headers.get("content-encoding", "") not in _PLAIN:
                raise httpx2.DecodingError("it packs what it was asked to send plain")
            is_stream = response.headers.get("content-type", "").lower().startswith("text/event-stream")
            assert isinstance(response.stream, httpx2.AsyncByteStream)
            response.stream = (_BoundedEvents if is_stream else _BoundedBody)(
                response.stream, take, self.longest, self._name
            )

        async with httpx2.AsyncClient(
            # To read which certificates are good stops the show for 20 ms, and here there is none to look at.
            verify=not (self._is_here and self._is_plain),
            # What is packed small may be endless when it is unpacked.
            headers={"Accept-Encoding": "identity", "User-Agent": "stream-performer", **self._headers},
            timeout=httpx2.Timeout(_CONNECT_S, read=_READ_S),
            follow_redirects=False,
            trust_env=not self._is_here,
            event_hooks={"request": [count], "response": [bound]},
        ) as client:
            yield client

    @property
    def refusal(self) -> ServiceError | None:
        """The reason why the server refuses us, if it does, with the remedy."""
        if self._status not in (_UNAUTHORISED, _FORBIDDEN):
            return None
        keys = " and ".join(self._variables)
        remedy = f"is the key in {keys} right?" if keys else f"it wants a key: name it in {self._setting}.headers"
        return ServiceError(f"it refuses us ({self._status}); {remedy}", retry=False)

    @property
    def outage(self) -> ServiceError | None:
        """The error of a gateway that answered and did not reach the server, if one did."""
        if self._status not in _GATEWAYS:
            return None
        return ServiceError(f"who stands before it does not reach it ({self._status})")


@dataclass(frozen=True)
class _BoundedBody(httpx2.AsyncByteStream):
    """A body that is no larger than a message may be, and does not come too fast."""

    _body: httpx2.AsyncByteStream
    _take: Callable[[int, int], None]
    _longest: int
    _server: str
    """The name in the settings."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        message = MessageSize(self._longest)
        async for piece in self._body:
            self._take(len(piece), piece.count(b"\n") * NEWS)
            try:
                message.add(piece)
            except OversizedError as error:
                raise httpx2.StreamError(refuse_oversized(self._server, str(error))) from None
            yield piece
        self._take(0, message.lines)

    async def aclose(self) -> None:
        await self._body.aclose()


class _BoundedEvents(_BoundedBody):
    """A stream of events, each no larger than a message may be; it may go on, but not too fast."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        message, ends = MessageSize(self._longest), b""
        async for piece in self._body:
            self._take(len(piece), piece.count(b"\n") * NEWS)
            *ended, last = _BETWEEN_EVENTS.split(ends + piece)  # what parts two events may come in two pieces
            ends = last[-3:] if last[-3:].endswith((b"\n", b"\r")) else b""
            try:
                for each in ended:
                    message.add(each)
                    self._take(0, message.lines)
                    message = MessageSize(self._longest)
                message.add(last)
            except OversizedError as error:
                raise httpx2.SSEError(refuse_oversized(self._server, str(error))) from None
            yield piece


def _parse_address(text: str) -> httpx2.URL | None:
    try:
        url = httpx2.URL(text)
    except httpx2.InvalidURL:
        return None
    return url if url.scheme in ("http", "https") and url.host else None
