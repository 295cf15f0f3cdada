"""What the calls work with, once the bot has logged in."""

from dataclasses import dataclass, field
from typing import Any

from performer.attachments.attachment import AttachmentShelf
from performer.attachments.fetcher import AttachmentFetcher
from performer.chats.discord.bot.client import Rest
from performer.chats.discord.bot.directory import Directory
from performer.chats.discord.bot.door import Door
from performer.chats.discord.bot.interactions import Interactions
from performer.chats.discord.wire.values import Channel, Me
from performer.clock import Clock
from performer.recollection import Keeps


@dataclass(frozen=True, kw_only=True)
class Desk:
    """Discord's REST API, and what is known beside it."""

    clock: Clock
    rest: Rest
    directory: Directory
    door: Door
    interactions: Interactions
    shelf: AttachmentShelf
    fetcher: AttachmentFetcher
    me: Me
    keeps: Keeps | None = None
    notes: dict[str, str] = field(default_factory=dict)
    """Kept for this run alone where there are no Keeps."""

    async def open_channel(self, channel_id: str, method: str) -> Channel:
        """Give a channel that may be read and written, asked for once if nobody has told of it.

        Raises:
            DiscordFailed: when it is shut.
            discord.HTTPException: when there is none, or it cannot be seen.
        """
        known = self.directory.channel(channel_id)
        if known is None:
            raw: Any = await self.rest.ask("GET", "/channels/{channel_id}", channel_id=channel_id)
            known = self.directory.put_channel(raw)
        self.door.check(known, method)
        return known

    async def kept(self, name: str) -> str:
        """Give what was kept by this name."""
        return await self.keeps.kept(name) if self.keeps is not None else self.notes.get(name, "")

    async def keep(self, name: str, value: str) -> None:
        """Keep it."""
        if self.keeps is not None:
            await self.keeps.keep(name, value)
        self.notes[name] = value
