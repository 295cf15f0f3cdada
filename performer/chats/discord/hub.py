"""The hub: keeps the one link to Discord, and hands what happens there to everybody whom it concerns."""

import logging
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.chats.discord.io import DiscordIO
from performer.chats.discord.wire.happenings import Happening, LinkChanged
from performer.chats.discord.wire.values import Me
from performer.clock import Clock
from performer.events import EventStream, ServiceDown, ServiceUp
from performer.roles import Role
from performer.supervisor import supervise

_log = logging.getLogger(__name__)

SERVICE: Final = "discord"
START_WAITS_S: Final = 5.0
"""How long a show's start waits to know whether the link is up."""
_NO_ANSWER: Final = f"No answer has come within {START_WAITS_S:g} s; it is tried on, and told here once it is there."
_MOST_WAITING: Final = 10_000
"""Happenings; two minutes of a flood, should a reader have to be started again."""

Hears = Callable[[Happening], None]
"""Takes in what happens, at once and without waiting."""


class DiscordHub:
    """Hands each happening to every reader in turn; the link's own state is told as a service's.

    A reader that breaks loses the one happening that broke it, and never the link.

    Args:
        clock: The show's clock.
        stream: Told when Discord is there, and when it is not.
        io: The link.
        readers: Who hears, by name, in this order.
    """

    def __init__(self, clock: Clock, stream: EventStream, io: DiscordIO, readers: Mapping[str, Hears]) -> None:
        self._clock = clock
        self._stream = stream
        self._io = io
        self._readers = dict(readers)
        self._link = LinkChanged(is_up=False, reason="It has not been tried yet.")
        self._is_known = anyio.Event()
        """Set once it is known whether the link is up."""
        self._waiting: deque[Happening] = deque()
        self._more = anyio.Event()
        self._lost = 0
        self.me: Me | None = None
        """Who the performer is at Discord, once the link has been up."""

    @property
    def is_up(self) -> bool:
        """Whether the link is there."""
        return self._link.is_up

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Keep the link up until cancelled; ready when it is known whether it is up, or 5 s later."""
        async with anyio.create_task_group() as tasks:
            await tasks.start(partial(supervise, self._clock, self._stream, "discord readers", self._hand_out))
            tasks.start_soon(self._be_ready, task_status)
            await self._io.run(self._hear, task_status=anyio.TASK_STATUS_IGNORED)
            tasks.cancel_scope.cancel()

    def role(self) -> Role:
        """Tell who it is at Discord, for the start-up table."""
        if self.is_up and self.me:
            return Role(part="chat", plays=f"Discord, as {self.me.name}", why=self._link.reason)
        return Role(part="chat", plays="no Discord", why=self._link.reason)

    async def _be_ready(self, task_status: TaskStatus[None]) -> None:
        with self._clock.move_on_after(START_WAITS_S):
            await self._is_known.wait()
        if not self._is_known.is_set():
            self._hear(LinkChanged(is_up=False, reason=_NO_ANSWER))
        task_status.started()

    def _hear(self, happening: Happening) -> None:
        if isinstance(happening, LinkChanged):
            self._tell(happening)
            self._is_known.set()
        if len(self._waiting) >= _MOST_WAITING:
            self._waiting.popleft()
            self._lost += 1
        self._waiting.append(happening)
        self._more.set()

    async def _hand_out(self, *, task_status: TaskStatus[None]) -> None:
        """Hand on what waits, in order, until cancelled."""
        task_status.started()
        while True:
            while self._waiting:
                happening = self._waiting.popleft()
                for hears in self._readers.values():
                    hears(happening)
            self._say_lost()
            self._more = anyio.Event()
            await self._more.wait()

    def _say_lost(self) -> None:
        if self._lost:
            _log.error("Discord's readers fell behind, and %d happenings were lost.", self._lost)
            self._lost = 0

    def _tell(self, link: LinkChanged) -> None:
        before, self._link = self._link, link
        self.me = link.me or self.me
        if link.is_up and (not before.is_up or link.reason != before.reason):
            who = f"as {self.me.name}" if self.me else ""
            self._stream.publish(ServiceUp(service=SERVICE, reason=link.reason or who))
        elif not link.is_up and (before.is_up or link.reason != before.reason):
            self._stream.publish(ServiceDown(service=SERVICE, reason=link.reason))
