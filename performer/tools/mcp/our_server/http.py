"""Serves the bridge: to one program by standard input and output, or to several over HTTP on this machine.

The HTTP server reads nothing that has not our name, a page of ours and the agents' token. Connections in which nobody
asks anything are closed.
"""

import hmac
import signal
import socket
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import anyio
import anyio.to_thread
import uvicorn
from mcp.server.stdio import stdio_server
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.http_security.auth_failures import AuthFailures
from performer.core.http_security.connection_limits import ConnectionLimits
from performer.core.http_security.origin import AllowedHosts
from performer.core.values import dataclass
from performer.tools.mcp.our_server.bridge import McpBridge
from performer.tools.mcp.our_server.connections import CONNECTION, ConnectionKeeper
from performer.tools.mcp.our_server.show_link import read_token


async def serve_stdio(bridge: McpBridge) -> None:
    """Serve one program until it closes our standard input; only MCP goes to standard output meanwhile."""
    # The thread that reads can be ended by nothing but the end of what it reads: Ctrl+C ends the process instead.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    async with stdio_server() as (read, write), anyio.create_task_group() as tasks:
        await tasks.start(bridge.run)
        await bridge.server.run(read, write, bridge.options)
        tasks.cancel_scope.cancel()


PATH: Final = "/mcp"
_HOST: Final = "127.0.0.1"
_MOST_BODY: Final = 256 * 1024
"""Bytes of a request."""
_MOST_SESSIONS: Final = 64
_IDLE_S: Final = 30 * 60.0
_UVICORN: Final[dict[str, Any]] = {
    "ws": "none",
    "lifespan": "on",
    "log_config": None,
    "access_log": False,
    "server_header": False,
    "h11_max_incomplete_event_size": 16 * 1024,
    "timeout_graceful_shutdown": 2,
}
_HEADERS: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


@dataclass(frozen=True)
class HttpGatekeeper:
    """An ASGI app that refuses strange requests before the app behind it sees them."""

    _app: ASGIApp
    _hosts: AllowedHosts
    _token: Callable[[], Awaitable[str]]
    """Returns the token that is good now; with none every request is refused."""
    _strangers: AuthFailures
    """Keeps those waiting that bring no right token."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a good request; answer 403 to strange names and pages, 401 where the token is missing."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = await self._check(scope)
        await (refusal or self._app)(scope, receive, send)

    async def _check(self, scope: Scope) -> PlainTextResponse | None:
        hosts, origins, logins = (_find_values(scope, name) for name in (b"host", b"origin", b"authorization"))
        is_ours = len(hosts) == 1 and self._hosts.knows(hosts[0]) and self._hosts.is_allowed_origin(origins)
        if not is_ours:
            return PlainTextResponse("This server is for programs of this machine.\n", 403, _HEADERS)
        parted = [value.partition(" ") for value in logins]
        given = [token.strip() for scheme, _, token in parted if scheme.lower() == "bearer"]
        token = await self._token()
        is_right = len(given) == 1 and bool(token) and hmac.compare_digest(given[0].encode(), token.encode())
        if connection := scope.get(CONNECTION):
            connection.is_stranger = not is_right
        if not is_right:
            await self._strangers.turn_away()
            more = {**_HEADERS, "WWW-Authenticate": "Bearer"}
            return PlainTextResponse("Send 'Authorization: Bearer' with the agents' token.\n", 401, more)
        return None


def _find_values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for each, value in scope["headers"] if each.lower() == name]


async def serve_http(
    clock: Clock, bridge: McpBridge, *, port: int, tokens_file: Path, tell: Callable[[str], None]
) -> None:
    """Serve several programs until Ctrl+C or SIGTERM, on the loopback address; `tell` takes the address.

    The port 0 is any that is free; `tokens_file` holds the token that programs bring.

    Raises:
        ServiceError: when the port is taken.
    """
    try:
        listener = socket.create_server((_HOST, port))
    except OSError as error:
        raise ServiceError(f"Port {port} cannot be had: {error.strerror}. Choose another with --port.") from error
    hosts = AllowedHosts(_HOST, "", hint="the address that it prints")
    hosts.port = listener.getsockname()[1]
    app = bridge.server.streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=_MOST_BODY,
        session_idle_timeout=_IDLE_S,
        max_sessions=_MOST_SESSIONS,
    )
    token = partial(anyio.to_thread.run_sync, read_token, tokens_file)
    gatekeeper = HttpGatekeeper(app, hosts, token, AuthFailures(clock, "Does a program have an old token?"))
    async with anyio.create_task_group() as tasks:
        await tasks.start(bridge.run)
        tell(f"http://{_HOST}:{hosts.port}{PATH}")
        keeper: Any = ConnectionKeeper(clock, ConnectionLimits())  # uvicorn wants a class, and calls what it gets
        tasks.start_soon(keeper.run)
        await uvicorn.Server(uvicorn.Config(gatekeeper, http=keeper, **_UVICORN)).serve([listener])
        tasks.cancel_scope.cancel()
