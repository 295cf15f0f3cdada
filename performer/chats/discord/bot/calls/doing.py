"""Which call is done by what."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from performer.chats.discord.bot.calls import answering, commands, files, reading, search, writing
from performer.chats.discord.bot.desk import Desk
from performer.chats.discord.wire import calls
from performer.chats.discord.wire.calls import Call

_DOERS: Final[dict[type[Call[Any]], Callable[[Desk, Any], Awaitable[Any]]]] = {
    calls.Guilds: reading.guilds,
    calls.GuildChannels: reading.guild_channels,
    calls.ChannelInfo: reading.channel_info,
    calls.ChannelMessages: reading.channel_messages,
    calls.DmMessages: reading.dm_messages,
    calls.SearchWindow: search.search_window,
    calls.AttachmentBase64: files.attachment_base64,
    calls.Edit: writing.edit,
    calls.Delete: writing.delete,
    calls.Typing: writing.typing,
    calls.AddReaction: writing.react,
    calls.Whoami: reading.whoami,
    calls.Answer: answering.answer,
    calls.SyncCommands: commands.sync_commands,
}


async def do(desk: Desk, call: Call[Any], nonce: str) -> Any:
    """Do what is asked."""
    if isinstance(call, calls.Send):
        return await writing.send(desk, call, nonce)
    return await _DOERS[type(call)](desk, call)
