"""The hub: keeps the one link to Discord, and hands what happens there to everybody whom it concerns."""

from collections.abc import Callable, Mapping

import anyio
from anyio.abc import TaskStatus

from performer.chats.discord.io import DiscordIO
from performer.chats.discord.wire.happenings import Happening, LinkChanged
from performer.chats.discord.wire.values import Me
from performer.events import EventStream, ServiceDown, ServiceUp
from performer.roles import Role

SERVICE = "discord"

Hears = Callable[[Happening], None]
"""Takes in what happens, at once and without waiting."""


class DiscordHub:
    """Hands each happening to every reader in turn; the link's own state is told as a service's.

    Args:
        stream: Told when Discord is there, and when it is not.
        io: The link.
        readers: Who hears, by name, in this order.
    """

    def __init__(self, stream: EventStream, io: DiscordIO, readers: Mapping[str, Hears]) -> None:
        self._stream = stream
        self._io = io
        self._readers = dict(readers)
        self._link = LinkChanged(is_up=False, reason="It has not been tried yet.")
        self.me: Me | None = None
        """Who the performer is at Discord, once the link has been up."""

    @property
    def is_up(self) -> bool:
        """Whether the link is there."""
        return self._link.is_up

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Keep the link up until cancelled; ready when it is known whether it is up."""
        await self._io.run(self._hear, task_status=task_status)

    def role(self) -> Role:
        """Tell who it is at Discord, for the start-up table."""
        if self.is_up and self.me:
            return Role(part="chat", plays=f"Discord, as {self.me.name}")
        return Role(part="chat", plays="no Discord", why=self._link.reason)

    def _hear(self, happening: Happening) -> None:
        if isinstance(happening, LinkChanged):
            self._tell(happening)
        for hears in self._readers.values():
            hears(happening)

    def _tell(self, link: LinkChanged) -> None:
        before, self._link = self._link, link
        self.me = link.me or self.me
        if link.is_up and not before.is_up:
            self._stream.publish(ServiceUp(service=SERVICE, reason=f"as {self.me.name}" if self.me else ""))
        elif not link.is_up and (before.is_up or link.reason != before.reason):
            self._stream.publish(ServiceDown(service=SERVICE, reason=link.reason))
