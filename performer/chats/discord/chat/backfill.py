"""The backfill: what was said in a channel before the performer came to it, read once and answered never.

Meetings: in which channels it is known what was said before, and what has to wait in the others until it is.
"""

import logging
from collections import OrderedDict
from datetime import datetime, timedelta
from typing import Final

from performer.chats.discord.channels import format_channel
from performer.chats.discord.chat.addressing import AddressFilter
from performer.chats.discord.chat.lines import format_message_text, make_remembered_message
from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.wire.calls import MOST_MESSAGES, ChannelMessages
from performer.chats.discord.wire.values import Message, MessageCreated, MessageDeleted, MessageEdited
from performer.core.clock import Clock
from performer.core.remembered_conversation import MessageMemory

TALK_S: Final = 3600.0
"""Where not every line is heard, a conversation is over after so long without a word to the performer."""
_MOST_MET: Final = 500
_MOST_HELD: Final = 200
"""Of a channel that is being met: a flood does not wait."""

Written = MessageCreated | MessageEdited | MessageDeleted


class BackfillState:
    """Keeps which channels are met; a channel that is being met has what happens in it held back, in order."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._met: OrderedDict[str, float] = OrderedDict()
        """When each was last spoken in to the performer, or met."""
        self._held: dict[str, list[Written]] = {}

    def is_met(self, channel_id: str, *, is_fully_heard: bool) -> bool:
        """Tell whether nothing of late was missed in a channel.

        Args:
            channel_id: Which one.
            is_fully_heard: Whether every line of it is heard, or conversations with the performer alone.
        """
        return channel_id in self._met if is_fully_heard else self.is_in_conversation(channel_id)

    def is_in_conversation(self, channel_id: str) -> bool:
        """Tell whether somebody has spoken to the performer in a channel of late."""
        return self._clock.now() - self._met.get(channel_id, -TALK_S) < TALK_S

    def talk(self, channel_id: str) -> None:
        """Take in that a channel is met, and that somebody speaks to the performer in it."""
        self._met[channel_id] = self._clock.now()
        self._met.move_to_end(channel_id)
        while len(self._met) > _MOST_MET:
            self._met.popitem(last=False)

    def begin(self, channel_id: str) -> bool:
        """Hold back from now on what happens in a channel; False when that is so already."""
        if channel_id in self._held:
            return False
        self._held[channel_id] = []
        return True

    def holds(self, event: Written) -> bool:
        """Take in what happens, should its channel be one that is being met; tells whether it is."""
        held = self._held.get(_channel_id(event))
        if held is None or len(held) >= _MOST_HELD:
            return False
        held.append(event)
        return True

    def end(self, channel_id: str) -> list[Written]:
        """Take in that a channel is met now; gives what was held back."""
        self.talk(channel_id)
        return self._held.pop(channel_id)

    def mark_all_missed(self) -> None:
        """Take in that something may have been missed anywhere."""
        self._met.clear()


def _channel_id(event: Written) -> str:
    match event:
        case MessageDeleted(channel_id=channel_id):
            return channel_id
        case _:
            return event.message.channel_id


_log = logging.getLogger(__name__)

WITHIN_S: Final = 1.5
"""Somebody may be waiting for an answer."""
_PAGES: Final = 2
_REACH: Final = timedelta(hours=1)


class Backfill:
    """Gives the memory the last hundred messages of a channel, of the last hour, and has it forget those that are gone.

    Args:
        clock: Tells which hour it is.
        io: The link.
        memory: Takes them; what it knows already changes only where it was edited.
        ear: Knows the performer's own messages, and learns of them here.
    """

    def __init__(self, clock: Clock, io: DiscordIO, memory: MessageMemory, ear: AddressFilter) -> None:
        self._clock = clock
        self._io = io
        self._memory = memory
        self._ear = ear

    async def fill(self, channel_id: str, *, before: str | None = None) -> None:
        """Read what is there, within WITHIN_S; it never raises, and what does not come is not remembered.

        Args:
            channel_id: Of which channel.
            before: The message that comes next; None: up to the newest.
        """
        newest_first: list[Message] = []
        since: datetime | None = None
        with self._clock.move_on_after(WITHIN_S):
            try:
                since = await self._read(newest_first, channel_id, before)
            except DiscordFailed as trouble:
                _log.info("What was said before in channel %s is not known: %s", channel_id, trouble)
        if since is not None:
            left = [message.message_id for message in newest_first]
            self._memory.remaining(format_channel(channel_id), left, since=since, before=before or "")
        for message in reversed(newest_first):
            self._remember(message)

    async def _read(self, newest_first: list[Message], channel_id: str, before: str | None) -> datetime:
        """Read what is there, and tell from when on that is all."""
        since = self._clock.utc() - _REACH
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
        is_own = self._ear.is_own(message)
        if is_own:
            self._ear.wrote(message)
        text = format_message_text(message)
        if text and (is_own or not message.author.bot):
            channel = format_channel(message.channel_id)
            self._memory.heard(channel, make_remembered_message(message, text, is_own=is_own))
            if message.edited:
                self._memory.edited(channel, message.message_id, text)
