"""The stage server: it listens on the loopback address, finds a free port, and publishes its addresses."""

import asyncio
import errno
import logging
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Final

import anyio
from aiohttp import web
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.http_security.auth_failures import AuthFailures
from performer.core.http_security.connection_limits import ConnectionLimiter, ConnectionLimits
from performer.core.own_text import own
from performer.stage.access_tokens import AccessTokens, Role
from performer.stage.connections import StageClients
from performer.stage.server.addresses import MORE_PORTS, AddressFile, StageAddresses, StoredPort
from performer.stage.server.auth import StageAuth
from performer.stage.server.routes import StageRoutes
from performer.stage.settings import EXPOSED, StageSettings

_log = logging.getLogger(__name__)

_TAKEN: Final = {errno.EADDRINUSE, *([errno.EACCES] if sys.platform == "win32" else [])}
"""Windows reports EACCES for the ranges of ports that it reserves for itself."""
_LAST_WORDS_S: Final = 0.3
_RENEWED: Final = "Its token was renewed: copy the whole address again."


class StageServer:
    """Serves the routes while `run` runs; `addresses` are known once it has started.

    The clients get a goodbye at the end, and when their token is renewed.
    """

    def __init__(
        self,
        clock: Clock,
        settings: StageSettings,
        home: Path,
        routes: StageRoutes,
        clients: StageClients,
        limits: ConnectionLimits | None = None,
        port_before: int | None = None,
    ) -> None:
        self.moved = ""
        """Why the stage is on another port than the wished-for one; empty if it is not."""
        self._settings = settings
        self._routes = routes
        self._clients = clients
        self._limits = limits or ConnectionLimits()
        self._port_before = port_before
        self._tokens_file = home / "tokens.json"
        self._address_file = AddressFile(home)
        self._stored_port = StoredPort(home / "port.json")
        failures = AuthFailures(clock, "Does OBS have an old address?")
        self._auth = StageAuth(AccessTokens.kept(self._tokens_file), settings.host, settings.public_host, failures)
        self._addresses: StageAddresses | None = None
        self._stale: set[Role] = set()
        self._renewed = anyio.Event()

    @property
    def tokens(self) -> AccessTokens:
        """The valid tokens."""
        return self._auth.tokens

    @property
    def addresses(self) -> StageAddresses:
        """The addresses of the stage; only after `run` has started."""
        assert self._addresses is not None, "the stage server has not started"
        return self._addresses

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Listen, write the address files, report the start, and serve until cancelled.

        Raises:
            ServiceError: when no port is free, the host is not ours, or PERFORMER_HOME cannot be written to.
        """
        runner = web.AppRunner(self._routes.app(self._auth), access_log=None, shutdown_timeout=_LAST_WORDS_S)
        await runner.setup()
        listener: asyncio.Server | None = None
        try:
            listener = await self._listen(runner)
            self._auth.hosts.port = int(listener.sockets[0].getsockname()[1])
            self._remember()
            self._write_addresses()
            task_status.started()
            await self._see_off()
        finally:
            with anyio.CancelScope(shield=True):
                await self._close(listener, runner)

    def renew(self, roles: Collection[Role]) -> None:
        """Replace the tokens of these roles, and disconnect the clients that came with the old ones.

        The client that asked for it may be among them, and gets its answer first.

        Raises:
            ServiceError: when PERFORMER_HOME cannot be written to.
        """
        self._auth.tokens = self.tokens.renewed(roles, self._tokens_file)
        self._stale.update(roles)
        self._renewed.set()
        _log.info("New tokens for: %s.", ", ".join(roles))
        self._write_addresses()

    def _write_addresses(self) -> None:
        self._addresses = StageAddresses.of(self._settings.host, self._auth.hosts.port, self.tokens)
        self._address_file.write(self._addresses, self.tokens)

    async def _see_off(self) -> None:
        """Disconnect clients whose tokens were renewed, for ever."""
        while True:
            await self._renewed.wait()
            self._renewed = anyio.Event()
            stale, self._stale = self._stale, set()
            await self._clients.close_roles(*stale, why=_RENEWED)

    async def _close(self, listener: asyncio.Server | None, runner: web.AppRunner) -> None:
        """Stop listening, then say goodbye to every client: `cleanup` alone would not read their goodbyes, and wait."""
        if self._addresses:
            self._address_file.remove()
        if listener:
            listener.close()
        await self._clients.close_all()
        await runner.cleanup()

    async def _listen(self, runner: web.AppRunner) -> asyncio.Server:
        """Listen on the port of before or of last time, the wished-for one, or the next free one."""
        assert runner.server is not None
        limited = ConnectionLimiter(runner.server, self._limits)
        ports = self._stored_port.candidates(self._settings.port, self._port_before)
        for port in ports:
            try:
                return await asyncio.get_running_loop().create_server(limited, self._settings.host, port)
            except OSError as error:
                if error.errno in _TAKEN:
                    continue
                trouble = f"The stage cannot listen on host '{self._settings.host}': {error.strerror}."
                raise ServiceError(
                    own("{trouble} Set stage.host to 127.0.0.1.", trouble=trouble), retry=False
                ) from error
        raise ServiceError(
            own(
                "Port {ports} and the {more_ports} after it are all taken. Set stage.port.",
                ports=ports[0],
                more_ports=MORE_PORTS,
            )
        )

    def _remember(self) -> None:
        """Store the port for the next time, and log what is odd about it."""
        self.moved = self._stored_port.keep(self._settings.port, self._auth.hosts.port)
        if self.moved:
            _log.info("The stage is on port %d: %s.", self._auth.hosts.port, self.moved)
        if self._settings.is_exposed:
            _log.warning("Other machines can reach the stage on host '%s'. %s", self._settings.host, EXPOSED)
