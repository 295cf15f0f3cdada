"""Happenings made by hand, and the simplest honest parts that chat in needs: a link and a memory that remember."""

import itertools
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar, cast

import anyio
from anyio.abc import TaskStatus

from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.wire.calls import Call, ChannelMessages, Guilds, Page
from performer.chats.discord.wire.values import Author, DiscordEvent, File, LinkChanged, Me, Message, MessageCreated
from performer.core.remembered_conversation import RememberedMessage

T = TypeVar("T")

ME = Me(user_id="1", application_id="1", name="Owlet")
ANNA = Author(id="21", name="Anna")
BEN = Author(id="22", name="Ben")
NOON = datetime(2026, 1, 1, tzinfo=UTC)
"""When a virtual clock begins."""
PLAYERS = "300"
"""A channel."""
_numbers = itertools.count(1000)


def message(
    content: str = "hello",
    author: Author = ANNA,
    *,
    channel: str = PLAYERS,
    guild: str | None = "100",
    mentions: Sequence[Author] = (),
    reply_to: str | None = None,
    files: Sequence[File] = (),
    time: datetime = NOON,
    number: int | None = None,
) -> Message:
    return Message(
        message_id=str(number if number is not None else next(_numbers)),
        channel_id=channel,
        guild_id=guild,
        author=author,
        content=content,
        time=time,
        reply_to=reply_to,
        attachments=tuple(files),
        mentions=tuple(mentions),
    )


def created(content: str = "hello", author: Author = ANNA, *, parent: str | None = None, **more: Any) -> MessageCreated:
    return MessageCreated(message=message(content, author, **more), parent_id=parent)


def picture(number: int, content_type: str | None = "image/png") -> File:
    url = f"https://cdn.discordapp.com/attachments/{number}"
    return File(id=str(number), url=url, filename="cat.png", content_type=content_type, size=100)


class LittleLink:
    """The port DiscordIO: up at once, it keeps what it was asked, and answers as it was told."""

    def __init__(self, **answers: Callable[[Any], Any]) -> None:
        self.asked: list[Call[Any]] = []
        self.hear: Callable[[DiscordEvent], None] = lambda _: None
        self.answers: dict[str, Callable[[Any], Any]] = {
            Guilds.__name__: lambda _: (),
            ChannelMessages.__name__: lambda _: Page(messages=()),
            **answers,
        }
        self._more = anyio.Event()

    async def run(
        self, hear: Callable[[DiscordEvent], None], *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED
    ) -> None:
        self.hear = hear
        hear(LinkChanged(is_up=True, me=ME))
        task_status.started()
        await anyio.sleep_forever()

    async def call(self, call: Call[T]) -> T:
        self.asked.append(call)
        self._more.set()
        answers = self.answers.get(type(call).__name__)
        answer = answers(call) if answers else None
        if isinstance(answer, DiscordFailed):
            raise answer
        if isinstance(answer, anyio.Event):
            await answer.wait()
        if isinstance(answer, Awaitable):
            answer = await answer
        return cast("T", answer)

    def asked_for(self, kind: type[T]) -> list[T]:
        return [call for call in self.asked if isinstance(call, kind)]

    async def until_asked(self, kind: type[Call[Any]], times: int = 1) -> None:
        with anyio.fail_after(20):
            while len(self.asked_for(kind)) < times:
                self._more = anyio.Event()
                await self._more.wait()


class LittleMemory:
    """What is remembered, in the order in which it was told; and small texts by name."""

    def __init__(self) -> None:
        self.said: dict[tuple[str, str], RememberedMessage] = {}
        self.texts: dict[str, str] = {}

    def heard(self, channel: str, said: RememberedMessage) -> None:
        self.said.setdefault((channel, said.message), said)

    def edited(self, channel: str, message: str, text: str) -> None:
        before = self.said.get((channel, message))
        if before:
            self.said[channel, message] = RememberedMessage(role=before.role, text=text, at=before.at, message=message)

    def deleted(self, channel: str, messages: Sequence[str]) -> None:
        for each in messages:
            self.said.pop((channel, each), None)

    def remaining(self, channel: str, messages: Sequence[str], *, since: datetime, before: str) -> None:
        known = [
            number for place, number in self.said if place == channel and (not before or int(number) < int(before))
        ]
        gone = [each for each in known if each not in messages and self.said[channel, each].at >= since]
        self.deleted(channel, gone)

    async def kept(self, name: str) -> str:
        return self.texts.get(name, "")

    async def keep(self, name: str, value: str) -> None:
        self.texts[name] = value
