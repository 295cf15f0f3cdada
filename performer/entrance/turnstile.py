"""The turnstile: how many connections there may be, and how much and how long each may ask before it is known."""

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError, LineTooLong

from performer.entrance.headers import HEADERS

_log = logging.getLogger(__name__)

_FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nToo many connections.\n"
)


@dataclass(frozen=True, kw_only=True)
class Limits:
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


class Visitor(web.RequestHandler):
    """One connection; a stranger until it has shown a token."""

    def __init__(self, turnstile: "Turnstile", server: web.Server, limits: Limits) -> None:
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


class Turnstile:
    """Makes visitors, for `create_server`; when it is full, the stranger who has been there longest makes room.

    So connections that say nothing keep nobody out: whoever asks at once is known before it is its turn to go. Where
    there is no stranger it is somebody known that holds no WebSocket, so that a page's token keeps nobody out either.

    Args:
        server: What serves them.
        limits: How many, how much, how long.
    """

    def __init__(self, server: web.Server, limits: Limits) -> None:
        self._server = server
        self._limits = limits
        self._visitors: dict[Visitor, None] = {}

    def __call__(self) -> Visitor:
        """Make a visitor for a new connection."""
        return Visitor(self, self._server, self._limits)

    def __len__(self) -> int:
        return len(self._visitors)

    def take_in(self, visitor: Visitor) -> bool:
        """Count a visitor in; false when all the others hold a WebSocket, and there is no room."""
        if len(self._visitors) >= self._limits.connections:
            leaving = self._first_to_leave()
            if leaving is None:
                return False
            self.let_out(leaving)
            leaving.force_close()
        self._visitors[visitor] = None
        return True

    def let_out(self, visitor: Visitor) -> None:
        """Count a visitor out, if it is still there."""
        self._visitors.pop(visitor, None)

    def _first_to_leave(self) -> Visitor | None:
        """Find who has been there longest of the strangers, else of those that can come back."""
        passing = [each for each in self._visitors if not each.stays]
        return next((each for each in passing if each.is_stranger), passing[0] if passing else None)
