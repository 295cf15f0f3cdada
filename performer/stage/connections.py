"""The clients: the connected WebSockets, each with a short queue of its own, so that a slow one harms nobody else."""

import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Final

import anyio
from aiohttp import WSCloseCode, WSMsgType, web

from performer.core.clock import Clock
from performer.core.http_security.connection_limits import Allowance
from performer.stage.access_tokens import Role

_log = logging.getLogger(__name__)

MOST_CLIENTS: Final = 32
"""The most clients besides those in control."""
MOST_IN_CONTROL: Final = 64
"""The most control clients; no page of the stage takes their room, and they take none of its pages'."""
MOST_AGENTS: Final = 8
"""The most programs that use the tools: they leave room for the stage's own clients."""
QUEUE_DEPTH: Final = 256
"""The most messages that may wait for a client; a slower one is closed, to come back to a fresh snapshot."""
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
        self.wish = request.query.get("theme", "")
        """The theme that the client's address asks for; empty for the stage's."""
        self.is_preview = "preview" in request.query
        """Whether it is the picture of the stage on the control page."""
        self.is_page = "Origin" in request.headers
        """Whether a page of a browser has connected, and no other program."""
        self._socket = socket
        self._transport = request.transport
        self._outgoing, self._waiting = anyio.create_memory_object_stream[tuple[str | bytes, ...]](QUEUE_DEPTH)
        self._attended: anyio.CancelScope | None = None
        self._farewell = (WSCloseCode.OK, "")
        self._allowance = Allowance(clock, at_once=_MESSAGES_AT_ONCE, per_s=_MESSAGES_PER_S)

    def send(self, *frames: str | bytes) -> None:
        """Queue frames that go out one right after the other, or close a client whose queue is full."""
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
        """Close the connection with a goodbye, and end `attend`."""
        self._farewell = (WSCloseCode(code), why)
        if self._attended is not None:
            self._attended.cancel()

    def leave_in_turn(self, code: int, why: str) -> None:
        """Close the connection with a goodbye once all that is queued was sent, and end `attend`."""
        self._farewell = (WSCloseCode(code), why)
        self._outgoing.close()

    def cut_off(self) -> None:
        """Close without a goodbye, which would have to wait behind what the client has not read."""
        if self._transport is not None:
            self._transport.abort()
        self.leave()

    async def attend(self, hear: Callable[[str], None]) -> None:
        """Send what is queued and pass on what is received, until the client or `leave` ends it."""
        with self._outgoing, self._waiting:
            async with anyio.create_task_group() as tasks:
                self._attended = tasks.cancel_scope
                tasks.start_soon(self._send_queued)
                async for text in self._receive():
                    hear(text)
                tasks.cancel_scope.cancel()
        code, why = self._farewell
        # Cut to what fits into a closing frame, at a whole character.
        fitting = why.encode(errors="replace")[:120].decode(errors="ignore").encode()
        await self._socket.close(code=code, message=fitting)

    async def _receive(self) -> AsyncIterator[str]:
        async for frame in self._socket:
            if frame.type is not WSMsgType.TEXT:
                self.leave(WSCloseCode.UNSUPPORTED_DATA, "Only text is understood here.")
                return
            if not self._allowance.take():
                _log.info("Stage client '%s' says too much at once and is closed.", self.name)
                self.leave(WSCloseCode.POLICY_VIOLATION, f"More than {_MESSAGES_PER_S:.0f} messages a second.")
                return
            yield frame.data

    async def _send_queued(self) -> None:
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
            # JSON and file names may hold half a character, which no frame can carry: it is replaced by `?`.
            await self._socket.send_str(frame.encode(errors="replace").decode())
        else:
            await self._socket.send_bytes(frame)


class StageClients:
    """The connected clients, the longest connected first."""

    def __init__(self) -> None:
        self._clients: list[StageClient] = []
        self._changed = anyio.Event()

    def has_room(self, role: Role) -> bool:
        """Whether one more client of this role may connect."""
        in_control = len(self.of("control"))
        if role == "control":
            return in_control < MOST_IN_CONTROL
        if role == "agent" and len(self.of("agent")) >= MOST_AGENTS:
            return False
        return len(self._clients) - in_control < MOST_CLIENTS

    def __len__(self) -> int:
        return len(self._clients)

    @contextmanager
    def joined(self, client: StageClient) -> Iterator[None]:
        """Count a client as connected for as long as the block runs."""
        self._clients.append(client)
        self._note_change()
        try:
            yield
        finally:
            self._clients.remove(client)
            self._note_change()

    def of(self, *roles: Role) -> tuple[StageClient, ...]:
        """Return the clients of these roles."""
        return tuple(client for client in self._clients if client.role in roles)

    async def come(self, *roles: Role) -> None:
        """Wait until a client of these roles is there."""
        await self._wait_until(lambda: bool(self.of(*roles)))

    def broadcast(self, text: str, *roles: Role) -> None:
        """Send one message to every client of these roles."""
        for client in self.of(*roles):
            client.send(text)

    async def close_all(self) -> None:
        """Close every connection with a goodbye, and wait for the answers, half a second at most."""
        leaving = tuple(self._clients)
        for client in leaving:
            client.leave()
        with anyio.move_on_after(_FAREWELL_S + 0.1):
            await self._wait_until_gone(leaving)

    async def close_roles(self, *roles: Role, why: str) -> None:
        """Close the connections of these roles after what waits for them; cut them off after half a second.

        None of these clients is left when this returns.
        """
        leaving = self.of(*roles)
        for client in leaving:
            client.leave_in_turn(WSCloseCode.POLICY_VIOLATION, why)
        with anyio.move_on_after(_FAREWELL_S):
            await self._wait_until_gone(leaving)
        for client in leaving:
            if client in self._clients:
                client.cut_off()
        await self._wait_until_gone(leaving)

    def _note_change(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()

    async def _wait_until_gone(self, clients: Collection[StageClient]) -> None:
        await self._wait_until(lambda: not set(clients) & set(self._clients))

    async def _wait_until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            await self._changed.wait()
