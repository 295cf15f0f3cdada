"""Clients: the connected WebSockets, each with a short queue of its own, so that a slow one harms nobody else.

The audience: who looks at the stage, told to the windows, and what a window says of itself.
"""

import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Final

import anyio
from aiohttp import WSCloseCode, WSMsgType, web

from performer.core.clock import Clock
from performer.core.http_security.connection_limits import Allowance
from performer.stage.access_tokens import Role
from performer.stage.protocol.codec import encode
from performer.stage.protocol.messages import Hello, Message, Watched

_log = logging.getLogger(__name__)

MOST_CLIENTS: Final = 32
MORE_IN_CONTROL: Final = 8
"""Who may give orders finds room when it is full: no page may keep the streamer from saying Hush."""
MOST_AGENTS: Final = 8
"""Of them, programs that use the tools: they leave room for the stage's own."""
QUEUE_DEPTH: Final = 256
"""Messages that may wait for a client; with one more it is too slow and is closed, to come back to a fresh snapshot."""
MOST_BYTES: Final = 64 * 1024
"""The longest message a client may send."""
_MESSAGES_AT_ONCE: Final = 300
_MESSAGES_PER_S: Final = 60.0
_HEARTBEAT_S: Final = 10.0
_FAREWELL_S: Final = 0.5


def make_socket() -> web.WebSocketResponse:
    """Make the server's end of a WebSocket, with our limits and heartbeat."""
    return web.WebSocketResponse(heartbeat=_HEARTBEAT_S, max_msg_size=MOST_BYTES, timeout=_FAREWELL_S, compress=False)


class StageClient:
    """One connected WebSocket; `send` never waits."""

    def __init__(self, clock: Clock, socket: web.WebSocketResponse, request: web.Request, role: Role) -> None:
        self.role = role
        self.name = "nameless"
        self.wish = ""
        """The theme that its address asks for; empty for the stage's."""
        self._socket = socket
        self._transport = request.transport
        self._outgoing, self._waiting = anyio.create_memory_object_stream[tuple[str | bytes, ...]](QUEUE_DEPTH)
        self._attended: anyio.CancelScope | None = None
        self._farewell = (WSCloseCode.OK, "")
        self._allowance = Allowance(clock, at_once=_MESSAGES_AT_ONCE, per_s=_MESSAGES_PER_S)

    def send(self, *frames: str | bytes) -> None:
        """Queue frames that go out one right after the other; a client whose queue is full is closed."""
        try:
            self._outgoing.send_nowait(frames)
        except anyio.WouldBlock:
            _log.info(
                "Stage client '%s' is %d messages behind and is closed; it may come back.", self.name, QUEUE_DEPTH
            )
            self.cut_off()
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            return  # it is leaving

    def leave(self, code: int = WSCloseCode.GOING_AWAY, why: str = "") -> None:
        """Say goodbye and let `attend` return."""
        self._farewell = (WSCloseCode(code), why)
        if self._attended is not None:
            self._attended.cancel()

    def leave_in_turn(self, code: int, why: str) -> None:
        """Say goodbye, and let `attend` return, once all that is queued has been sent."""
        self._farewell = (WSCloseCode(code), why)
        self._outgoing.close()

    def cut_off(self) -> None:
        """Close without a goodbye, which would have to wait behind what it has not read."""
        if self._transport is not None:
            self._transport.abort()
        self.leave()

    async def attend(self, hear: Callable[[str], None]) -> None:
        """Send what is queued and hand over what is heard, until the client or `leave` ends it."""
        with self._outgoing, self._waiting:
            async with anyio.create_task_group() as tasks:
                self._attended = tasks.cancel_scope
                tasks.start_soon(self._send_what_waits)
                async for text in self._heard():
                    hear(text)
                tasks.cancel_scope.cancel()
        code, why = self._farewell
        await self._socket.close(code=code, message=_short(why))

    async def _heard(self) -> AsyncIterator[str]:
        async for frame in self._socket:
            if frame.type is not WSMsgType.TEXT:
                self.leave(WSCloseCode.UNSUPPORTED_DATA, "Only text is understood here.")
                return
            if not self._allowance.take():
                _log.info("Stage client '%s' says too much at once and is closed.", self.name)
                self.leave(WSCloseCode.POLICY_VIOLATION, f"More than {_MESSAGES_PER_S:.0f} messages a second.")
                return
            yield frame.data

    async def _send_what_waits(self) -> None:
        try:
            async for frames in self._waiting:
                for frame in frames:
                    await self._send(frame)
        except ConnectionResetError:
            self.leave()
        else:
            self.leave(*self._farewell)

    async def _send(self, frame: str | bytes) -> None:
        if isinstance(frame, str):
            await self._socket.send_str(frame if frame.isascii() else _sendable(frame))
        else:
            await self._socket.send_bytes(frame)


def _sendable(text: str) -> str:
    """Write half a character, as JSON and file names may hold one, as `?`: no frame can carry it."""
    return text.encode(errors="replace").decode()


def _short(why: str) -> bytes:
    """Cut a reason to what fits into a closing frame, at a whole character."""
    return why.encode(errors="replace")[:120].decode(errors="ignore").encode()


class StageClients:
    """Everybody who is connected, the longest first."""

    def __init__(self) -> None:
        self._clients: list[StageClient] = []
        self._came = anyio.Event()
        self._left = anyio.Event()

    def has_room(self, role: Role) -> bool:
        """Tell whether one more of this role may come."""
        if role == "agent" and len(self.of("agent")) >= MOST_AGENTS:
            return False
        return len(self._clients) < MOST_CLIENTS + (MORE_IN_CONTROL if role == "control" else 0)

    def __len__(self) -> int:
        return len(self._clients)

    @contextmanager
    def joined(self, client: StageClient) -> Iterator[None]:
        """Count a client in for as long as the block runs."""
        self._clients.append(client)
        self._came.set()
        try:
            yield
        finally:
            self._clients.remove(client)
            self._left.set()

    def of(self, *roles: Role) -> tuple[StageClient, ...]:
        """List everybody of these roles."""
        return tuple(client for client in self._clients if client.role in roles)

    async def come(self, *roles: Role) -> None:
        """Return once somebody of these roles is there."""
        while not self.of(*roles):
            self._came = anyio.Event()
            await self._came.wait()

    def broadcast(self, text: str, *roles: Role) -> None:
        """Send one message to everybody of these roles."""
        for client in self.of(*roles):
            client.send(text)

    async def close_all(self) -> None:
        """Say goodbye to everybody and return when they have answered, half a second later at most."""
        for client in tuple(self._clients):
            client.leave()
        with anyio.move_on_after(_FAREWELL_S + 0.1):
            await self._parted(*self._clients)

    async def close_roles(self, *roles: Role, why: str) -> None:
        """Say goodbye to these roles once they have had what waits for them; who takes half a second is cut off.

        Nobody who was there is left when this returns.
        """
        leaving = self.of(*roles)
        for client in leaving:
            client.leave_in_turn(WSCloseCode.POLICY_VIOLATION, why)
        with anyio.move_on_after(_FAREWELL_S):
            await self._parted(*leaving)
        for client in leaving:
            if client in self._clients:
                client.cut_off()
        await self._parted(*leaving)

    async def _parted(self, *clients: StageClient) -> None:
        while any(client in self._clients for client in clients):
            self._left = anyio.Event()
            await self._left.wait()


class PageCounter:
    """Counts the pages that show the stage: where OBS takes one, a window may hide from the capture of the screen.

    Args:
        clients: Everybody who is connected.
        on_window: Called with what a window says of itself, which is where it is and what is odd about it.
    """

    def __init__(self, clients: StageClients, on_window: Callable[[str], None] = lambda _state: None) -> None:
        self._clients = clients
        self._on_window = on_window
        self._pages = 0

    @contextmanager
    def track_client(self, client: StageClient) -> Iterator[None]:
        """Reckon with a client for as long as the block runs."""
        try:
            with self._clients.joined(client):
                self._count()
                yield
        finally:
            self._count()

    def greet(self, client: StageClient) -> None:
        """Tell a new window how many pages there are."""
        if client.role == "window":
            client.send(encode(Watched(pages=self._pages)))

    def hear(self, client: StageClient, message: Message) -> None:
        """Take in what a client says of itself."""
        if not isinstance(message, Hello):
            return
        if client.role == "window":
            self._on_window(message.why)
        self._count()

    def _count(self) -> None:
        pages = sum(map(_is_page, self._clients.of("renderer", "sound")))
        if pages != self._pages:
            self._pages = pages
            self._clients.broadcast(encode(Watched(pages=pages)), "window")


def _is_page(client: StageClient) -> bool:
    """Take whoever may only look for a page; of those that may sound only one that says so."""
    return client.role == "renderer" or client.name == "page"
