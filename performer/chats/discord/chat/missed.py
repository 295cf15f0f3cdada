"""What was written while the link was down: where that may be, and what of it nobody has heard."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from performer.chats.discord.chat.addressing import AddressFilter
from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.wire.calls import GuildChannels
from performer.chats.discord.wire.values import Channel, Guild, Message, read_snowflake_time

_MOST_GUILDS: Final = 10
_MOST_CHANNELS: Final = 20
"""Channels that are read after an absence, those of the newest messages."""


class MissedMessages:
    """Knows since when messages were missed; by Discord's own times, for our clock may go wrong."""

    def __init__(self, io: DiscordIO, addressing: AddressFilter) -> None:
        self._io = io
        self._addressing = addressing
        self._newest: datetime | None = None
        """The time of the newest message that was heard, or of the first link."""
        self._since: datetime | None = None
        """What was written then or later was missed, unless it was heard; None: the link has not been down yet."""
        self._is_behind = False
        """Whether channels have to be read yet, so that another absence begins no later than this one."""

    def hear(self, message: Message) -> None:
        """Note a message that was heard."""
        if self._newest is None or message.time > self._newest:
            self._newest = message.time

    def link_up(self, now: datetime) -> None:
        """Note that the link is up, and that it was down before, if it has been up already."""
        if not self._is_behind or self._since is None:
            self._since = self._newest
        self._is_behind = True
        self._newest = self._newest or now

    def caught_up(self) -> None:
        """Note that all channels were read."""
        self._is_behind = False

    def choose(self, messages: Sequence[Message]) -> list[Message]:
        """Return those of a channel's messages that came after the link was lost, but those that have a reply."""
        since = self._since
        if since is None:
            return []
        answered = {each.reply_to for each in messages if self._addressing.is_own(each)}
        return [each for each in messages if each.time >= since and each.message_id not in answered]

    async def find_channels(self, guilds: Iterable[Guild]) -> list[Channel]:
        """Return the channels in which somebody has written since, those of the newest messages first."""
        since = self._since
        if since is None:
            return []
        found: list[tuple[datetime, Channel]] = []
        for guild in list(guilds)[:_MOST_GUILDS]:
            try:
                channels = await self._io.call(GuildChannels(guild_id=guild.guild_id))
            except DiscordFailed:
                continue
            newest = [(read_snowflake_time(each.last_message_id), each) for each in channels if each.last_message_id]
            found += [(at, channel) for at, channel in newest if at >= since]
        found.sort(key=lambda each: each[0], reverse=True)
        return [channel for _, channel in found[:_MOST_CHANNELS]]
