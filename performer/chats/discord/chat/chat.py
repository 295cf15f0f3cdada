"""Discord as a chat: what people write there becomes lines, and what they change or take back is changed or gone."""

import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import KW_ONLY
from datetime import timedelta
from functools import partial
from typing import Final

import anyio
from anyio.abc import TaskGroup, TaskStatus

from performer.chats.discord.channels import format_channel
from performer.chats.discord.chat.addressing import AddressFilter, Addressing
from performer.chats.discord.chat.backfill import Backfill, BackfillState
from performer.chats.discord.chat.lines import (
    LatenessMeter,
    LinePictures,
    format_message_text,
    make_chat_line,
    make_remembered_message,
)
from performer.chats.discord.chat.missed import MissedMessages
from performer.chats.discord.chat.reply_quota import ReplyQuota
from performer.chats.discord.chat.typing_indicator import TypingIndicator
from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.permissions import People
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire import values
from performer.chats.discord.wire.calls import ChannelInfo, Guilds
from performer.chats.discord.wire.values import DiscordEvent, LinkChanged
from performer.chats.port import Chat, ChatInbox, PostCue
from performer.core.cues import ChatCue, ChatLine
from performer.core.recent_dict import RecentDict
from performer.core.remembered_conversation import KeyValueStore, MessageMemory
from performer.core.values import dataclass
from performer.guard.runtime import Runtime

_log = logging.getLogger(__name__)

_MOST_SEEN: Final = 2_000
_MOST_FILLED: Final = 20
"""Channels whose backfill begins before anybody writes in them; that of others begins when somebody does."""


@dataclass(eq=False)
class DiscordChat(Chat):
    """Reads what people write at Discord, has it remembered, and posts the lines that may be answered."""

    name = "discord"

    runtime: Runtime
    settings: DiscordSettings
    io: DiscordIO
    _: KW_ONLY
    pictures: LinePictures
    people: People
    memory: MessageMemory
    inbox: ChatInbox
    """Has the lines that wait, after `run` has posted them."""
    keeps: KeyValueStore
    """Keeps over restarts how often people were answered."""
    reach: timedelta
    """How far back a channel is read when the performer comes to it."""

    def __post_init__(self) -> None:
        self._clock, self._monitored, self._rights = self.runtime.clock, self.people.monitored, self.people.rights
        self._addressing = AddressFilter(self.settings, self._monitored)
        self._backfill = Backfill(self._clock, self.io, self.memory, self._addressing, self.reach)
        self._channels = BackfillState(self._clock)
        self._missed = MissedMessages(self.io, self._addressing)
        self._lateness = LatenessMeter(self._clock)
        self._quota = ReplyQuota(
            self.runtime,
            self.io,
            rights=self._rights,
            answers_per_hour=lambda: self.settings.answers_per_hour,
            keeps=self.keeps,
        )
        self._typing = TypingIndicator(self._clock, self.runtime.stream, self.io)
        self._seen: RecentDict[str, None] = RecentDict(_MOST_SEEN)
        """The messages that were remembered."""
        self._post: PostCue = _drop_cue
        self._tasks: TaskGroup | None = None
        self._is_up = False

    async def run(self, post: PostCue, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Post lines, type for turns and tell of limits until cancelled; lines heard before are not answered."""
        await self._monitored.load()
        async with anyio.create_task_group() as tasks:
            await tasks.start(self._quota.run)
            await tasks.start(self._typing.run)
            self._post, self._tasks = post, tasks
            self._channels = BackfillState(self._clock)
            if self._is_up:
                self._start_soon(partial(self._begin, ()))
            task_status.started()
            try:
                await anyio.sleep_forever()
            finally:
                self._post, self._tasks = _drop_cue, None

    def hear(self, event: DiscordEvent) -> None:
        """Receive an event, at once and without waiting."""
        if isinstance(event, values.MessageCreated):
            self._missed.hear(event.message)
        if not isinstance(event, LinkChanged | values.Interaction) and self._channels.hold_back(event):
            return
        match event:
            case LinkChanged():
                self._take_link(event)
            case values.MessageCreated(message=message) if self._addressing.is_own(message):
                self._take_own(event, format_message_text(message))
            case values.MessageCreated():
                if line := self._take_message(event):
                    self._post(ChatCue(lines=(line,)))
            case values.MessageEdited():
                self._take_edit(event)
            case values.MessageDeleted(channel_id=channel_id, message_ids=numbers):
                self.pictures.forget(channel_id, numbers)
                self.memory.deleted(format_channel(channel_id), numbers)
                self.inbox.forget_lines(format_channel(channel_id), numbers)

    def _take_message(self, created: values.MessageCreated) -> ChatLine | None:
        """Remember what is said where the performer listens, and return the line if it may be answered."""
        message = created.message
        text = format_message_text(message)
        heed = self._addressing.classify(created, text) if text else Addressing.NOT
        is_talk = self._channels.is_in_conversation(message.channel_id) and not message.author.bot and text != ""
        if (heed is Addressing.NOT and not is_talk) or message.message_id in self._seen:
            return None
        if heed is not Addressing.NOT and self._begin_backfill(created):
            return None
        self._seen[message.message_id] = None
        self.memory.heard(format_channel(message.channel_id), make_remembered_message(message, text))
        self.pictures.add(message)
        if heed is Addressing.NOT:
            return None
        at_s = self._clock.now() - self._lateness.measure(message.time)
        line = self._make_line(message, text, direct=heed is Addressing.DIRECT, at_s=at_s)
        if line.direct:
            self._channels.note_talk(message.channel_id)
        return line if self._quota.admit(line, message.guild_id) else None

    def _take_own(self, created: values.MessageCreated, text: str) -> None:
        """Remember the performer's own message: people may reply to it, and it is a part of what was said."""
        message = created.message
        self._addressing.add_own(message)
        is_heard = self._addressing.is_fully_heard(created)
        if text and (is_heard or self._channels.is_in_conversation(message.channel_id)):
            self.memory.heard(format_channel(message.channel_id), make_remembered_message(message, text, is_own=True))

    def _take_edit(self, edited: values.MessageEdited) -> None:
        message = edited.message
        if message.author.bot and not self._addressing.is_own(message):
            return
        channel, text = format_channel(message.channel_id), format_message_text(message)
        if message.message_id in self._seen:
            self.pictures.add(message)
        self.memory.edited(channel, message.message_id, text)
        self.inbox.reword_line(channel, message.message_id, self._addressing.strip_address(text))

    def _take_link(self, link: LinkChanged) -> None:
        if link.me is not None:
            self._addressing.set_own_user(link.me)
        was_up, self._is_up = self._is_up, link.is_up
        if link.is_up and not was_up:
            self._missed.link_up(self._clock.utc())
            self._start_soon(partial(self._begin, self._channels.mark_all_missed()))

    def _begin_backfill(self, created: values.MessageCreated) -> bool:
        """Return whether a message is held back, because its channel's backfill begins with it."""
        channel_id = created.message.channel_id
        if self._tasks is None:
            return False
        if self._channels.is_filled(channel_id, is_fully_heard=self._addressing.is_fully_heard(created)):
            return False
        if not self._channels.begin(channel_id):
            return False
        self._channels.hold_back(created)
        self._start_soon(
            partial(self._fill, channel_id, before=created.message.message_id, parent_id=created.parent_id)
        )
        return True

    async def _fill(self, channel_id: str, *, before: str | None = None, parent_id: str | None = None) -> None:
        for message in self._missed.choose(await self._backfill.fill(channel_id, before=before)):
            self._take_missed(values.MessageCreated(message=message, parent_id=parent_id))
        for event in self._channels.end(channel_id):
            self.hear(event)

    def _take_missed(self, missed: values.MessageCreated) -> None:
        """Post a line to the performer that nobody has heard; it is remembered already."""
        message, text = missed.message, format_message_text(missed.message)
        is_direct = bool(text) and self._addressing.classify(missed, text) is Addressing.DIRECT
        if not is_direct or message.message_id in self._seen:
            return
        self._seen[message.message_id] = None
        self.pictures.add(message)
        at_s = self._clock.now() - self._lateness.find_lateness_s(message.time)
        line = self._make_line(message, text, direct=True, at_s=at_s)
        if self._quota.admit(line, message.guild_id):
            self._post(ChatCue(lines=(line,)))

    def _make_line(self, message: values.Message, text: str, *, direct: bool, at_s: float) -> ChatLine:
        owns_it = self._rights.is_owner(message.author.id, message.guild_id)
        text = self._addressing.strip_address(text)
        return make_chat_line(message, text, direct=direct, is_streamers=owns_it, at_s=at_s)

    async def _begin(self, talks: Sequence[str]) -> None:
        """Learn the servers' owners, what was said of late where every line is heard, and what was missed.

        `talks` are the channels where somebody spoke to the performer before the link was lost.
        """
        guilds: tuple[values.Guild, ...] = ()
        try:
            guilds = await self.io.call(Guilds())
            self._rights.learn(guilds, await self._find_home(guilds))
        except DiscordFailed as failure:
            _log.info("The owners of the servers are not known: %s", failure)
        heard = [self.settings.stage_channel, *self._monitored.channels][:_MOST_FILLED]
        stirred = await self._missed.find_channels(guilds)
        parents = {each.channel_id: each.parent_id if each.type == "thread" else None for each in stirred}
        listed = (*(each for each in heard if each in self._monitored), *parents, *talks[-_MOST_FILLED:])
        for channel_id in dict.fromkeys(listed):
            is_strange = not self._channels.is_filled(channel_id, is_fully_heard=True)
            if is_strange and self._channels.begin(channel_id):
                await self._fill(channel_id, parent_id=parents.get(channel_id))
        if self._is_up:
            self._missed.caught_up()

    async def _find_home(self, guilds: Sequence[values.Guild]) -> str | None:
        """Return the streamer's server: that of the stage's channel, or else the only one."""
        if self.settings.stage_channel:
            stage: values.Channel = await self.io.call(ChannelInfo(channel_id=self.settings.stage_channel))
            return stage.guild_id
        if len(guilds) > 1 and not self.settings.owners:
            _log.warning(
                "The bot is on %d servers: name yourself in discord.owners, or nobody may command it.", len(guilds)
            )
        return guilds[0].guild_id if len(guilds) == 1 else None

    def _start_soon(self, work: Callable[[], Coroutine[object, object, None]]) -> None:
        if self._tasks is not None:
            self._tasks.start_soon(work)


def _drop_cue(_cue: ChatCue) -> None:
    """Drop a line that comes while nobody reads."""
