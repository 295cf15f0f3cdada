"""Events of the gateway: each read once, also when a session is resumed, and none of a shut channel."""

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from performer.chats.discord.bot import parse
from performer.chats.discord.bot.context import ChannelPolicy
from performer.chats.discord.bot.directory import GuildDirectory
from performer.chats.discord.bot.parse import Raw
from performer.chats.discord.wire import values
from performer.chats.discord.wire.values import DiscordEvent, Message
from performer.core.recent_dict import RecentDict

_log = logging.getLogger(__name__)

_MOST_REMEMBERED: Final = 2_000
"""Messages whose text is known, to tell an edit from a link preview that has arrived."""


class GatewayEventReader:
    """Reads events, in the order in which they come, and keeps the directory up to date by them."""

    def __init__(
        self, directory: GuildDirectory, policy: ChannelPolicy, interaction: Callable[[Raw], values.Interaction | None]
    ) -> None:
        self._directory = directory
        self._policy = policy
        self.hear: Callable[[DiscordEvent], None] = _ignore_event
        """Called for each event that concerns the performer."""
        self._read: RecentDict[str, Message] = RecentDict(_MOST_REMEMBERED)
        self._gone: RecentDict[str, None] = RecentDict(_MOST_REMEMBERED)
        self.me: values.Me | None = None
        """The bot's account, to know when one of its roles is mentioned."""
        self._kept: Mapping[str, Callable[[Raw], object]] = {
            "READY": directory.begin,
            **dict.fromkeys(("GUILD_CREATE", "GUILD_UPDATE"), directory.put_guild),
            "GUILD_DELETE": directory.drop_guild,
            **dict.fromkeys(("CHANNEL_CREATE", "CHANNEL_UPDATE"), directory.put_channel),
            **dict.fromkeys(("THREAD_CREATE", "THREAD_UPDATE"), directory.put_channel),
            **dict.fromkeys(("CHANNEL_DELETE", "THREAD_DELETE"), directory.drop_channel),
            "THREAD_LIST_SYNC": directory.put_threads,
        }
        self._told: Mapping[str, Callable[[Raw], DiscordEvent | None]] = {
            "MESSAGE_CREATE": self._read_created,
            "MESSAGE_UPDATE": self._read_edited,
            **dict.fromkeys(("MESSAGE_DELETE", "MESSAGE_DELETE_BULK"), self._read_deleted),
            "INTERACTION_CREATE": interaction,
        }

    def read(self, name: str, raw: Any) -> None:
        """Read an event, and hand it on; one that cannot be read is ignored, as unknown ones are."""
        event: DiscordEvent | None = None
        try:
            if name in self._kept:
                self._kept[name](raw)
            elif name in self._told:
                event = self._told[name](raw)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            _log.info("A %s of Discord's cannot be read and is passed over (%s).", name, type(error).__name__)
        if event is not None:
            self.hear(event)

    def _read_created(self, raw: Raw) -> values.MessageCreated | None:
        opened = self._open(raw)
        if opened is None or not parse.is_user_message(opened):
            return None
        message = self._directory.parse_message(opened, self.me)
        self._directory.put_direct_channel(message)
        is_known = message.message_id in self._read
        self._read[message.message_id] = message
        if is_known:
            return None
        return values.MessageCreated(message=message, parent_id=self._directory.find_parent(message.channel_id))

    def _read_edited(self, raw: Raw) -> values.MessageEdited | None:
        """Return an edit; previews of links, pins and the like change a message too, and are none."""
        before = self._read.get(str(raw["id"]))
        opened = self._open(raw, before)
        is_part = "content" not in raw or ("author" not in raw and before is None)
        if opened is None or is_part or not parse.is_user_message(raw):
            return None
        if before is None or "author" in raw:
            message = self._directory.parse_message(opened, self.me)
        else:
            message = parse.apply_edit(before, raw)
        self._read[message.message_id] = message
        is_changed = message.edited is not None if before is None else _list_readable(before) != _list_readable(message)
        if not is_changed or message.message_id in self._gone:
            return None
        return values.MessageEdited(message=message, parent_id=self._directory.find_parent(message.channel_id))

    def _read_deleted(self, raw: Raw) -> values.MessageDeleted | None:
        message_ids = tuple(str(each) for each in (raw["ids"] if "ids" in raw else [raw["id"]]))
        known = (self._read[each] for each in message_ids if each in self._read)
        opened = self._open(raw, next(known, None))
        if opened is None:
            return None
        for message_id in message_ids:
            self._gone[message_id] = None
        return values.MessageDeleted(channel_id=raw["channel_id"], guild_id=opened["guild_id"], message_ids=message_ids)

    def _open(self, raw: Raw, before: Message | None = None) -> Raw | None:
        """Return an event with its server's number, which Discord may leave out; None of a channel that is shut."""
        channel_id = str(raw["channel_id"])
        channel = self._directory.find_channel(channel_id)
        known = channel.guild_id if channel is not None else before.guild_id if before is not None else None
        guild_id = raw.get("guild_id") or known
        return None if self._policy.is_shut_for(channel_id, guild_id) else {**raw, "guild_id": guild_id}


def _ignore_event(_event: DiscordEvent) -> None:
    """Drop an event: nobody reads events yet."""


def _list_readable(message: Message) -> tuple[object, ...]:
    """Return what is read of a message: its text and its files."""
    return message.content, tuple(each.id for each in message.attachments)
