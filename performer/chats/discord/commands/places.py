"""Places: the channel that a command is about, once it is known that the performer can be there."""

from typing import Final

from performer.chats.discord.commands.command import Asked
from performer.chats.discord.io import DiscordIO
from performer.chats.discord.wire.calls import ChannelInfo, Option
from performer.chats.discord.wire.values import Channel
from performer.errors import ConfigError

HERE: Final = Option(name="channel", description="which one; left out: this one", type="channel", is_required=False)
_WRITTEN_IN: Final = frozenset({"text", "news", "thread", "voice", "stage", "dm"})


async def place_asked(io: DiscordIO, asked: Asked) -> Channel:
    """Give the channel of the option `channel`, or else the one where the command was used.

    Raises:
        ConfigError: when nobody writes in it, or it is on another server.
        DiscordFailed: when the performer does not see it, or may not.
    """
    channel: Channel = await io.call(ChannelInfo(channel_id=asked.text("channel") or asked.use.channel_id))
    if channel.type not in _WRITTEN_IN:
        raise ConfigError("Nobody writes in that one. Choose a channel of text, or a thread.")
    if channel.guild_id != asked.use.guild_id:
        raise ConfigError("That channel is not on this server.")
    return channel
