"""Limits of connections: how many there may be, and how much and how long each may ask before it has shown a token.

Besides: the security headers that every answer carries, and `Allowance`, a rate limit.
"""

import asyncio
import logging
from typing import Final, Generic, Protocol, TypeVar

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError, LineTooLong

from performer.core.clock import Clock
from performer.core.values import dataclass

CSP: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",  # the custom CSS of an OBS browser source arrives as a <style> element
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-src": "'self'",  # the control page shows the stage
    "frame-ancestors": "'self'",
    "require-trusted-types-for": "'script'",  # text becomes no code at all, and markup only as plain.js lets it
    "trusted-types": "default",
}
HEADERS: Final = {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in CSP.items()),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
    "Server": "Stream Performer",
}


async def add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Add the security headers to a response; also to refusals."""
    response.headers.update(HEADERS)


class Allowance:
    """A rate limit: so many takings at once, of which so many come back in a second."""

    def __init__(self, clock: Clock, *, at_once: int, per_s: float) -> None:
        self._clock = clock
        self._most = float(at_once)
        self._per_s = per_s
        self._left = self._most
        self._counted_s = clock.now()

    @property
    def is_whole(self) -> bool:
        """Whether all that was taken has come back."""
        self._count()
        return self._left == self._most

    def take(self) -> bool:
        """Count one more and return True, or return False when none is left."""
        self._count()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def _count(self) -> None:
        now_s = self._clock.now()
        self._left = min(self._left + (now_s - self._counted_s) * self._per_s, self._most)
        self._counted_s = now_s


_log = logging.getLogger(__name__)

FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nToo many connections.\n"
)


@dataclass(frozen=True, kw_only=True)
class ConnectionLimits:
    """The limits of what strangers may cost."""

    connections: int = 128
    """The connections of all clients: a page in OBS takes up to seven, and a system may allow only 256 open files."""
    patience_s: float = 10.0
    """The time limit of the head of a request, and of the rest between two requests."""
    lingers_s: float = 1.0
    """The time for which the rest of an unwanted body is read, so that its sender gets the answer."""
    line_bytes: int = 4096
    """The longest address that may be asked for."""
    field_bytes: int = 8190
    """The longest header: browsers send the cookies of every other server on this machine."""
    headers: int = 64


class LimitedConnection(Protocol):
    """A connection of a server, which counts as a stranger's until it has shown a token."""

    is_stranger: bool

    @property
    def stays(self) -> bool:
        """Whether somebody would miss the connection; every other one can be made anew at any time."""
        ...

    def force_close(self) -> None:
        """Close the connection at once."""
        ...


C = TypeVar("C", bound=LimitedConnection)


class ConnectionRoster(Generic[C]):
    """The connections of a server, up to so many; when there are more, the oldest stranger makes room.

    So silent connections keep nobody out: a client that asks at once is known before its turn to go. Without strangers
    a known connection that can be made anew makes room, so that a page's token keeps nobody out either.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._connections: dict[C, None] = {}

    def __len__(self) -> int:
        return len(self._connections)

    def list_all(self) -> list[C]:
        """Return the connections, the oldest first."""
        return [*self._connections]

    def take_in(self, connection: C) -> bool:
        """Count a connection in, and return whether there was room: not when all others stay."""
        if len(self._connections) >= self._most:
            leaving = self._find_first_to_leave()
            if leaving is None:
                return False
            self.let_out(leaving)
            leaving.force_close()
        self._connections[connection] = None
        return True

    def let_out(self, connection: C) -> None:
        """Count a connection out, if it is still counted."""
        self._connections.pop(connection, None)

    def _find_first_to_leave(self) -> C | None:
        """Return the oldest connection of a stranger, else the oldest that can be made anew."""
        passing = [each for each in self._connections if not each.stays]
        return next((each for each in passing if each.is_stranger), passing[0] if passing else None)


class LimitedRequestHandler(web.RequestHandler):
    """The handler of one connection, which counts as a stranger's until it has shown a token."""

    def __init__(self, limiter: "ConnectionLimiter", server: web.Server, limits: ConnectionLimits) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            access_log=None,  # type: ignore[arg-type]  # what AppRunner itself hands on for none
            keepalive_timeout=limits.patience_s,
            lingering_time=limits.lingers_s,
            max_line_size=limits.line_bytes,
            max_field_size=limits.field_bytes,
            max_headers=limits.headers,
            auto_decompress=False,  # nobody takes a body, so none is unpacked
        )
        self.is_stranger = True
        self.stays = False
        """Whether the connection holds a WebSocket; every other connection can be made anew at any time."""
        self._limiter = limiter

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the new connection, or close it with a 503."""
        super().connection_made(transport)
        if not self._limiter.take_in(self):
            assert isinstance(transport, asyncio.WriteTransport)
            transport.write(FULL)
            self.force_close()

    def connection_lost(self, exc: BaseException | None) -> None:
        """Count the connection out."""
        self._limiter.let_out(self)
        super().connection_lost(exc)

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """Answer a malformed request without repeating it: it may hold a token."""
        is_theirs = isinstance(exc, HttpProcessingError) or (self.is_stranger and isinstance(exc, UnicodeError))
        if not is_theirs:
            return super().handle_error(request, status, exc, message)
        _log.debug("What came was no request: %s.", type(exc).__name__)
        status, why = (431, "That is too long.\n") if isinstance(exc, LineTooLong) else (400, "That is no request.\n")
        answer = web.Response(status=status, text=why, headers=HEADERS)
        answer.force_close()
        return answer

    def log_exception(self, *args: object, **kw: object) -> None:
        """Log our own bugs, but not that a client has hung up before the answer."""
        if not isinstance(kw.get("exc_info"), ConnectionError):
            super().log_exception(*args, **kw)


class ConnectionLimiter(ConnectionRoster[LimitedRequestHandler]):
    """The factory of connection handlers, for `create_server`."""

    def __init__(self, server: web.Server, limits: ConnectionLimits) -> None:
        super().__init__(limits.connections)
        self._server = server
        self._limits = limits

    def __call__(self) -> LimitedRequestHandler:
        """Make the handler of a new connection."""
        return LimitedRequestHandler(self, self._server, self._limits)
