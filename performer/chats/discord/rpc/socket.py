"""A line: one WebSocket of a brain, its answers and the events it is told, sent as fast as it takes them."""

from collections import deque
from collections.abc import Callable
from typing import Final

import anyio
from aiohttp import WSCloseCode, WSMsgType, web

from performer.chats.discord.rpc.protocol import MOST_FRAME, Lost, format_envelope
from performer.chats.discord.rpc.session import EventHistory

HEARTBEAT_S: Final = 10.0
"""After so long without a word each side asks for a sign of life, and takes the other for gone 5 s later."""
_FAREWELL_S: Final = 0.5
_MOST_WAITING: Final = 64 * 1024 * 1024
"""Characters of answers that may wait; a brain that takes no more than that is cut off, and may come back."""


class RpcSocket:
    """One connected brain; `send` never waits.

    Args:
        socket: Prepared.
        request: By which it came.
        past: Whose events are told.
        seen: The number of the last event that needs no telling.
    """

    def __init__(self, socket: web.WebSocketResponse, request: web.Request, past: EventHistory, seen: int) -> None:
        self._socket = socket
        self._transport = request.transport
        self._past = past
        self._seen = seen
        self._waiting: deque[str] = deque()
        self._size = 0
        self._more = anyio.Event()
        self._served = anyio.CancelScope()
        self._farewell = (WSCloseCode.OK, "")
        self._is_leaving = False

    def send(self, text: str) -> None:
        """Queue a message; it goes before events that wait."""
        self._waiting.append(text)
        self._size += len(text)
        if self._size > _MOST_WAITING:
            self.cut_off()
        self.wake()

    def wake(self) -> None:
        """Look whether there is more to send."""
        self._more.set()

    def leave(self, code: int, why: str) -> None:
        """Say goodbye, and let `serve` return."""
        self._farewell = (WSCloseCode(code), why)
        self._served.cancel()

    def leave_in_turn(self, code: int, why: str) -> None:
        """Say goodbye, and let `serve` return, once all that waits has been sent."""
        self._farewell = (WSCloseCode(code), why)
        self._is_leaving = True
        self.wake()

    def cut_off(self) -> None:
        """Close without a goodbye, which would wait behind what was not read."""
        if self._transport is not None:
            self._transport.abort()
        self._served.cancel()

    async def serve(self, hear: Callable[[str], None]) -> bool:
        """Send and hear until it ends; tells whether the brain said goodbye."""
        with self._served:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._send_what_waits)
                await self._hear(hear)
                tasks.cancel_scope.cancel()
        said_goodbye = self._socket.close_code in {WSCloseCode.OK, WSCloseCode.GOING_AWAY}
        code, why = self._farewell
        with anyio.CancelScope(shield=True):
            await self._socket.close(code=code, message=why.encode()[:120])
        return said_goodbye

    async def _hear(self, hear: Callable[[str], None]) -> None:
        async for frame in self._socket:
            if frame.type is WSMsgType.TEXT:
                hear(frame.data)
            elif frame.type is WSMsgType.BINARY:
                self.leave(WSCloseCode.UNSUPPORTED_DATA, "Only text is understood here.")
            else:
                return  # it was too long, or no frame; aiohttp has told so

    async def _send_what_waits(self) -> None:
        try:
            while True:
                self._more = anyio.Event()
                while (text := self._next()) is not None:
                    await self._socket.send_str(text)
                if self._is_leaving:
                    break
                await self._more.wait()
        except ConnectionResetError:
            pass
        self._served.cancel()

    def _next(self) -> str | None:
        if self._waiting:
            text = self._waiting.popleft()
            self._size -= len(text)
            return text
        missed, event = self._past.after(self._seen)
        if missed:
            self._seen += missed
            return format_envelope(f"lost-{self._seen}", Lost.op, {"count": missed})
        if event is not None:
            self._seen += 1
        return event


def make_socket() -> web.WebSocketResponse:
    """Make the server's end of a WebSocket."""
    return web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=MOST_FRAME, timeout=_FAREWELL_S, compress=False)
