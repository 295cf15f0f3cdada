"""The door: what the streamer keeps the bot away from, for every call and every happening."""

from performer.chats.discord.bot.directory import Directory
from performer.chats.discord.io import DiscordFailed
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.values import Channel


class Door:
    """Knows what is shut: `denied_channels` with their threads, and direct messages unless they are wanted."""

    def __init__(self, settings: DiscordSettings, directory: Directory) -> None:
        self._denied = frozenset(settings.denied_channels)
        self._directory = directory
        self.takes_direct_messages = settings.direct_messages

    @property
    def has_denied(self) -> bool:
        """Whether any channel is shut by its number."""
        return bool(self._denied)

    def is_shut(self, channel: Channel) -> bool:
        """Tell whether a channel is neither read nor written."""
        if channel.type == "dm":
            return not self.takes_direct_messages
        return not self._denied.isdisjoint((channel.channel_id, channel.parent_id or ""))

    def is_shut_for(self, channel_id: str, guild_id: str | None) -> bool:
        """Tell whether nothing is heard of a channel; one that nobody has told us of may belong to a shut one."""
        if guild_id is None:
            return not self.takes_direct_messages
        known = self._directory.channel(channel_id)
        return bool(self._denied) if known is None else self.is_shut(known)

    def check(self, channel: Channel, method: str) -> None:
        """Let a call pass.

        Raises:
            DiscordFailed: when its channel is shut.
        """
        if not self.is_shut(channel):
            return
        if channel.type == "dm":
            raise DiscordFailed("denied", "Direct messages are off here: discord.direct_messages says so.", method)
        number = channel.channel_id
        raise DiscordFailed("denied", f"Channel {number} is neither read nor written: discord.denied_channels.", method)
