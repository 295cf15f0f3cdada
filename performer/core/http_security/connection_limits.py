"""The turnstile: how many connections there may be, and how much and how long each may ask before it is known.

The headers that every answer carries: what its page may do, and that nobody may guess, keep or pass on anything.

An allowance: so many at once, and after that so many a second.
"""

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError, LineTooLong

from performer.core.clock import Clock

CSP: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",  # the custom CSS of an OBS browser source arrives as a <style> element
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
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
    """Put them on a response; also on refusals."""
    response.headers.update(HEADERS)


class Allowance:
    """Counts what somebody does, and says when it is too much.

    Args:
        clock: Whose seconds count.
        at_once: How many may come together.
        per_s: How many a second grow back.
    """

    def __init__(self, clock: Clock, *, at_once: int, per_s: float) -> None:
        self._clock = clock
        self._most = float(at_once)
        self._per_s = per_s
        self._left = self._most
        self._counted_s = clock.now()

    def take(self) -> bool:
        """Take one more; false when there is none left, and then nothing is taken."""
        now_s = self._clock.now()
        self._left = min(self._left + (now_s - self._counted_s) * self._per_s, self._most)
        self._counted_s = now_s
        if self._left < 1:
            return False
        self._left -= 1
        return True


_log = logging.getLogger(__name__)

_FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nToo many connections.\n"
)


@dataclass(frozen=True, kw_only=True)
class ConnectionLimits:
    """What strangers may cost."""

    connections: int = 128
    """Of all clients together: a page in OBS takes up to seven, and a system may have no more than 256 open files."""
    patience_s: float = 10.0
    """How long a connection may take for the head of a request, and rest between two."""
    lingers_s: float = 1.0
    """How long the rest of a body that nobody wants is read, so that its sender gets the answer."""
    line_bytes: int = 4096
    """The longest address that may be asked for."""
    field_bytes: int = 8190
    """The longest header: browsers send us the cookies of whatever else runs on this machine."""
    headers: int = 64


class LimitedRequestHandler(web.RequestHandler):
    """One connection; a stranger until it has shown a token."""

    def __init__(self, turnstile: "ConnectionLimiter", server: web.Server, limits: ConnectionLimits) -> None:
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
        """Whether it holds a WebSocket; every other connection can be made anew at any time."""
        self._turnstile = turnstile

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Come in, or be turned away."""
        super().connection_made(transport)
        if not self._turnstile.take_in(self):
            assert isinstance(transport, asyncio.WriteTransport)
            transport.write(_FULL)
            self.force_close()

    def connection_lost(self, exc: BaseException | None) -> None:
        """Go."""
        self._turnstile.let_out(self)
        super().connection_lost(exc)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer what is no request without a word of it: it may hold a token."""
        is_theirs = isinstance(exc, HttpProcessingError) or (self.is_stranger and isinstance(exc, UnicodeError))
        if not is_theirs:
            return super().handle_error(request, status, exc, message)
        _log.debug("What came was no request: %s.", type(exc).__name__)
        status, why = (431, "That is too long.\n") if isinstance(exc, LineTooLong) else (400, "That is no request.\n")
        answer = web.Response(status=status, text=why, headers=HEADERS)
        answer.force_close()
        return answer

    def log_exception(self, *args: object, **kw: object) -> None:
        """Log our own bugs; that somebody has hung up before the answer is none."""
        if not isinstance(kw.get("exc_info"), ConnectionError):
            super().log_exception(*args, **kw)


class ConnectionLimiter:
    """Makes visitors, for `create_server`; when it is full, the stranger who has been there longest makes room.

    So connections that say nothing keep nobody out: whoever asks at once is known before it is its turn to go. Where
    there is no stranger it is somebody known that holds no WebSocket, so that a page's token keeps nobody out either.

    Args:
        server: What serves them.
        limits: How many, how much, how long.
    """

    def __init__(self, server: web.Server, limits: ConnectionLimits) -> None:
        self._server = server
        self._limits = limits
        self._visitors: dict[LimitedRequestHandler, None] = {}

    def __call__(self) -> LimitedRequestHandler:
        """Make a visitor for a new connection."""
        return LimitedRequestHandler(self, self._server, self._limits)

    def __len__(self) -> int:
        return len(self._visitors)

    def take_in(self, visitor: LimitedRequestHandler) -> bool:
        """Count a visitor in; false when all the others hold a WebSocket, and there is no room."""
        if len(self._visitors) >= self._limits.connections:
            leaving = self._first_to_leave()
            if leaving is None:
                return False
            self.let_out(leaving)
            leaving.force_close()
        self._visitors[visitor] = None
        return True

    def let_out(self, visitor: LimitedRequestHandler) -> None:
        """Count a visitor out, if it is still there."""
        self._visitors.pop(visitor, None)

    def _first_to_leave(self) -> LimitedRequestHandler | None:
        """Find who has been there longest of the strangers, else of those that can come back."""
        passing = [each for each in self._visitors if not each.stays]
        return next((each for each in passing if each.is_stranger), passing[0] if passing else None)
