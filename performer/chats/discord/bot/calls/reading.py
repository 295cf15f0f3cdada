"""Reading: servers, channels and messages."""

from typing import Any, Final

import discord

from performer.chats.discord.bot import normal
from performer.chats.discord.bot.desk import NO_THING, Desk
from performer.chats.discord.io import DiscordFailed
from performer.chats.discord.wire.calls import (
    MOST_MESSAGES,
    ChannelInfo,
    ChannelMessages,
    DmMessages,
    GuildChannels,
    Guilds,
    Page,
    Whoami,
)
from performer.chats.discord.wire.values import Channel, Guild, Me, Message

_MESSAGES: Final = "/channels/{channel_id}/messages"


async def whoami(desk: Desk, _call: Whoami) -> Me:
    """Tell who the bot is."""
    return desk.me


async def guilds(desk: Desk, _call: Guilds) -> tuple[Guild, ...]:
    """List the servers."""
    return await desk.directory.guilds()


async def guild_channels(desk: Desk, call: GuildChannels) -> tuple[Channel, ...]:
    """List a server's channels and open threads, without those that are shut."""
    found = await channels_in(desk, call.guild_id)
    threads = [desk.directory.put_channel(raw, call.guild_id) for raw in await _threads(desk, call)]
    channels = {each.channel_id: each for each in (*found, *threads)}.values()
    return tuple(
        each for each in channels if not desk.door.is_shut(each) and (not call.types or each.type in call.types)
    )


async def channels_in(desk: Desk, guild_id: str, *, liveliest_first: bool = False) -> list[Channel]:
    """List a server's channels; where it cannot be asked for them, those that the gateway has told of."""
    try:
        raws = await desk.rest.ask("GET", "/guilds/{guild_id}/channels", guild_id=guild_id)
    except discord.NotFound as error:
        known = desk.directory.channels_in(guild_id)
        if not known or error.code != NO_THING:
            raise
        return known
    if liveliest_first:
        raws = sorted(raws, key=lambda raw: int(raw.get("last_message_id") or 0), reverse=True)
    return [desk.directory.put_channel(raw, guild_id) for raw in raws]


async def _threads(desk: Desk, call: GuildChannels) -> list[dict[str, Any]]:
    """Ask for the open threads; a server that speaks as Discord does may have none."""
    try:
        active = await desk.rest.ask("GET", "/guilds/{guild_id}/threads/active", guild_id=call.guild_id)
    except discord.NotFound:
        return []
    threads: list[dict[str, Any]] = active["threads"]
    return threads


async def channel_info(desk: Desk, call: ChannelInfo) -> Channel:
    """Tell what a channel is now."""
    try:
        raw = await desk.rest.ask("GET", "/channels/{channel_id}", channel_id=call.channel_id)
        channel = desk.directory.put_channel(raw)
    except discord.NotFound as error:
        known = desk.directory.channel(call.channel_id)
        if known is None or error.code != NO_THING:
            raise
        channel = known
    desk.door.check(channel, call.method)
    return channel


async def channel_messages(desk: Desk, call: ChannelMessages) -> Page:
    """Read a page of a channel."""
    channel = await desk.open_channel(call.channel_id, call.method)
    return await page(desk, channel, call)


async def dm_messages(desk: Desk, call: DmMessages) -> Page:
    """Read a page of what was said between the bot and a person."""
    return await page(desk, await direct(desk, call.user_id, call.method), call)


async def direct(desk: Desk, user_id: str, method: str) -> Channel:
    """Give the channel of the direct messages with a person.

    Raises:
        DiscordFailed: when direct messages are off.
    """
    if not desk.door.takes_direct_messages:
        raise DiscordFailed("denied", "Direct messages are off here: discord.direct_messages says so.", method)
    raw = await desk.rest.ask("POST", "/users/@me/channels", body={"recipient_id": user_id})
    channel = desk.directory.put_channel(raw)
    desk.door.check(channel, method)
    return channel


async def page(desk: Desk, channel: Channel, call: ChannelMessages | DmMessages) -> Page:
    """Read a page, the newest message first.

    Raises:
        DiscordFailed: when more than one of before, after and around is given.
    """
    where = {name: number for name in ("before", "after", "around") if (number := getattr(call, name)) is not None}
    if len(where) > 1:
        raise DiscordFailed("bad_arguments", "Only one of before, after and around can be given.", call.method)
    limit = min(max(call.limit, 1), MOST_MESSAGES)
    found = await history(desk, channel, limit, **where)
    is_last = len(found) < limit and not where.keys() & {"after", "around"}
    oldest = None if is_last or not found else found[-1]["id"]
    return Page(messages=messages(found, channel), before=oldest)


async def history(desk: Desk, channel: Channel, limit: int, **where: str) -> list[dict[str, Any]]:
    """Ask for messages as Discord has them, the newest first."""
    params = {"limit": limit, **where}
    found: list[dict[str, Any]] = await desk.rest.ask("GET", _MESSAGES, params=params, channel_id=channel.channel_id)
    return sorted(found, key=lambda raw: int(raw["id"]), reverse=True)


def messages(found: list[dict[str, Any]], channel: Channel) -> tuple[Message, ...]:
    """Read those of them that somebody wrote."""
    return tuple(normal.message(raw, guild_id=channel.guild_id) for raw in found if normal.is_said(raw))
