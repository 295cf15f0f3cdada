"""The server's end of a brain's connection: its answers, and the events it is told, sent as fast as it takes them."""

from collections import deque
from collections.abc import Callable
from typing import Final

import anyio
from aiohttp import WSCloseCode, WSMsgType, web

from performer.chats.discord.rpc.protocol import MOST_FRAME, Lost, format_envelope
from performer.chats.discord.wire.values import DiscordEvent

HEARTBEAT_S: Final = 10.0
"""After so long without a word each side asks for a sign of life, and takes the other for gone 5 s later."""
_FAREWELL_S: Final = 0.5
_MOST_WAITING: Final = 64 * 1024 * 1024
"""Characters of answers that may wait; a brain that takes no more than that is cut off, and may come back."""
_MOST_EVENTS: Final = 2_000


class EventHistory:
    """The last `most` events, numbered, as they go over the wire: a brain that was away for a moment gets them."""

    def __init__(self, most: int = _MOST_EVENTS) -> None:
        self.last = 0
        """The number of the newest event; 0 when there was none."""
        self._kept: deque[str] = deque(maxlen=most)

    def add(self, event: DiscordEvent) -> None:
        """Add an event, under the next number."""
        self.last += 1
        self._kept.append(format_envelope(str(self.last), event.op, event.model_dump(mode="json")))

    def find_after(self, seen: int) -> tuple[int, str | None]:
        """Return how many events after a number are not kept any more, and the first that is; None after the last."""
        first = self.last - len(self._kept) + 1
        missed = max(first - 1 - seen, 0)
        at = seen + missed - (first - 1)
        return missed, self._kept[at] if at < len(self._kept) else None


class RpcSocket:
    """A connected brain; its socket is prepared, and it is told of events after the number `seen`."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request, history: EventHistory, seen: int) -> None:
        self._socket = socket
        self._transport = request.transport
        self._history = history
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
            # A goodbye would wait behind what was not read.
            if self._transport is not None:
                self._transport.abort()
            self._served.cancel()
        self.wake()

    def wake(self) -> None:
        """Look for more events to send."""
        self._more.set()

    def leave(self, code: int, why: str) -> None:
        """End `serve` at once, with a goodbye."""
        self._farewell = (WSCloseCode(code), why)
        self._served.cancel()

    def leave_in_turn(self, code: int, why: str) -> None:
        """End `serve`, with a goodbye, once all that waits has been sent."""
        self._farewell = (WSCloseCode(code), why)
        self._is_leaving = True
        self.wake()

    async def serve(self, hear: Callable[[str], None]) -> None:
        """Send and hear until the connection ends."""
        with self._served:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._send_waiting)
                async for frame in self._socket:
                    if frame.type is WSMsgType.TEXT:
                        hear(frame.data)
                    elif frame.type is WSMsgType.BINARY:
                        self.leave(WSCloseCode.UNSUPPORTED_DATA, "Only text is understood here.")
                    else:
                        break  # it was too long, or no frame; aiohttp has told so
                tasks.cancel_scope.cancel()
        code, why = self._farewell
        with anyio.CancelScope(shield=True):
            await self._socket.close(code=code, message=why.encode()[:120])

    async def _send_waiting(self) -> None:
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
        missed, event = self._history.find_after(self._seen)
        if missed:
            self._seen += missed
            return format_envelope(f"lost-{self._seen}", Lost.op, {"count": missed})
        if event is not None:
            self._seen += 1
        return event


def make_socket() -> web.WebSocketResponse:
    """Return the server's end of a WebSocket."""
    return web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=MOST_FRAME, timeout=_FAREWELL_S, compress=False)
