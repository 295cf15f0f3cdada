"""The stage server: it listens on the loopback address, finds itself a free port, and says where it is."""

import errno
import logging
import sys
from pathlib import Path
from typing import Final

import anyio
from aiohttp import web
from anyio.abc import TaskStatus

from performer.errors import ServiceError
from performer.stage.addresses import Addresses
from performer.stage.clients import Clients
from performer.stage.door import Door
from performer.stage.doorplate import Doorplate
from performer.stage.kept_port import MORE_PORTS, KeptPort
from performer.stage.routes import Routes
from performer.stage.settings import StageSettings
from performer.stage.tokens import Tokens

_log = logging.getLogger(__name__)

_TAKEN: Final = {errno.EADDRINUSE, *([errno.EACCES] if sys.platform == "win32" else [])}
"""Windows says EACCES of the whole ranges of ports that it keeps for itself."""
_LAST_WORDS_S: Final = 0.3


class StageServer:
    """Serves the routes while `run` runs; `addresses` are known once it has started.

    Args:
        settings: Host and port.
        home: PERFORMER_HOME: tokens and doorplate are kept there.
        routes: What is served.
        clients: Who is told goodbye at the end.
    """

    def __init__(self, *, settings: StageSettings, home: Path, routes: Routes, clients: Clients) -> None:
        self.tokens = Tokens.kept(home / "tokens.json")
        self.moved = ""
        """Why the stage is on another port than the wished-for one, if it is."""
        self._settings = settings
        self._routes = routes
        self._clients = clients
        self._doorplate = Doorplate(home)
        self._kept_port = KeptPort(home / "port.json")
        self._addresses: Addresses | None = None

    @property
    def addresses(self) -> Addresses:
        """Where the stage is found; only after `run` has said that it started."""
        assert self._addresses is not None, "the stage server has not started"
        return self._addresses

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Listen, hang the doorplate, say that it has started, and serve until cancelled.

        Raises:
            ServiceError: when no port is free, the host is not ours, or PERFORMER_HOME cannot be written to.
        """
        door = Door(self.tokens, self._settings.host)
        runner = web.AppRunner(self._routes.app(door), access_log=None, shutdown_timeout=_LAST_WORDS_S)
        await runner.setup()
        try:
            door.port = await self._listen(runner)
            self._addresses = Addresses.of(self._settings.host, door.port, self.tokens)
            with self._doorplate.hung(self._addresses, self.tokens):
                task_status.started()
                await anyio.sleep_forever()
        finally:
            with anyio.CancelScope(shield=True):
                await self._close(runner)

    async def _close(self, runner: web.AppRunner) -> None:
        """Let nobody in any more, then see everybody off: `cleanup` alone would not read their goodbyes, and wait."""
        for site in tuple(runner.sites):
            await site.stop()
        await self._clients.dismiss()
        await runner.cleanup()

    async def _listen(self, runner: web.AppRunner) -> int:
        """Take the port of last time, the wished-for one, or the next free one, and tell which."""
        wished = self._settings.port
        ports = self._kept_port.candidates(wished)
        for port in ports:
            try:
                await web.TCPSite(runner, self._settings.host, port).start()
            except OSError as error:
                if error.errno in _TAKEN:
                    continue
                trouble = f"The stage cannot listen on host '{self._settings.host}': {error.strerror}."
                raise ServiceError(f"{trouble} Set stage.host to 127.0.0.1.", retry=False) from error
            given = int(runner.addresses[0][1])
            self.moved = self._kept_port.keep(wished, given)
            if self.moved:
                _log.info("The stage is on port %d: %s.", given, self.moved)
            return given
        raise ServiceError(f"Port {ports[0]} and the {MORE_PORTS} after it are all taken. Set stage.port.")
