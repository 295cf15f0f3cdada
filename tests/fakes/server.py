"""What the fakes that answer over loopback HTTP have in common: they come, go and come back, and count who hangs up."""

import asyncio
import ssl
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

import anyio
from aiohttp import web
from aiohttp.typedefs import Handler


@web.middleware
async def _answer_nobody(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Take it that a reader has gone: Windows tells of it at the next word, where others call the answer off."""
    try:
        return await handler(request)
    except ConnectionResetError:
        return web.Response()


class FakeServer(ABC):
    """A loopback server; an async context manager. It can be stopped and started again at the same address."""

    def __init__(self, *, port: int = 0, context: ssl.SSLContext | None = None) -> None:
        self.port = port
        self._context = context
        self.disconnects = 0
        """Answers whose reader went away before their end."""
        self._runner: web.AppRunner | None = None
        self._talking: set[asyncio.Transport] = set()
        self._closing = anyio.Event()
        self._changed = anyio.Event()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    @abstractmethod
    def routes(self) -> list[web.RouteDef]:
        """Say what is answered, and by whom."""

    @property
    def talking(self) -> int:
        """How many answers are under way."""
        return len(self._talking)

    async def start(self) -> None:
        """Listen, at the address it had before if it had one."""
        app = web.Application(client_max_size=64 * 1024 * 1024, middlewares=[_answer_nobody])
        app.router.add_routes(self.routes())
        self._closing = anyio.Event()
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port, reuse_address=True, ssl_context=self._context)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Hang up on everybody, in mid-answer too, and listen no more."""
        self._closing.set()
        for transport in self._talking:
            transport.abort()
        if self._runner is not None:
            await self._runner.cleanup()
        self._runner = None

    async def wait_for(self, true: Callable[[Self], bool]) -> None:
        """Return as soon as something is true of this server; looked at after every request and disconnect."""
        while not true(self):
            self._changed = anyio.Event()
            await self._changed.wait()

    @contextmanager
    def answering(self, request: web.Request) -> Iterator[None]:
        """Count whoever hangs up meanwhile, and be able to hang up on them."""
        assert request.transport is not None
        transport = request.transport
        self._talking.add(transport)
        try:
            yield
        except (asyncio.CancelledError, ConnectionResetError):
            self.disconnects += not self._closing.is_set()
            self._changed.set()
            raise
        finally:
            self._talking.discard(transport)
            self._changed.set()
