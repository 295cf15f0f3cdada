"""The function that makes each kind of call."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from performer.chats.discord.bot.calls import command_answers, read, search, write
from performer.chats.discord.bot.context import CallContext
from performer.chats.discord.wire import calls
from performer.chats.discord.wire.calls import Call

_FUNCTIONS: Final[dict[type[Call[Any]], Callable[[CallContext, Any], Awaitable[Any]]]] = {
    calls.Guilds: read.list_guilds,
    calls.GuildChannels: read.list_guild_channels,
    calls.ChannelInfo: read.read_channel_info,
    calls.ChannelMessages: read.read_channel_messages,
    calls.DmMessages: read.read_direct_messages,
    calls.SearchWindow: search.search_messages,
    calls.AttachmentBase64: read.read_attachment_base64,
    calls.Edit: write.edit_message,
    calls.Delete: write.delete_message,
    calls.Typing: write.show_typing,
    calls.AddReaction: write.add_reaction,
    calls.Whoami: read.read_own_user,
    calls.Answer: command_answers.answer_interaction,
    calls.SyncCommands: command_answers.sync_commands,
}


async def dispatch_call(context: CallContext, call: Call[Any], nonce: str) -> Any:
    """Make a call, and return its answer."""
    if isinstance(call, calls.Send):
        return await write.send_message(context, call, nonce)
    return await _FUNCTIONS[type(call)](context, call)
