"""The backfill: what was said in a channel before the performer came to it, read once and answered never."""

import logging
from datetime import datetime, timedelta
from typing import Final

from performer.chats.discord.channels import channel_of
from performer.chats.discord.chat.ear import Ear
from performer.chats.discord.chat.lines import said_of, text_of
from performer.chats.discord.io import DiscordFailed, DiscordIO
from performer.chats.discord.wire.calls import MOST_MESSAGES, ChannelMessages
from performer.chats.discord.wire.values import Message
from performer.clock import Clock
from performer.recollection import Remembers

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

    def __init__(self, clock: Clock, io: DiscordIO, memory: Remembers, ear: Ear) -> None:
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
            self._memory.remaining(channel_of(channel_id), left, since=since, before=before or "")
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
        text = text_of(message)
        if text and (is_own or not message.author.bot):
            channel = channel_of(message.channel_id)
            self._memory.heard(channel, said_of(message, text, is_own=is_own))
            if message.edited:
                self._memory.edited(channel, message.message_id, text)
