"""Search: by Discord's own index where it answers, else by looking through the newest messages one by one."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import discord

from performer.chats.discord.bot import parse
from performer.chats.discord.bot.calls.read import fetch_history, list_channels, open_direct_channel, parse_messages
from performer.chats.discord.bot.context import CallContext
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.wire.calls import MOST_AROUND, MOST_HITS, Hit, Hits, SearchWindow
from performer.chats.discord.wire.values import Channel
from performer.core.values import dataclass

MOST_SCANNED: Final = 500
_AT_A_TIME: Final = 100
_NOT_INDEXED: Final = 110000
_INDEX_WITHIN_S: Final = 8.0
_WAITS_S: Final = (0.25, 3.0)
"""The shortest and the longest pause before it is asked again."""
_UNSEARCHED: Final = frozenset({400, 403, 404, 405, 501})
_READABLE: Final = frozenset({"text", "news", "thread", "voice", "stage"})


@dataclass(frozen=True, kw_only=True)
class _Place:
    """The place to look through."""

    channel: Channel | None
    """None: a whole server."""
    guild_id: str | None
    """None: direct messages."""


async def search_messages(context: CallContext, call: SearchWindow) -> Hits:
    """Search messages, and read what stands around each."""
    place = await _find_place(context, call)
    most = min(max(call.limit, 1), MOST_HITS)
    found = await _search(context, call, place, most) if place.guild_id else None
    if found is not None:
        raws, is_complete = found
        before = None if is_complete or not raws else min((str(raw["id"]) for raw in raws), key=int)
        hits = await _read_hits(context, raws, call)
        return Hits(hits=hits, scanned=0, by="search", is_complete=is_complete, before=before)
    channels = await _list_searched(context, place)
    scan = await _scan(context, call, channels, most)
    return Hits(
        hits=await _read_hits(context, scan.hits, call),
        scanned=scan.scanned,
        by="scan",
        is_complete=scan.is_complete,
        before=scan.before if len(channels) == 1 else None,
    )


async def _find_place(context: CallContext, call: SearchWindow) -> _Place:
    """Return where to look, or raise DiscordFailed when the arguments do not say so or it is shut."""
    given = [name for name in ("channel_id", "guild_id", "user_id") if getattr(call, name) is not None]
    fitting = {"channel": ["channel_id"], "guild": ["guild_id", "channel_id"], "dm": ["user_id"], None: given}
    if len(given) != 1:
        what = "Exactly one of channel_id, guild_id and user_id says where to look."
        raise DiscordFailed("bad_arguments", what, call.method)
    if given[0] not in fitting[call.scope]:
        what = f"The scope '{call.scope}' wants {' or '.join(fitting[call.scope])}, and {given[0]} is given."
        raise DiscordFailed("bad_arguments", what, call.method)
    if call.user_id is not None:
        return _Place(channel=await open_direct_channel(context, call.user_id, call.method), guild_id=None)
    if call.channel_id is None:
        return _Place(channel=None, guild_id=call.guild_id)
    channel = await context.open_channel(call.channel_id, call.method)
    if call.scope == "guild" and channel.guild_id is None:
        what = f"Channel {call.channel_id} belongs to no server: scope 'channel' looks through it alone."
        raise DiscordFailed("bad_arguments", what, call.method)
    return _Place(channel=None if call.scope == "guild" else channel, guild_id=channel.guild_id)


async def _search(
    context: CallContext, call: SearchWindow, place: _Place, most: int
) -> tuple[list[dict[str, Any]], bool] | None:
    """Return the hits of Discord's search, and whether they are all; None when it does not answer in time."""
    channel_id = place.channel and place.channel.channel_id
    only = {"channel_id": channel_id, "author_id": call.author_id, "max_id": call.before}
    params = {"content": call.query, "limit": MOST_HITS, **{name: each for name, each in only.items() if each}}
    guild_id = str(place.guild_id)
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


async def _list_searched(context: CallContext, place: _Place) -> list[Channel]:
    """Return the channels to look through; of a server those that can be read, the liveliest first."""
    if place.channel is not None:
        return [place.channel]
    channels = await list_channels(context, str(place.guild_id), liveliest_first=True)
    return [each for each in channels if each.type in _READABLE and not context.policy.is_shut(each)]


class _Scan(NamedTuple):
    """The outcome of looking through the newest messages."""

    hits: list[dict[str, Any]]
    scanned: int
    is_complete: bool
    before: str | None
    """The message before which to go on, in the channel that was looked through last."""


async def _scan(context: CallContext, call: SearchWindow, channels: Sequence[Channel], most: int) -> _Scan:
    """Look through the newest messages of each channel, up to MOST_SCANNED in all."""
    hits: list[dict[str, Any]] = []
    scanned = 0
    for channel in channels:
        before = call.before
        while True:
            if scanned >= MOST_SCANNED:
                return _Scan(hits[:most], scanned, False, before)
            limit = min(_AT_A_TIME, MOST_SCANNED - scanned)
            found = await _read_channel(context, channel, limit, before, is_one_of_many=len(channels) > 1)
            scanned += len(found)
            hits += [{"guild_id": channel.guild_id, **raw} for raw in found if _is_hit(raw, call)]
            if len(hits) > most:
                return _Scan(hits[:most], scanned, False, str(hits[most - 1]["id"]))
            if len(found) < limit:
                break
            before = str(found[-1]["id"])
    return _Scan(hits, scanned, True, None)


async def _read_channel(
    context: CallContext, channel: Channel, limit: int, before: str | None, *, is_one_of_many: bool
) -> list[dict[str, Any]]:
    try:
        return await fetch_history(context, channel, limit, **({} if before is None else {"before": before}))
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
    return Hit(message=message, window=parse_messages(context, found, channel)[::-1])
