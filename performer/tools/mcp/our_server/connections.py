"""The connections of our HTTP server: silent ones are closed, and strangers keep nobody out who has the token."""

import asyncio
from typing import Any, Final

from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from performer.core.clock import Clock
from performer.core.http_security.connection_limits import FULL, ConnectionLimits, ConnectionRoster

CONNECTION: Final = "performer.connection"
"""The key under which a request's scope has its connection."""
_LOOKS_EVERY_S: Final = 1.0


class LimitedProtocol(H11Protocol):
    """A connection, which counts as a stranger's until it has shown the token."""

    def __init__(self, clock: Clock, roster: "ConnectionRoster[LimitedProtocol]", **server: Any) -> None:
        super().__init__(**server)
        self.is_stranger = True
        self.silent_since_s: float | None = clock.now()
        """Since when no request has come whole that is not answered yet; None: one is under way."""
        self._clock = clock
        self._roster = roster
        self._answer, self.app = self.app, self._call_app

    @property
    def stays(self) -> bool:
        """Whether it brings an answer, or a stream of news, to somebody who has the token."""
        return self.silent_since_s is None and not self.is_stranger

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Count the new connection, or close it with a 503."""
        super().connection_made(transport)
        if not self._roster.take_in(self):
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection out."""
        self._roster.let_out(self)
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self.silent_since_s = self._clock.now()
        super().on_response_complete()

    def force_close(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    async def _call_app(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.silent_since_s = None
        scope[CONNECTION] = self
        await self._answer(scope, receive, send)


class ConnectionKeeper:
    """The factory of a server's connections, which closes those in which no request comes for `patience_s`."""

    def __init__(self, clock: Clock, limits: ConnectionLimits) -> None:
        self._clock = clock
        self._patience_s = limits.patience_s
        self._roster = ConnectionRoster[LimitedProtocol](limits.connections)

    def __call__(self, **server: Any) -> LimitedProtocol:
        """Make a connection, of what uvicorn gives to each."""
        return LimitedProtocol(self._clock, self._roster, **server)

    async def run(self) -> None:
        """Close silent connections, until cancelled."""
        while True:
            await self._clock.sleep(_LOOKS_EVERY_S)
            latest_s = self._clock.now() - self._patience_s
            for each in self._roster.list_all():
                if each.silent_since_s is not None and each.silent_since_s <= latest_s:
                    each.force_close()
