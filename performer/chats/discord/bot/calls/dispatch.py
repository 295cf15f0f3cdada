"""Which call is done by what."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from performer.chats.discord.bot.calls import command_answers, read, search, write
from performer.chats.discord.bot.calls import command_answers as commands
from performer.chats.discord.bot.calls import read as reading
from performer.chats.discord.bot.context import CallContext
from performer.chats.discord.wire import calls
from performer.chats.discord.wire.calls import Call

_DOERS: Final[dict[type[Call[Any]], Callable[[CallContext, Any], Awaitable[Any]]]] = {
    calls.Guilds: reading.list_guilds,
    calls.GuildChannels: reading.list_guild_channels,
    calls.ChannelInfo: reading.read_channel_info,
    calls.ChannelMessages: reading.read_channel_messages,
    calls.DmMessages: reading.read_direct_messages,
    calls.SearchWindow: search.search_messages,
    calls.AttachmentBase64: read.read_attachment_base64,
    calls.Edit: write.edit_message,
    calls.Delete: write.delete_message,
    calls.Typing: write.show_typing,
    calls.AddReaction: write.add_reaction,
    calls.Whoami: reading.read_own_user,
    calls.Answer: command_answers.answer_interaction,
    calls.SyncCommands: commands.sync_commands,
}


async def dispatch_call(desk: CallContext, call: Call[Any], nonce: str) -> Any:
    """Do what is asked."""
    if isinstance(call, calls.Send):
        return await write.send_message(desk, call, nonce)
    return await _DOERS[type(call)](desk, call)
