"""The backfill: what was said in a channel before the performer came to it, or while it was away, read once."""

import logging
from datetime import datetime, timedelta
from typing import Final

from performer.chats.discord.channels import format_channel
from performer.chats.discord.chat.addressing import AddressFilter
from performer.chats.discord.chat.lines import format_message_text, make_remembered_message
from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.wire.calls import MOST_MESSAGES, ChannelMessages
from performer.chats.discord.wire.values import Message, MessageCreated, MessageDeleted, MessageEdited
from performer.core.clock import Clock
from performer.core.recent_dict import RecentDict
from performer.core.remembered_conversation import MessageMemory
from performer.core.values import dataclass

_log = logging.getLogger(__name__)

TALK_S: Final = 3600.0
"""Where not every line is heard, a conversation is over after so long without a word to the performer."""
WITHIN_S: Final = 1.5
"""Somebody may be waiting for an answer."""
_PAGES: Final = 2
_MOST_FILLED: Final = 500
_MOST_HELD: Final = 200
"""Events of a channel whose backfill goes on: a flood does not wait."""

Written = MessageCreated | MessageEdited | MessageDeleted


class BackfillState:
    """Knows the channels that are filled; events of a channel whose backfill goes on are held back, in order."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._filled: RecentDict[str, float] = RecentDict(_MOST_FILLED)
        """When somebody last spoke to the performer in a channel, or it was filled."""
        self._held: dict[str, list[Written]] = {}

    def is_filled(self, channel_id: str, *, is_fully_heard: bool) -> bool:
        """Return whether nothing of late was missed in a channel.

        A channel is fully heard when every line of it is heard, and else only conversations with the performer.
        """
        return channel_id in self._filled if is_fully_heard else self.is_in_conversation(channel_id)

    def is_in_conversation(self, channel_id: str) -> bool:
        """Return whether somebody has spoken to the performer in a channel of late."""
        return self._clock.now() - self._filled.get(channel_id, -TALK_S) < TALK_S

    def note_talk(self, channel_id: str) -> None:
        """Note that somebody speaks to the performer in a channel, or that it is filled."""
        self._filled[channel_id] = self._clock.now()

    def begin(self, channel_id: str) -> bool:
        """Hold back the events of a channel from now on; return False when they are held back already."""
        if channel_id in self._held:
            return False
        self._held[channel_id] = []
        return True

    def hold_back(self, event: Written) -> bool:
        """Return whether an event is held back, because the backfill of its channel goes on."""
        held = self._held.get(event.channel_id if isinstance(event, MessageDeleted) else event.message.channel_id)
        if held is None or len(held) >= _MOST_HELD:
            return False
        held.append(event)
        return True

    def end(self, channel_id: str) -> list[Written]:
        """Note that a channel is filled, and return the events that were held back."""
        self.note_talk(channel_id)
        return self._held.pop(channel_id)

    def mark_all_missed(self) -> list[str]:
        """Note that something may have been missed anywhere; return where somebody spoke to the performer of late."""
        talks = [each for each in self._filled if self.is_in_conversation(each)]
        self._filled.clear()
        return talks


@dataclass(frozen=True)
class Backfill:
    """Fills the memory with the last hundred messages of a channel, and drops from it those that are gone."""

    _clock: Clock
    _io: DiscordIO
    _memory: MessageMemory
    _addressing: AddressFilter
    """Knows the performer's own messages, and learns of them here."""
    _reach: timedelta
    """How far back a channel is read."""

    async def fill(self, channel_id: str, *, before: str | None = None) -> list[Message]:
        """Read a channel up to the message `before`, or to its newest, within WITHIN_S; return the messages in order.

        It never raises; what does not come in time is not remembered.
        """
        newest_first: list[Message] = []
        since: datetime | None = None
        with self._clock.move_on_after(WITHIN_S):
            try:
                since = await self._read(newest_first, channel_id, before)
            except DiscordFailed as failure:
                _log.info("What was said before in channel %s is not known: %s", channel_id, failure)
        if since is not None:
            left = [message.message_id for message in newest_first]
            self._memory.remaining(format_channel(channel_id), left, since=since, before=before or "")
        found = newest_first[::-1]
        for message in found:
            self._remember(message)
        return found

    async def _read(self, newest_first: list[Message], channel_id: str, before: str | None) -> datetime:
        """Add the messages to `newest_first`, and return the time since when they are all."""
        since = self._clock.utc() - self._reach
        for _ in range(_PAGES):
            call = ChannelMessages(channel_id=channel_id, limit=MOST_MESSAGES, before=before)
            page = await self._io.call(call)
            recent = [message for message in page.messages if message.time >= since]
            newest_first += recent
            before = page.before
            if before is None or len(recent) < len(page.messages):
                return since
        return newest_first[-1].time

    def _remember(self, message: Message) -> None:
        is_own = self._addressing.is_own(message)
        if is_own:
            self._addressing.add_own(message)
        text = format_message_text(message)
        if text and (is_own or not message.author.bot):
            channel = format_channel(message.channel_id)
            self._memory.heard(channel, make_remembered_message(message, text, is_own=is_own))
            if message.edited:
                self._memory.edited(channel, message.message_id, text)
