"""The RPC server: brains on other machines use the Discord that is linked here, over WebSockets."""

import asyncio
import hmac
import logging
from collections.abc import Callable
from dataclasses import field
from functools import partial
from typing import Any, Final

import anyio
from aiohttp import WSCloseCode, web
from aiohttp.typedefs import Handler
from anyio.abc import TaskGroup, TaskStatus

from performer.chats.discord.hub import NoncedIO
from performer.chats.discord.rpc import protocol
from performer.chats.discord.rpc.handshake import BrainHello
from performer.chats.discord.rpc.protocol import Welcome
from performer.chats.discord.rpc.session import DEADLINE_S, RpcSession
from performer.chats.discord.rpc.sessions import BrainSessions
from performer.chats.discord.rpc.socket import EventHistory, RpcSocket, make_socket
from performer.chats.discord.wire.values import DiscordEvent, LinkChanged
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream
from performer.core.http_security.auth_failures import AuthFailures
from performer.core.http_security.connection_limits import (
    ConnectionLimiter,
    ConnectionLimits,
    LimitedRequestHandler,
    add_headers,
)
from performer.core.http_security.origin import AllowedHosts, bracket_host
from performer.core.own_text import own
from performer.core.process.lifetime import ShowEnd
from performer.core.process.supervisor import supervise
from performer.core.values import dataclass

_log = logging.getLogger(__name__)

_LAST_WORDS_S: Final = 0.3
_LAST_CALLS_S: Final = 1.0
"""How long calls that are under way may take when it ends."""
_HINT: Final = "--listen and --public-host"


@dataclass(frozen=True, kw_only=True)
class RpcEndpoint:
    """The address on which the server listens, and who may come."""

    host: str = "127.0.0.1"
    port: int = 0
    """0: any that is free."""
    public_host: str = ""
    """The name by which others ask for it, with its port if that is not 443; empty for none."""
    token: str = field(repr=False)
    """What a brain must bring."""
    deadline_s: float = DEADLINE_S
    """How long a call may take."""


@dataclass(eq=False, kw_only=True)
class RpcServer:
    """Serves a link to Discord to brains, each of which is told of every event; whoever runs the link calls `hear`.

    Calls of brains are made on `io`, and `limits` is what strangers may cost.
    """

    clock: Clock
    io: NoncedIO
    place: RpcEndpoint
    limits: ConnectionLimits = field(default_factory=partial(ConnectionLimits, connections=32))

    def __post_init__(self) -> None:
        self._hosts = AllowedHosts(self.place.host, self.place.public_host, hint=_HINT)
        self._strangers = AuthFailures(self.clock, "Does a brain have an old token?")
        self._history = EventHistory()
        self._link = LinkChanged(is_up=False, reason=own("The link to Discord has not been tried yet."))
        self._brains = BrainSessions(self._new_session)
        self._tasks: TaskGroup | None = None
        self._is_ending = False

    @property
    def port(self) -> int:
        """The port on which it listens, once it has started."""
        return self._hosts.port

    @property
    def address(self) -> str:
        """The address for a brain's settings, once it has started."""
        if name := self.place.public_host:
            return f"{'ws' if ':' in name else 'wss'}://{name}"
        is_open = self.place.host in {"0.0.0.0", "::"}  # noqa: S104  compared with, not bound to
        return f"ws://{'ADDRESS-OF-THIS-MACHINE' if is_open else bracket_host(self.place.host)}:{self.port}"

    def hear(self, event: DiscordEvent) -> None:
        """Keep an event, and tell all brains of it that are there or come back for it."""
        if isinstance(event, LinkChanged):
            self._link = event
        self._history.add(event)
        for session in self._brains.connected:
            if session.socket is not None:
                session.socket.wake()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Listen and serve until cancelled; ready once it listens. Raises ServiceError when it cannot listen there."""
        runner = web.AppRunner(self._make_app(), access_log=None, shutdown_timeout=_LAST_WORDS_S)
        await runner.setup()
        listener: asyncio.Server | None = None
        over = anyio.Event()
        async with anyio.create_task_group() as tasks:
            await tasks.start(self._host_calls, over)
            try:
                listener = await self._listen(runner)
                self._hosts.port = int(listener.sockets[0].getsockname()[1])
                task_status.started()
                await anyio.sleep_forever()
            finally:
                with anyio.CancelScope(shield=True):
                    await self._close(listener, runner)
                    over.set()

    async def _host_calls(self, over: anyio.Event, *, task_status: TaskStatus[None]) -> None:
        """Keep calls running until `over` is set: at the end they have a moment more than all else."""
        with anyio.CancelScope(shield=True):
            async with anyio.create_task_group() as self._tasks:
                task_status.started()
                await over.wait()
                self._tasks.cancel_scope.cancel()

    def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._check])
        app.on_response_prepare.append(add_headers)
        app.router.add_get("/", self._serve, allow_head=False)
        app.router.add_get("/ws", self._serve, allow_head=False)
        app.router.add_get("/health", self._show_health)
        return app

    @web.middleware
    async def _check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse what is not for us (403), odd (400), has a body (413), or brings a wrong token (401)."""
        self._hosts.check(request)
        if request.content_length or "Transfer-Encoding" in request.headers:
            raise web.HTTPRequestEntityTooLarge(0, text="Nothing here takes a body.\n")
        if "Authorization" in request.headers:
            await self._check_token(request)
        return await handler(request)

    async def _check_token(self, request: web.Request) -> None:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        is_right = hmac.compare_digest(token.strip().encode(), self.place.token.encode())
        if scheme.lower() != "bearer" or not is_right:
            await self._strangers.turn_away()
            challenge = {"WWW-Authenticate": "Bearer"}
            raise web.HTTPUnauthorized(
                text="The token is missing or wrong: Authorization: Bearer …\n", headers=challenge
            )
        if isinstance(request.protocol, LimitedRequestHandler):
            request.protocol.is_stranger = False

    async def _show_health(self, request: web.Request) -> web.StreamResponse:
        """Answer whether the link is up; with the token also why not, and which brains are here."""
        health: dict[str, Any] = {"ok": self._link.is_up, "link": "up" if self._link.is_up else "down"}
        if "Authorization" in request.headers:
            names = [session.name for session in self._brains.connected]
            health |= {"reason": self._link.reason, "brains": names}
        return web.json_response(health)

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        """Serve a brain, or refuse it (401, 503)."""
        if "Authorization" not in request.headers:
            await self._check_token(request)
        if self._is_ending:
            raise web.HTTPServiceUnavailable(text="It ends.\n")
        hello = BrainHello.of(request)
        session, is_resumed = self._brains.take(hello)
        try:
            socket = make_socket()
            await socket.prepare(request)
            await self._attend(socket, request, hello, session, is_resumed=is_resumed)
        finally:
            self._brains.leave(hello)
        return socket

    async def _attend(
        self,
        socket: web.WebSocketResponse,
        request: web.Request,
        hello: BrainHello,
        session: RpcSession,
        *,
        is_resumed: bool,
    ) -> None:
        if isinstance(request.protocol, LimitedRequestHandler):
            request.protocol.stays = True
        seen = self._history.last if hello.seen is None or not is_resumed else min(hello.seen, self._history.last)
        line = RpcSocket(socket, request, self._history, seen)
        if hello.is_named:
            welcome = Welcome(session=session.session, is_resumed=is_resumed, seen=seen, link=self._link)
            line.send(protocol.format_envelope("welcome", Welcome.op, welcome.model_dump(mode="json")))
        session.attach(line)
        _log.info("Brain '%s' %s.", session.name, "is back" if is_resumed else "has come")
        try:
            await line.serve(session.hear)
        finally:
            session.detach(line)
            _log.info("Brain '%s' has gone.", session.name)

    def _new_session(self, session: str, name: str) -> RpcSession:
        assert self._tasks is not None, "nobody comes before it listens"
        return RpcSession(self.clock, self.io, self._tasks, session, name, self.place.deadline_s)

    async def _listen(self, runner: web.AppRunner) -> asyncio.Server:
        assert runner.server is not None
        limiter = ConnectionLimiter(runner.server, self.limits)
        try:
            return await asyncio.get_running_loop().create_server(limiter, self.place.host, self.place.port)
        except OSError as error:
            where = f"{bracket_host(self.place.host)}:{self.place.port}"
            sentence = f"It cannot listen on {where}: {error.strerror}. Name another place with --listen."
            raise ServiceError(sentence, retry=False) from error

    async def _close(self, listener: asyncio.Server | None, runner: web.AppRunner) -> None:
        """Accept no more connections, wait a moment for the calls that are under way, and say goodbye."""
        self._is_ending = True
        if listener is not None:
            listener.close()
        with anyio.move_on_after(_LAST_CALLS_S):
            for session in self._brains.known:
                await session.rest()
        for session in self._brains.connected:
            if session.socket is not None:
                session.socket.leave_in_turn(WSCloseCode.GOING_AWAY, "It ends.")
        await runner.cleanup()


async def serve_until_ended(clock: Clock, io: NoncedIO, place: RpcEndpoint, tell: Callable[[str], None]) -> None:
    """Serve until the process is asked to end, and print its state in a few lines by `tell`.

    At the end connections are closed first, and then the link to Discord. Raises ServiceError when it cannot listen
    there.
    """
    ending = ShowEnd()
    server = RpcServer(clock=clock, io=io, place=place)

    def hear(event: DiscordEvent) -> None:
        if isinstance(event, LinkChanged):
            tell(_describe_link(event))
        server.hear(event)

    with ending.end_on_signal():
        async with anyio.create_task_group() as linking:
            async with anyio.create_task_group() as serving:
                await serving.start(server.run)
                tell(f"Listening on {bracket_host(place.host)}:{server.port} for brains. Ctrl+C ends it.")
                tell(f'In the config.toml of the brain, under [discord]: io = "{server.address}"')
                linking.start_soon(supervise, clock, EventStream(clock), "discord", partial(io.run, hear))
                await ending.wait()
                serving.cancel_scope.cancel()
            linking.cancel_scope.cancel()
    tell("Ended.")


def _describe_link(link: LinkChanged) -> str:
    if not link.is_up:
        return f"The link is down. {link.reason}"
    name = f" as {link.me.name}" if link.me else ""
    return f"The link is up{name}. {link.reason}".strip()
