"""The context of the bot's calls, and the policy of what the streamer keeps the bot away from."""

from typing import Any, Final

import discord

from performer.chats.discord.attachments import AttachmentFetcher
from performer.chats.discord.bot.client import RestClient
from performer.chats.discord.bot.directory import GuildDirectory
from performer.chats.discord.bot.interaction_events import PendingInteractions
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.values import Channel, Me
from performer.core.clock import Clock
from performer.core.remembered_conversation import KeyValueStore
from performer.core.values import dataclass


@dataclass(frozen=True)
class ChannelPolicy:
    """Knows what is shut: `denied_channels` with their threads, and direct messages unless they are wanted."""

    settings: DiscordSettings
    directory: GuildDirectory

    def is_shut(self, channel: Channel) -> bool:
        """Return whether a channel is neither read nor written."""
        if channel.type == "dm":
            return not self.settings.direct_messages
        return self.settings.denies(channel.channel_id, channel.parent_id)

    def is_shut_for(self, channel_id: str, guild_id: str | None) -> bool:
        """Return whether nothing is heard of a channel; an unknown one may belong to a shut one."""
        if guild_id is None:
            return not self.settings.direct_messages
        known = self.directory.find_channel(channel_id)
        return bool(self.settings.denied_channels) if known is None else self.is_shut(known)

    def check(self, channel: Channel, method: str) -> None:
        """Raise DiscordFailed when a channel is shut."""
        if self.is_shut(channel):
            closed = f"Channel {channel.channel_id} is neither read nor written: discord.denied_channels."
            raise DiscordFailed("denied", DIRECT_MESSAGES_ARE_OFF if channel.type == "dm" else closed, method)


DIRECT_MESSAGES_ARE_OFF: Final = "Direct messages are off here: discord.direct_messages says so."
NO_THING: Final = 0
"""The code of a 404 that is about no thing: a server that speaks as Discord does may lack what was asked."""


@dataclass(frozen=True, kw_only=True)
class CallContext:
    """Discord's REST API, and what is known beside it."""

    clock: Clock
    rest: RestClient
    directory: GuildDirectory
    policy: ChannelPolicy
    interactions: PendingInteractions
    fetcher: AttachmentFetcher
    me: Me
    keeps: KeyValueStore

    async def open_channel(self, channel_id: str, method: str) -> Channel:
        """Return a channel that may be read and written, asked for once if nobody has told of it.

        Raises DiscordFailed when it is shut, and discord.HTTPException when there is none, or it cannot be seen.
        """
        known = self.directory.find_channel(channel_id) or await self._ask_for(channel_id)
        self.policy.check(known, method)
        return known

    async def _ask_for(self, channel_id: str) -> Channel:
        """Fetch what a channel is; where that cannot be asked and nothing is shut, any will do."""
        try:
            raw: Any = await self.rest.ask("GET", "/channels/{channel_id}", channel_id=channel_id)
        except discord.NotFound as error:
            if error.code != NO_THING or self.policy.settings.denied_channels:
                raise
            return self.directory.put(Channel(channel_id=channel_id, name="", type="other"))
        return self.directory.put_channel(raw)
