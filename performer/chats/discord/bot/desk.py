"""What the calls work with, once the bot has logged in."""

from dataclasses import dataclass
from typing import Any, Final

import discord

from performer.attachments.attachment import AttachmentShelf
from performer.attachments.fetcher import AttachmentFetcher
from performer.chats.discord.bot.client import Rest
from performer.chats.discord.bot.directory import Directory
from performer.chats.discord.bot.door import Door
from performer.chats.discord.bot.interactions import Interactions
from performer.chats.discord.wire.values import Channel, Me
from performer.clock import Clock
from performer.recollection import Keeps

NO_THING: Final = 0
"""The code of a 404 that is about no thing: a server that speaks as Discord does may lack what was asked."""


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
    keeps: Keeps

    async def open_channel(self, channel_id: str, method: str) -> Channel:
        """Return a channel that may be read and written, asked for once if nobody has told of it.

        Raises:
            DiscordFailed: when it is shut.
            discord.HTTPException: when there is none, or it cannot be seen.
        """
        known = self.directory.channel(channel_id)
        if known is None:
            known = await self._asked_for(channel_id)
        self.door.check(known, method)
        return known

    async def _asked_for(self, channel_id: str) -> Channel:
        """Ask what a channel is; where that cannot be asked and nothing is shut, any will do."""
        try:
            raw: Any = await self.rest.ask("GET", "/channels/{channel_id}", channel_id=channel_id)
        except discord.NotFound as error:
            if error.code != NO_THING or self.door.has_denied:
                raise
            return self.directory.put(Channel(channel_id=channel_id, name="", type="other"))
        return self.directory.put_channel(raw)
