"""A bot's session, which outlives its sockets, and the sockets by which it is told what happens."""

import json
import time
import zlib
from asyncio import Queue, Transport
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.fakes.discord.numbers import Intent

MOST_REMEMBERED = 2000
"""Events that a session can be told again."""
MOST_IN_A_MINUTE = 120


@dataclass(frozen=True, kw_only=True)
class Close:
    """Hang up with this number, after what stands before it in the queue."""

    code: int


@dataclass(eq=False)
class Socket:
    """One connection; what is put to it goes out in order."""

    ws: web.WebSocketResponse
    transport: Transport
    packer: Any = None
    """One zlib stream for the whole connection; None sends plain text."""
    heard_at: "deque[float]" = field(default_factory=lambda: deque(maxlen=MOST_IN_A_MINUTE))
    queue: "Queue[str | Close]" = field(default_factory=Queue)
    session: "Session | None" = None

    def is_too_eager(self) -> bool:
        """Count what the bot says; more than 120 in a minute are too many."""
        now = time.monotonic()
        is_full = len(self.heard_at) == MOST_IN_A_MINUTE and self.heard_at[0] > now - 60
        self.heard_at.append(now)
        return is_full

    def put(self, op: int, data: Any, *, sequence: int | None = None, event: str | None = None) -> None:
        self.queue.put_nowait(json.dumps({"op": op, "d": data, "s": sequence, "t": event}))

    async def pump(self) -> None:
        """Send what is put, until somebody hangs up."""
        try:
            while True:
                item = await self.queue.get()
                if isinstance(item, Close):
                    await self.ws.close(code=item.code)
                elif self.packer is None:
                    await self.ws.send_str(item)
                else:
                    packed = self.packer.compress(item.encode()) + self.packer.flush(zlib.Z_SYNC_FLUSH)
                    await self.ws.send_bytes(packed)
        except (ConnectionResetError, RuntimeError):
            return


@dataclass(eq=False)
class Session:
    """What a bot has identified for; it can come back to it on another socket."""

    id: str
    intents: Intent
    sequence: int = 0
    told: "deque[tuple[int, str, Any]]" = field(default_factory=lambda: deque(maxlen=MOST_REMEMBERED))
    socket: Socket | None = None

    def tell(self, event: str, data: Any) -> None:
        """Tell an event, now or when the bot comes back."""
        self.sequence += 1
        self.told.append((self.sequence, event, data))
        if self.socket is not None:
            self.socket.put(0, data, sequence=self.sequence, event=event)

    def can_go_on_after(self, sequence: int) -> bool:
        """Return whether nothing behind this number is forgotten."""
        return sequence <= self.sequence and (not self.told or sequence >= self.told[0][0] - 1)
