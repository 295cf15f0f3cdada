"""Reading: servers, channels and messages, and files of messages; pictures are checked and written anew."""

import base64
from contextlib import suppress
from pathlib import PurePosixPath
from typing import Any, Final

import discord

from performer.chats.discord.attachments import find_kind, is_picture
from performer.chats.discord.bot import parse
from performer.chats.discord.bot.context import DIRECT_MESSAGES_ARE_OFF, NO_THING, CallContext
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.wire import calls
from performer.chats.discord.wire.values import Channel, File, Guild, Me, Message
from performer.core.errors import ServiceError
from performer.core.images.formats import UnfitPicture
from performer.core.own_text import own


async def read_attachment_base64(context: CallContext, call: calls.AttachmentBase64) -> calls.FileContent:
    """Read a file by its numbers or its address; of a picture a small one is made, unless the whole is asked for."""
    file = await _find_file(context, call)
    try:
        if call.is_full_size or not is_picture(file):
            whole = await context.fetcher.fetch_whole(file)
            return _format_file(file, whole.content, find_kind(file) or whole.kind or _ANY, file.width, file.height)
        picture = await context.fetcher.fetch(file)
    except ServiceError as error:
        raise DiscordFailed("discord_error", str(error), call.method) from None
    return _format_file(file, picture.jpeg, "image/jpeg", *picture.size)


async def _find_file(context: CallContext, call: calls.AttachmentBase64) -> File:
    """Return what is known of a file whose channel may be read, or raise DiscordFailed.

    The message is asked for first, because addresses of files expire.
    """
    numbers = call.channel_id, call.message_id, call.attachment_id
    if call.url is not None and not any(numbers):
        try:
            channel_id, file = context.fetcher.parse_url(call.url)
        except UnfitPicture as unfit:
            raise DiscordFailed("bad_arguments", own("Argument 'url': {unfit}.", unfit=unfit), call.method) from None
        await context.open_channel(channel_id, call.method)
        return file
    if call.url is not None or call.channel_id is None or call.message_id is None or call.attachment_id is None:
        what = "A file is named by its url, or by its channel_id, message_id and attachment_id."
        raise DiscordFailed("bad_arguments", what, call.method)
    await context.open_channel(call.channel_id, call.method)
    path = "/channels/{channel_id}/messages/{message_id}"
    raw = await context.rest.ask("GET", path, channel_id=call.channel_id, message_id=call.message_id)
    told = next((each for each in raw.get("attachments") or () if str(each["id"]) == call.attachment_id), None)
    if told is None:
        what = f"Message {call.message_id} has no attachment {call.attachment_id}."
        raise DiscordFailed("discord_error", what, call.method)
    return parse.parse_file(told)


def _format_file(file: File, content: bytes, kind: str, width: int | None, height: int | None) -> calls.FileContent:
    name = PurePosixPath(file.filename.replace("\\", "/")).name or "file"
    return calls.FileContent(
        id=file.id,
        filename=f"{PurePosixPath(name).stem}.jpg" if kind == "image/jpeg" else name,
        content_type=kind,
        width=width,
        height=height,
        size=len(content),
        base64=base64.b64encode(content).decode(),
    )


_ANY: Final = "application/octet-stream"
_MESSAGES: Final = "/channels/{channel_id}/messages"


async def read_own_user(context: CallContext, _call: calls.Whoami) -> Me:
    """Return the bot's account."""
    return context.me


async def list_guilds(context: CallContext, _call: calls.Guilds) -> tuple[Guild, ...]:
    """Return the servers."""
    return await context.directory.list_guilds()


async def list_guild_channels(context: CallContext, call: calls.GuildChannels) -> tuple[Channel, ...]:
    """Return a server's channels and open threads, without those that are shut."""
    found = await list_channels(context, call.guild_id)
    with suppress(discord.NotFound):  # a server that speaks as Discord does may have no threads
        active = await context.rest.ask("GET", "/guilds/{guild_id}/threads/active", guild_id=call.guild_id)
        found += [context.directory.put_channel(raw, call.guild_id) for raw in active["threads"]]
    channels = {each.channel_id: each for each in found}.values()
    return tuple(
        each for each in channels if not context.policy.is_shut(each) and (not call.types or each.type in call.types)
    )


async def list_channels(context: CallContext, guild_id: str, *, liveliest_first: bool = False) -> list[Channel]:
    """Return a server's channels; where it cannot be asked for them, those that the gateway has told of."""
    try:
        raws = await context.rest.ask("GET", "/guilds/{guild_id}/channels", guild_id=guild_id)
    except discord.NotFound as error:
        known = context.directory.list_channels(guild_id)
        if not known or error.code != NO_THING:
            raise
        return known
    if liveliest_first:
        raws = sorted(raws, key=lambda raw: int(raw.get("last_message_id") or 0), reverse=True)
    return [context.directory.put_channel(raw, guild_id) for raw in raws]


async def read_channel_info(context: CallContext, call: calls.ChannelInfo) -> Channel:
    """Return what a channel is now."""
    try:
        raw = await context.rest.ask("GET", "/channels/{channel_id}", channel_id=call.channel_id)
        channel = context.directory.put_channel(raw)
    except discord.NotFound as error:
        known = context.directory.find_channel(call.channel_id)
        if known is None or error.code != NO_THING:
            raise
        channel = known
    context.policy.check(channel, call.method)
    return channel


async def read_channel_messages(context: CallContext, call: calls.ChannelMessages) -> calls.Page:
    """Read a page of a channel."""
    return await read_page(context, await context.open_channel(call.channel_id, call.method), call)


async def read_direct_messages(context: CallContext, call: calls.DmMessages) -> calls.Page:
    """Read a page of what was said between the bot and a person."""
    return await read_page(context, await open_direct_channel(context, call.user_id, call.method), call)


async def open_direct_channel(context: CallContext, user_id: str, method: str) -> Channel:
    """Return the channel of the direct messages with a person, or raise DiscordFailed where they are off."""
    if not context.policy.settings.direct_messages:
        raise DiscordFailed("denied", DIRECT_MESSAGES_ARE_OFF, method)
    raw = await context.rest.ask("POST", "/users/@me/channels", body={"recipient_id": user_id})
    channel = context.directory.put_channel(raw)
    context.policy.check(channel, method)
    return channel


async def read_page(
    context: CallContext, channel: Channel, call: calls.ChannelMessages | calls.DmMessages
) -> calls.Page:
    """Read a page, the newest message first; of before, after and around one may be given."""
    where = {name: number for name in ("before", "after", "around") if (number := getattr(call, name)) is not None}
    if len(where) > 1:
        raise DiscordFailed("bad_arguments", "Only one of before, after and around can be given.", call.method)
    limit = min(max(call.limit, 1), calls.MOST_MESSAGES)
    found = await fetch_history(context, channel, limit, **where)
    is_last = len(found) < limit and not where.keys() & {"after", "around"}
    oldest = None if is_last or not found else found[-1]["id"]
    return calls.Page(messages=parse_messages(context, found, channel), before=oldest)


async def fetch_history(context: CallContext, channel: Channel, limit: int, **where: str) -> list[dict[str, Any]]:
    """Return messages as Discord has them, the newest first."""
    params = {"limit": limit, **where}
    found: list[dict[str, Any]] = await context.rest.ask("GET", _MESSAGES, params=params, channel_id=channel.channel_id)
    return sorted(found, key=lambda raw: int(raw["id"]), reverse=True)


def parse_messages(context: CallContext, found: list[dict[str, Any]], channel: Channel) -> tuple[Message, ...]:
    """Return those of the messages that somebody wrote."""
    written = (raw for raw in found if parse.is_user_message(raw))
    return tuple(context.directory.parse_message(raw, context.me, guild_id=channel.guild_id) for raw in written)
