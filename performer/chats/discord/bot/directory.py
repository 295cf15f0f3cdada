"""The directory of servers, channels and threads, as the gateway tells and keeps telling of them."""

from collections.abc import Iterable
from typing import Final

import anyio

from performer.chats.discord.bot import parse
from performer.chats.discord.bot.parse import Raw
from performer.chats.discord.wire.values import Author, Channel, Guild, Me, Message
from performer.core.clock import Clock
from performer.core.recent_dict import RecentDict

_MOST_CHANNELS: Final = 20_000
"""Threads and direct messages among them; the oldest is forgotten for one more."""
_ARRIVE_WITHIN_S: Final = 2.0


class GuildDirectory:
    """Knows servers and channels; what it does not know may be there all the same."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._guilds: dict[str, Guild] = {}
        self._owners: dict[str, str] = {}
        self._bots: dict[str, dict[str, str]] = {}
        self._channels: RecentDict[str, Channel] = RecentDict(_MOST_CHANNELS)
        self._awaited: set[str] = set()
        self._arrived = anyio.Event()

    def begin(self, raw: Raw) -> None:
        """Start anew at a READY, which lists the servers that will be told of."""
        self._guilds.clear()
        self._awaited = {str(each["id"]) for each in raw.get("guilds") or ()}
        self._arrived = anyio.Event()
        self._check_arrived()

    def put_guild(self, raw: Raw) -> None:
        """Add or replace a server, with its channels and threads."""
        guild_id = str(raw["id"])
        self._awaited.discard(guild_id)
        self._check_arrived()
        if raw.get("unavailable"):
            return
        known = self._guilds.get(guild_id)
        members = raw.get("member_count") or (known.members if known else None)
        self._guilds[guild_id] = Guild(
            guild_id=guild_id, name=raw.get("name") or "", members=members, owner_id=raw.get("owner_id")
        )
        if raw.get("owner_id"):
            self._owners[guild_id] = str(raw["owner_id"])
        if raw.get("roles"):
            tags = {str(role["id"]): role.get("tags") or {} for role in raw["roles"]}
            self._bots[guild_id] = {role: str(bot) for role, each in tags.items() if (bot := each.get("bot_id"))}
        for each in (*(raw.get("channels") or ()), *(raw.get("threads") or ())):
            self.put_channel(each, guild_id)

    def drop_guild(self, raw: Raw) -> None:
        """Remove a server; one that is only unavailable will be told of again."""
        self._guilds.pop(str(raw["id"]), None)

    def put_channel(self, raw: Raw, guild_id: str | None = None) -> Channel:
        """Add or replace a channel or thread."""
        return self.put(parse.parse_channel(raw, guild_id=guild_id))

    def put(self, channel: Channel) -> Channel:
        """Add or replace a channel that was asked for."""
        self._channels[channel.channel_id] = channel
        return channel

    def put_direct_channel(self, message: Message) -> None:
        """Add the channel of a direct message, unless it is known."""
        if message.guild_id is None and message.channel_id not in self._channels:
            self.put(Channel(channel_id=message.channel_id, name=message.author.name, type="dm"))

    def put_threads(self, raw: Raw) -> None:
        """Add the threads of a channel that became visible."""
        for each in raw.get("threads") or ():
            self.put_channel(each, raw.get("guild_id"))

    def drop_channel(self, raw: Raw) -> None:
        """Remove a channel or thread."""
        self._channels.pop(str(raw["id"]), None)

    async def list_guilds(self) -> tuple[Guild, ...]:
        """Return the servers; right after a start, once they have been told of."""
        with self._clock.move_on_after(_ARRIVE_WITHIN_S):
            await self._arrived.wait()
        return tuple(self._guilds.values())

    def find_channel(self, channel_id: str) -> Channel | None:
        """Return a channel; None when it is not known."""
        return self._channels.get(channel_id)

    def list_channels(self, guild_id: str) -> list[Channel]:
        """Return the known channels and threads of a server."""
        return [each for each in self._channels.values() if each.guild_id == guild_id]

    def find_parent(self, channel_id: str) -> str | None:
        """Return the channel that a thread belongs to; None for what is no thread, or not known."""
        known = self._channels.get(channel_id)
        return known.parent_id if known is not None and known.type == "thread" else None

    def find_owner(self, guild_id: str | None) -> str | None:
        """Return the number of a server's owner."""
        return self._owners.get(guild_id or "")

    def is_bot_role(self, guild_id: str | None, role_ids: Iterable[str], user_id: str) -> bool:
        """Return whether one of these roles is the bot's very own: people pick it when they mean the bot."""
        bots = self._bots.get(guild_id or "", {})
        return any(bots.get(str(each)) == user_id for each in role_ids)

    def parse_message(self, raw: Raw, me: Me | None, *, guild_id: str | None = None) -> Message:
        """Return a message of the server `guild_id`, which the REST API does not repeat.

        The bot is among those whom it mentions also where only its name or its role is.
        """
        if me is None:
            return parse.parse_message(raw, guild_id=guild_id)
        is_listed = any(str(each["id"]) == me.user_id for each in raw.get("mentions") or ())
        is_named = not is_listed and parse.is_naming(raw, me.user_id)
        by_role = self.is_bot_role(raw.get("guild_id") or guild_id, raw.get("mention_roles") or (), me.user_id)
        own = (Author(id=me.user_id, name=me.name, bot=True),) if is_named or by_role else ()
        return parse.parse_message(raw, guild_id=guild_id, also=own)

    def _check_arrived(self) -> None:
        if not self._awaited:
            self._arrived.set()
