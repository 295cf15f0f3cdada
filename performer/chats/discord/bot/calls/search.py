"""Search: by Discord's own index where it answers, else by looking through the newest messages one by one."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from performer.chats.discord.bot import parse
from performer.chats.discord.bot.calls.read import fetch_history, list_channels, open_direct_channel, parse_messages
from performer.chats.discord.bot.context import CallContext
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.wire.calls import MOST_AROUND, MOST_HITS, Hit, Hits, SearchWindow
from performer.chats.discord.wire.values import Channel

MOST_SCANNED: Final = 500
_AT_A_TIME: Final = 100
_NOT_INDEXED: Final = 110000
_INDEX_WITHIN_S: Final = 8.0
_WAITS_S: Final = (0.25, 3.0)
"""The shortest and the longest pause before it is asked again."""
_UNSEARCHED: Final = frozenset({400, 403, 404, 405, 501})
_READABLE: Final = frozenset({"text", "news", "thread", "voice", "stage"})


async def search_messages(context: CallContext, call: SearchWindow) -> Hits:
    """Search messages, and read what stands around each."""
    if [call.channel_id, call.guild_id, call.user_id].count(None) != 2:
        what = "Exactly one of channel_id, guild_id and user_id says where to look."
        raise DiscordFailed("bad_arguments", what, call.method)
    where = None  # a whole server
    if call.channel_id is not None:
        where = await context.open_channel(call.channel_id, call.method)
    elif call.user_id is not None:
        where = await open_direct_channel(context, call.user_id, call.method)
    most = min(max(call.limit, 1), MOST_HITS)
    found = await _search(context, call, where, most) if where is None or where.guild_id else None
    if found is not None:
        raws, is_complete = found
        return Hits(hits=await _read_hits(context, raws, call), scanned=0, by="search", is_complete=is_complete)
    raws, scanned, is_complete = await _scan(context, call, await _list_searched(context, call, where), most)
    return Hits(hits=await _read_hits(context, raws, call), scanned=scanned, by="scan", is_complete=is_complete)


async def _search(
    context: CallContext, call: SearchWindow, where: Channel | None, most: int
) -> tuple[list[dict[str, Any]], bool] | None:
    """Return the hits of Discord's search, and whether they are all; None when it does not answer in time."""
    only = {"channel_id": where and where.channel_id, "author_id": call.author_id}
    params = {"content": call.query, "limit": MOST_HITS, **{name: each for name, each in only.items() if each}}
    guild_id = str(where.guild_id if where is not None else call.guild_id)
    with context.clock.move_on_after(_INDEX_WITHIN_S):
        while True:
            try:
                answer = await context.rest.ask(
                    "GET", "/guilds/{guild_id}/messages/search", params=params, guild_id=guild_id
                )
            except discord.HTTPException as error:
                if error.status in _UNSEARCHED:
                    return None
                raise
            if not isinstance(answer, dict) or answer.get("code") != _NOT_INDEXED:
                break
            shortest_s, longest_s = _WAITS_S
            told_s = float(answer.get("retry_after") or 0.0)  # 0 when Discord does not know
            await context.clock.sleep(min(max(told_s, shortest_s), longest_s))
        return await _parse_hits(context, answer, guild_id, most)
    return None


async def _parse_hits(
    context: CallContext, answer: dict[str, Any], guild_id: str, most: int
) -> tuple[list[dict[str, Any]], bool]:
    """Return the hits in an answer, without those of shut channels, and whether they are all."""
    groups = answer.get("messages") or []
    for thread in answer.get("threads") or ():
        context.directory.put_channel(thread, guild_id)
    hits = [_pick_hit(group) for group in groups]
    open_ones = [raw for raw in hits if not context.policy.is_shut_for(str(raw["channel_id"]), guild_id)]
    total = int(answer.get("total_results") or len(hits))
    for raw in open_ones:
        raw.setdefault("guild_id", guild_id)
    return open_ones[:most], total <= min(len(hits), most)


def _pick_hit(group: Any) -> dict[str, Any]:
    """Return the message that was looked for; older servers tell those around it too."""
    found: Sequence[dict[str, Any]] = group if isinstance(group, list) else [group]
    return next((raw for raw in found if raw.get("hit")), found[0])


async def _list_searched(context: CallContext, call: SearchWindow, where: Channel | None) -> list[Channel]:
    """Return the channels to look through; of a server those that can be read, the liveliest first."""
    if where is not None:
        return [where]
    channels = await list_channels(context, str(call.guild_id), liveliest_first=True)
    return [each for each in channels if each.type in _READABLE and not context.policy.is_shut(each)]


async def _scan(
    context: CallContext, call: SearchWindow, channels: Sequence[Channel], most: int
) -> tuple[list[dict[str, Any]], int, bool]:
    """Look through the newest messages; return the hits, how many were looked at, and whether that was all."""
    hits: list[dict[str, Any]] = []
    scanned = 0
    for channel in channels:
        before: dict[str, str] = {}
        while True:
            if scanned >= MOST_SCANNED:
                return hits[:most], scanned, False
            limit = min(_AT_A_TIME, MOST_SCANNED - scanned)
            found = await _read_channel(context, channel, limit, before, is_one_of_many=len(channels) > 1)
            scanned += len(found)
            hits += [{"guild_id": channel.guild_id, **raw} for raw in found if _is_hit(raw, call)]
            if len(hits) > most:
                return hits[:most], scanned, False
            if len(found) < limit:
                break
            before = {"before": str(found[-1]["id"])}
    return hits, scanned, True


async def _read_channel(
    context: CallContext, channel: Channel, limit: int, before: dict[str, str], *, is_one_of_many: bool
) -> list[dict[str, Any]]:
    try:
        return await fetch_history(context, channel, limit, **before)
    except discord.Forbidden:
        if is_one_of_many:  # the bot sees it in the list and may not read it
            return []
        raise


def _is_hit(raw: dict[str, Any], call: SearchWindow) -> bool:
    is_by = call.author_id is None or str(raw["author"]["id"]) == call.author_id
    return is_by and parse.is_user_message(raw) and call.query.casefold() in (raw.get("content") or "").casefold()


async def _read_hits(context: CallContext, raws: Sequence[dict[str, Any]], call: SearchWindow) -> tuple[Hit, ...]:
    return tuple([await _read_window(context, raw, call) for raw in raws])


async def _read_window(context: CallContext, raw: dict[str, Any], call: SearchWindow) -> Hit:
    message = parse.parse_message(raw)
    around = min(max(call.window, 0), MOST_AROUND)
    if not around:
        return Hit(message=message, window=(message,))
    channel = await context.open_channel(message.channel_id, call.method)
    found = await fetch_history(context, channel, 2 * around + 1, around=message.message_id)
    return Hit(message=message, window=parse_messages(found, channel)[::-1])
