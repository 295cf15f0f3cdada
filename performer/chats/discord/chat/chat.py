"""Discord as a chat: what people write there becomes lines, and what they change or take back is changed or gone."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from functools import partial
from typing import Final, Protocol

import anyio
from anyio.abc import TaskGroup, TaskStatus

from performer.chats.discord.channels import MonitoredChannels, format_channel
from performer.chats.discord.chat.addressing import AddressFilter, Addressing
from performer.chats.discord.chat.backfill import Backfill, BackfillState
from performer.chats.discord.chat.lines import (
    LatenessMeter,
    LinePictures,
    format_message_text,
    make_chat_line,
    make_remembered_message,
)
from performer.chats.discord.chat.reply_quota import ReplyQuota
from performer.chats.discord.chat.typing_indicator import TypingIndicator
from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.permissions import Rights
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import ChannelInfo, Guilds
from performer.chats.discord.wire.values import (
    Channel,
    DiscordEvent,
    Guild,
    LinkChanged,
    MessageCreated,
    MessageDeleted,
    MessageEdited,
)
from performer.chats.port import Chat, PostLine
from performer.core.clock import Clock
from performer.core.cues import ChatLine
from performer.core.events.stream import EventStream
from performer.core.remembered_conversation import KeyValueStore, MessageMemory
from performer.guard.guard import Guard

_log = logging.getLogger(__name__)

_MOST_SEEN: Final = 2_000
_MOST_GREETED: Final = 20
"""Channels that are met before anybody writes in them; the others are when somebody does."""


class LineQueue(Protocol):
    """Whoever has lines wait for their turn."""

    def forget_lines(self, channel: str, messages: Collection[str]) -> None:
        """Let go of lines, by their numbers, that their authors took back."""
        ...

    def reword_line(self, channel: str, message: str, text: str) -> None:
        """Have a line that waits read as its author has changed it."""
        ...


class DiscordChat(Chat):
    """Hears what happens at Discord, has it remembered, and hands on the lines that may be answered.

    Args:
        clock: The show's clock.
        stream: Tells of turns; told of lines that nobody will answer.
        settings: Where it listens, and how much.
        io: The link; somebody else keeps it up, and has `hear` called.
        monitored: The channels whose every line is heard.
        rights: Knows the owners.
        memory: Remembers what is said.
        guard: Passes what the chat says by itself.
        waiting: Where lines wait that `run` has posted.
        names: What the performer is called beside its name at Discord.
        keeps: Keeps over restarts how often people were answered; without it, a restart begins at nothing.
    """

    name = "discord"

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        settings: DiscordSettings,
        io: DiscordIO,
        *,
        monitored: MonitoredChannels,
        rights: Rights,
        memory: MessageMemory,
        guard: Guard,
        waiting: LineQueue,
        names: Iterable[str] = (),
        keeps: KeyValueStore | None = None,
    ) -> None:
        self._clock = clock
        self._settings = settings
        self._io = io
        self._monitored = monitored
        self._rights = rights
        self._memory = memory
        self._waiting = waiting
        self._ear = AddressFilter(settings, monitored, names)
        self._backfill = Backfill(clock, io, memory, self._ear)
        self._meetings = BackfillState(clock)
        self._lateness = LatenessMeter(clock)
        self._reply_quota = ReplyQuota(
            clock,
            stream,
            io,
            rights=rights,
            guard=guard,
            answers_per_hour=settings.answers_per_hour,
            keeps=keeps,
        )
        self._typist = TypingIndicator(clock, stream, io)
        self._seen: OrderedDict[str, None] = OrderedDict()
        self._post: PostLine = _drop_line
        self._tasks: TaskGroup | None = None
        self._is_up = False
        self.pictures = LinePictures(clock, io)
        """What was put to the lines, for a turn that answers them."""

    async def run(self, post: PostLine, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Hand over lines, type for turns and tell of limits until cancelled; what is heard before is not answered."""
        await self._monitored.load()
        async with anyio.create_task_group() as tasks:
            await tasks.start(self._reply_quota.run)
            await tasks.start(self._typist.run)
            self._post, self._tasks = post, tasks
            self._meetings = BackfillState(self._clock)
            if self._is_up:
                self._soon(self._arrive)
            task_status.started()
            try:
                await anyio.sleep_forever()
            finally:
                self._post, self._tasks = _drop_line, None

    def hear(self, event: DiscordEvent) -> None:
        """Take in what happens, at once and without waiting."""
        match event:
            case LinkChanged():
                self._take_link(event)
            case MessageCreated() | MessageEdited() | MessageDeleted():
                if not self._meetings.holds(event):
                    self._take(event)

    def _take(self, event: DiscordEvent) -> None:
        match event:
            case MessageCreated():
                self._take_message(event)
            case MessageEdited():
                self._take_edit(event)
            case MessageDeleted():
                self._take_deletion(event)

    def _take_message(self, created: MessageCreated) -> None:
        message = created.message
        text = format_message_text(message)
        if self._ear.is_own(message):
            self._take_own(created, text)
            return
        heed = self._ear.heed(created, text) if text else Addressing.NOT
        is_overheard = self._meetings.is_in_conversation(message.channel_id) and not message.author.bot and text != ""
        if (heed is Addressing.NOT and not is_overheard) or message.message_id in self._seen:
            return
        if heed is not Addressing.NOT and self._meets(created):
            return
        self._have_seen(message.message_id)
        self._memory.heard(format_channel(message.channel_id), make_remembered_message(message, text))
        self.pictures.know(message)
        if heed is Addressing.NOT:
            return
        at_s = self._clock.now() - self._lateness.of(message.time)
        line = make_chat_line(message, self._ear.strip_address(text), direct=heed is Addressing.DIRECT, at_s=at_s)
        if line.direct:
            self._meetings.talk(message.channel_id)
        if self._reply_quota.admit(line, message.guild_id):
            self._post(line)

    def _take_own(self, created: MessageCreated, text: str) -> None:
        """Take in what the performer itself wrote: people may reply to it, and it is a part of what was said."""
        message = created.message
        self._ear.wrote(message)
        if text and (self._ear.is_fully_heard(created) or self._meetings.is_in_conversation(message.channel_id)):
            self._memory.heard(format_channel(message.channel_id), make_remembered_message(message, text, is_own=True))

    def _take_edit(self, edited: MessageEdited) -> None:
        message = edited.message
        if message.author.bot and not self._ear.is_own(message):
            return
        channel, text = format_channel(message.channel_id), format_message_text(message)
        if message.message_id in self._seen:
            self.pictures.know(message)
        self._memory.edited(channel, message.message_id, text)
        self._waiting.reword_line(channel, message.message_id, self._ear.strip_address(text))

    def _take_deletion(self, deleted: MessageDeleted) -> None:
        channel = format_channel(deleted.channel_id)
        self.pictures.forget(deleted.channel_id, deleted.message_ids)
        self._memory.deleted(channel, deleted.message_ids)
        self._waiting.forget_lines(channel, deleted.message_ids)

    def _take_link(self, link: LinkChanged) -> None:
        if link.me is not None:
            self._ear.set_own_user(link.me)
        was_up, self._is_up = self._is_up, link.is_up
        if link.is_up and not was_up:
            self._meetings.mark_all_missed()
            self._soon(self._arrive)

    def _meets(self, created: MessageCreated) -> bool:
        """Hold a message back while its channel is met for the first time, or after a while."""
        message = created.message
        if self._tasks is None:
            return False
        if self._meetings.is_met(message.channel_id, is_fully_heard=self._ear.is_fully_heard(created)):
            return False
        if not self._meetings.begin(message.channel_id):
            return False
        self._meetings.holds(created)
        self._soon(partial(self._meet, message.channel_id, message.message_id))
        return True

    async def _meet(self, channel_id: str, before: str | None) -> None:
        await self._backfill.fill(channel_id, before=before)
        for event in self._meetings.end(channel_id):
            self._take(event)

    async def _arrive(self) -> None:
        """Learn whose the servers are, and what was said of late where every line is heard."""
        try:
            guilds: tuple[Guild, ...] = await self._io.call(Guilds())
            self._rights.learn(guilds, await self._home(guilds))
        except DiscordFailed as trouble:
            _log.info("Whose the servers are is not known: %s", trouble)
        for channel_id in [self._settings.stage_channel, *self._monitored.channels][:_MOST_GREETED]:
            is_strange = channel_id in self._monitored and not self._meetings.is_met(channel_id, is_fully_heard=True)
            if is_strange and self._meetings.begin(channel_id):
                await self._meet(channel_id, None)

    async def _home(self, guilds: Sequence[Guild]) -> str | None:
        """Tell which server is the streamer's: that of the stage's channel, or else the only one."""
        if self._settings.stage_channel:
            stage: Channel = await self._io.call(ChannelInfo(channel_id=self._settings.stage_channel))
            return stage.guild_id
        if len(guilds) > 1 and not self._settings.owners:
            _log.warning(
                "The bot is on %d servers: name yourself in discord.owners, or nobody may command it.", len(guilds)
            )
        return guilds[0].guild_id if len(guilds) == 1 else None

    def _have_seen(self, message_id: str) -> None:
        self._seen[message_id] = None
        while len(self._seen) > _MOST_SEEN:
            self._seen.popitem(last=False)

    def _soon(self, work: Callable[[], Coroutine[object, object, None]]) -> None:
        if self._tasks is not None:
            self._tasks.start_soon(work)


def _drop_line(_line: ChatLine) -> None:
    """Drop a line that comes while nobody reads."""
