"""The bridge for several programs, over HTTP on this machine alone."""

import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread
import uvicorn

from performer.clock import Clock
from performer.entrance.hosts import Hosts
from performer.entrance.strangers import Strangers
from performer.errors import ServiceError
from performer.mcp.serve.address import token_in
from performer.mcp.serve.bridge import Bridge
from performer.mcp.serve.doorman import Doorman

PATH: Final = "/mcp"
_HOST: Final = "127.0.0.1"
_MOST_BODY: Final = 256 * 1024
"""Bytes of a request."""
_MOST_HEAD: Final = 16 * 1024
_MOST_CONNECTIONS: Final = 64
_MOST_SESSIONS: Final = 64
_IDLE_S: Final = 30 * 60.0
_LAST_WORDS_S: Final = 2


async def serve_http(
    clock: Clock, bridge: Bridge, *, port: int, tokens_file: Path, tell: Callable[[str], None]
) -> None:
    """Serve until Ctrl+C or SIGTERM.

    Args:
        clock: Whose seconds count.
        bridge: Answers.
        port: On the loopback address; 0 for any that is free.
        tokens_file: Holds the token that programs bring.
        tell: Told the address.

    Raises:
        ServiceError: when the port is taken.
    """
    listener = _listening(port)
    hosts = Hosts(_HOST, "", hint="the address that it prints")
    hosts.port = listener.getsockname()[1]
    app = bridge.server.streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=_MOST_BODY,
        session_idle_timeout=_IDLE_S,
        max_sessions=_MOST_SESSIONS,
    )
    token = partial(anyio.to_thread.run_sync, token_in, tokens_file)
    doorman = Doorman(app, hosts, token, Strangers(clock, "Does a program have an old token?"))
    async with anyio.create_task_group() as tasks:
        await tasks.start(bridge.run)
        tell(f"http://{_HOST}:{hosts.port}{PATH}")
        await _server(doorman).serve([listener])
        tasks.cancel_scope.cancel()


def _listening(port: int) -> socket.socket:
    try:
        return socket.create_server((_HOST, port))
    except OSError as error:
        raise ServiceError(f"Port {port} cannot be had: {error.strerror}. Choose another with --port.") from error


def _server(app: Doorman) -> uvicorn.Server:
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=_MOST_CONNECTIONS,
        h11_max_incomplete_event_size=_MOST_HEAD,
        timeout_graceful_shutdown=_LAST_WORDS_S,
    )
    return uvicorn.Server(config)
