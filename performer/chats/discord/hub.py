"""The link to Discord as the performer sees it, and the hub that keeps it up and hands its events to all readers."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Literal, Protocol, TypeVar

import anyio
from anyio.abc import TaskStatus

from performer.chats.discord.wire.calls import Call
from performer.chats.discord.wire.values import DiscordEvent, LinkChanged, Me
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.core.process.supervisor import supervise
from performer.core.status import Role

T = TypeVar("T")

Trouble = Literal["unknown_method", "bad_arguments", "denied", "discord_error", "deadline", "link", "unknown_outcome"]
"""The kind of failure of a call. `link`: nothing leads to Discord now; `unknown_outcome`: it may have been done."""
About = Literal["place", "words", "moment"]
"""What a refusal is about: where something was to be done, what was to be written, or that it was too soon."""
EventReader = Callable[[DiscordEvent], None]
"""Receives an event, at once and without waiting."""


class DiscordFailed(ServiceError):
    """A call that came to nothing, or of which nobody knows whether it was done.

    The message is one sentence for the streamer or the model, without secrets; `about` is what a `discord_error`
    refuses, and `again_in_s` when a call that was too soon may be tried again.
    """

    def __init__(
        self, kind: Trouble, message: str, method: str, *, about: About = "place", again_in_s: float = 0.0
    ) -> None:
        super().__init__(message, retry=kind in {"deadline", "link", "discord_error"})
        self.kind = kind
        self.method = method
        self.about = about
        self.again_in_s = again_in_s


class DiscordIO(Protocol):
    """A link to Discord.

    `run` keeps it up until cancelled, and hands what happens to `hear`, in order and without waiting for it; it is
    ready when it is known whether the link is up. It never raises for Discord's sake: it tells LinkChanged, and tries
    again where that may help. Calls may be made at any time, from any task of the same loop.
    """

    async def run(self, hear: EventReader, *, task_status: TaskStatus[None]) -> None:
        """Keep the link up until cancelled."""
        ...

    async def call(self, call: Call[T]) -> T:
        """Make a call, and return its answer; DiscordFailed says that it came to nothing, or that nobody knows."""
        ...


class NoncedIO(DiscordIO, Protocol):
    """A link that may be asked twice for the same message: the bot itself, behind an RPC server."""

    async def call(self, call: Call[T], *, nonce: str = "") -> T:
        """Make a call, and return its answer, as `DiscordIO` says.

        Discord writes two messages of the same nonce (up to 25 characters) once, within minutes; an empty one is made
        up.
        """
        ...


_log = logging.getLogger(__name__)

SERVICE: Final = own("discord")
START_WAITS_S: Final = 5.0
"""How long a show's start waits to know whether the link is up."""
_NO_ANSWER: Final = own(
    "No answer has come within {s:g} s; it is tried on, and told here once it is there.", s=START_WAITS_S
)
_MOST_WAITING: Final = 10_000
"""Events; two minutes of a flood, should a reader have to be started again."""


class DiscordHub:
    """Hands each event to every reader in turn, and publishes the link's state as a service's.

    A reader that breaks loses the one event that broke it, and never the link.
    """

    def __init__(self, clock: Clock, stream: EventStream, io: DiscordIO) -> None:
        self._clock = clock
        self._stream = stream
        self._io = io
        self._link = LinkChanged(is_up=False, reason=own("It has not been tried yet."))
        self._is_known = anyio.Event()
        """Set once it is known whether the link is up."""
        self._waiting: asyncio.Queue[DiscordEvent] = asyncio.Queue(_MOST_WAITING)
        self._lost = 0
        self.me: Me | None = None
        """The bot's own account, once the link has been up."""

    @property
    def is_up(self) -> bool:
        """Whether the link is there."""
        return self._link.is_up

    async def run(self, *readers: EventReader, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Keep the link up until cancelled; ready when it is known whether it is up, or 5 s later.

        The readers get each event in their order.
        """
        hand_out = partial(self._hand_out, readers)
        async with anyio.create_task_group() as tasks:
            await tasks.start(partial(supervise, self._clock, self._stream, "discord readers", hand_out))
            tasks.start_soon(self._be_ready, task_status)
            await self._io.run(self._hear, task_status=anyio.TASK_STATUS_IGNORED)
            tasks.cancel_scope.cancel()

    def role(self) -> Role:
        """Return the bot's name at Discord, or why it is not there, for the start-up table."""
        if self.is_up and self.me:
            return Role(part="chat", plays=own("Discord, as {name}", name=self.me.name), why=self._link.reason)
        return Role(part="chat", plays=own("no Discord"), why=self._link.reason, state="down")

    async def _be_ready(self, task_status: TaskStatus[None]) -> None:
        with self._clock.move_on_after(START_WAITS_S):
            await self._is_known.wait()
        if not self._is_known.is_set():
            self._hear(LinkChanged(is_up=False, reason=_NO_ANSWER))
        task_status.started()

    def _hear(self, event: DiscordEvent) -> None:
        if isinstance(event, LinkChanged):
            self._publish(event)
            self._is_known.set()
        if self._waiting.full():
            self._waiting.get_nowait()
            self._lost += 1
        self._waiting.put_nowait(event)

    async def _hand_out(self, readers: Sequence[EventReader], *, task_status: TaskStatus[None]) -> None:
        """Pass the waiting events to the readers, in order, until cancelled."""
        task_status.started()
        while True:
            event = await self._waiting.get()
            if self._lost:
                _log.error("Discord's readers fell behind, and %d events were lost.", self._lost)
                self._lost = 0
            for read in readers:
                read(event)

    def _publish(self, link: LinkChanged) -> None:
        before, self._link = self._link, link
        self.me = link.me or self.me
        if link.is_up and (not before.is_up or link.reason != before.reason):
            who = own("as {name}", name=self.me.name) if self.me else ""
            self._stream.publish(ServiceUp(service=SERVICE, reason=link.reason or who))
        elif not link.is_up and (before.is_up or link.reason != before.reason):
            self._stream.publish(ServiceDown(service=SERVICE, reason=link.reason))
