"""The memory of a show: all parts of this package put together."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from pathlib import Path
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.core import events
from performer.core.clock import Clock
from performer.core.cues import CONSOLE, ChatCue, Cue, OperatorCue, StreamerCue
from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.core.remembered_conversation import (
    STAGE,
    MessageMemory,
    Recall,
    Recollection,
    RememberedMessage,
    recall_nothing,
)
from performer.core.status import Role
from performer.guard.runtime import Runtime
from performer.memory.backups import Backups
from performer.memory.database import Database, SqlKeyValueStore, open_database
from performer.memory.messages import MessageStore, MessageWriter
from performer.memory.notes import Notes, make_memory_tools
from performer.memory.recall import ContextWindow, Recaller
from performer.memory.recent_messages import MOST_UNSUMMED
from performer.memory.settings import MESSAGES, MemorySettings
from performer.memory.summary import ChannelSummaries, Condense
from performer.tools.approvals.approval import STREAMER
from performer.tools.tool import Tool

SERVICE: Final = own("memory")


def open_memory(clock: Clock, stream: EventStream, file: Path) -> AbstractAsyncContextManager[Database]:
    """Open what outlives the run; that it fails later is published."""

    def publish(trouble: str) -> None:
        stream.publish(events.ServiceDown(service=SERVICE, reason=trouble))

    return open_database(clock, file, publish)


class Memory:
    """The memory of a show; the copies of its database lie beside the file.

    `condense` asks a model for summaries, at rest; without it our own words have to do. In the `stage_channel`, such as
    `discord:123`, people read what is heard on the stage.
    """

    def __init__(
        self,
        runtime: Runtime,
        database: Database,
        settings: MemorySettings,
        *,
        file: Path,
        condense: Condense | None = None,
        stage_channel: str = "",
    ) -> None:
        clock, stream, guard = runtime.clock, runtime.stream, runtime.guard
        self._clock, self._stream = clock, stream
        self._database, self._settings, self._file = database, settings, file
        self.kept = SqlKeyValueStore(database)
        """What is kept by name."""
        self.notes = Notes(clock, database)
        self.messages = MessageStore(clock, database, most=MOST_UNSUMMED if settings.summaries else MESSAGES)
        self._recaller = Recaller(clock, database, guard, self._find_window)
        recorder = MessageWriter(stream, self.messages, stage_channel, on_whole=self._recaller.expect)
        self._recorder = recorder if settings.enabled else None
        self._summaries = ChannelSummaries(clock, database, self.messages, guard, condense)
        self._copies = Backups(clock, stream, file, self._forget_older)

    @property
    def remembers(self) -> MessageMemory:
        """The place that keeps what is said in a chat."""
        return self.messages if self._settings.enabled else _Forgetful()

    @property
    def recall(self) -> Recall:
        """The function that tells a turn what was said before."""
        return self._recall if self._settings.enabled else recall_nothing

    async def _recall(self, cue: Cue) -> Recollection:
        """Recall, and keep the lines of chats that do not number them: nobody else tells of those."""
        before = await self._recaller(cue)
        for line in cue.lines if isinstance(cue, ChatCue) else ():
            if not line.message:
                self._hear(line.channel, line.author, line.text)
        if isinstance(cue, OperatorCue) and cue.channel == CONSOLE:
            self._hear(CONSOLE, cue.author or STREAMER, cue.text)
        if isinstance(cue, StreamerCue):
            self._hear(STAGE, cue.author or STREAMER, cue.text)
        return before

    def _hear(self, channel: str, author: str, text: str) -> None:
        self.messages.heard(channel, RememberedMessage(role="user", text=text, at=self._clock.utc(), author=author))

    def _find_window(self) -> ContextWindow:
        settings = self._settings
        return ContextWindow(
            messages=settings.context_messages,
            minutes=settings.context_minutes,
            tokens=settings.context_tokens,
        )

    async def _forget_older(self) -> None:
        await self.messages.forget_older(self._settings.keeps_days)

    def tools(self) -> list[Tool]:
        """Return the tools of the memory; none when no notes are to be kept."""
        return make_memory_tools(self.notes) if self._settings.enabled and self._settings.notes else []

    def role(self) -> Role:
        """Return a line for the start-up table: where the memory is, and what is the matter with it."""
        if not self._database.is_kept:
            return Role(part="memory", plays=own("of this run alone"), why=self._database.trouble, state="partly")
        if not self._settings.enabled:
            return Role(part="memory", plays=own("off"), why=self._database.trouble, state="off")
        return Role(part="memory", plays=self._file.name, why=self._database.trouble)

    async def renew_copies(self) -> str:
        """Replace the nightly copies by one without what was forgotten; return what failed, or nothing."""
        return await self._copies.renew() if self._database.is_kept else ""

    async def record(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Write what the performer says and does until the stream closes; return when it is written."""
        if self._recorder is None:
            task_status.started()
            return
        await self._recorder.run(task_status=task_status)
        await self._database.settled()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Run summaries and nightly copies until cancelled."""
        trouble = self._database.trouble
        if trouble and self._database.is_kept:
            self._stream.publish(events.FileRefused(file=self._file.name, reason=trouble))
        elif trouble:
            self._stream.publish(events.ServiceDown(service=SERVICE, reason=trouble))
        async with anyio.create_task_group() as tasks:
            if self._settings.enabled and self._settings.summaries:
                await tasks.start(self._summaries.run)
            if self._database.is_kept:
                await tasks.start(self._copies.run)
            task_status.started()
            await anyio.sleep_forever()


class _Forgetful:
    """A memory that is switched off."""

    def heard(self, channel: str, said: RememberedMessage) -> None:
        """Do nothing."""

    def edited(self, channel: str, message: str, text: str) -> None:
        """Do nothing."""

    def deleted(self, channel: str, messages: Sequence[str]) -> None:
        """Do nothing."""

    def remaining(self, channel: str, messages: Sequence[str], *, since: datetime, before: str) -> None:
        """Do nothing."""
