"""A memory in the machine's memory, in virtual time, and short ways to say something in it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine
from performer.core.events.stream import EventStream
from performer.core.remembered_conversation import Recollection, RememberedMessage
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.memory.database import Database, open_database
from performer.memory.memory import Memory
from performer.memory.settings import MemorySettings
from performer.memory.summary import Condense

HERE = "discord:1"


@dataclass
class Remembering:
    clock: VirtualClock
    stream: EventStream
    database: Database
    memory: Memory
    guard: Guard

    def say(self, text: str, *, number: int | str = "", by: str = "anna", to: str = "", channel: str = HERE) -> None:
        said = RememberedMessage(
            role="user", text=text, at=self.clock.utc(), author=by, author_id=f"id-{by}", message=str(number)
        )
        self.memory.messages.heard(channel, RememberedMessage(**{**vars(said), "reply_to": to}))

    def own(self, text: str, *, number: int | str = "", channel: str = HERE) -> None:
        said = RememberedMessage(role="assistant", text=text, at=self.clock.utc(), message=str(number))
        self.memory.messages.heard(channel, said)

    async def recalled(self, *lines: ChatLine) -> Recollection:
        return await self.memory.recall(ChatCue(lines=lines or (line(),)))

    async def texts(self, *lines: ChatLine) -> list[str]:
        return [said.text for said in (await self.recalled(*lines)).lines]


def line(text: str = "hm?", *, by: str = "anna", number: str = "new", to: str = "", channel: str = HERE) -> ChatLine:
    return ChatLine(text=text, author=by, author_id=f"id-{by}", channel=channel, message=number, reply_to=to)


@asynccontextmanager
async def remembering(
    clock: VirtualClock,
    *,
    condense: Condense | None = None,
    settings: MemorySettings | None = None,
    file: Path | None = None,
) -> AsyncIterator[Remembering]:
    stream, guard = EventStream(clock), Guard(clock=clock)
    async with open_database(clock, file) as database:
        memory = Memory(
            Runtime(clock, stream, guard),
            database,
            settings or MemorySettings(),
            file=file or Path("memory.db"),
            condense=condense,
        )
        yield Remembering(clock=clock, stream=stream, database=database, memory=memory, guard=guard)


def ago(clock: VirtualClock, **time: float) -> RememberedMessage:
    return RememberedMessage(role="user", text="old", at=clock.utc() - timedelta(**time), author="anna")
