"""A little Discord that lives in a list: the simplest honest link, with nonces, for tests of what lies before it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import anyio
from anyio.abc import TaskStatus

from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.wire.calls import Call, ChannelInfo, ChannelMessages, Guilds, Page, Send, Typing, Whoami
from performer.chats.discord.wire.values import (
    Author,
    Channel,
    DiscordEvent,
    Guild,
    LinkChanged,
    Me,
    Message,
    MessageCreated,
)

CHANNEL = "100"
GUILD = "10"
DENIED = "666"
ME = Me(user_id="1", application_id="2", name="Otto")
_BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


class LittleDiscord:
    """Has one server with one channel."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.calls: list[Call[Any]] = []
        """All that was done, in order."""
        self.nonces: dict[str, Message] = {}
        self.open = anyio.Event()
        self.open.set()
        self._hear: Callable[[DiscordEvent], None] = lambda _: None
        self._changed = anyio.Event()

    async def run(
        self, hear: Callable[[DiscordEvent], None], *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED
    ) -> None:
        self._hear = hear
        hear(LinkChanged(is_up=True, me=ME))
        task_status.started()
        await anyio.sleep_forever()

    async def call(self, call: Call[Any], *, nonce: str = "") -> Any:
        self.calls.append(call)
        self._changed.set()
        await self.open.wait()
        match call:
            case Send(channel_id=channel) if channel == DENIED:
                raise DiscordFailed("denied", "That channel is denied by discord.denied_channels.", call.method)
            case Send():
                return self._sent(call, nonce)
            case ChannelMessages():
                return Page(messages=tuple(reversed(self.messages[-call.limit :])))
            case ChannelInfo():
                return Channel(channel_id=call.channel_id, guild_id=GUILD, name="general", type="text")
            case Guilds():
                return (Guild(guild_id=GUILD, name="Home", members=3),)
            case Typing():
                return None
            case Whoami():
                return ME
            case _:
                raise RuntimeError("A bug in what does the calls.")

    def hold(self) -> None:
        """Keep calls waiting until `open` is set."""
        self.open = anyio.Event()

    def say(self, content: str) -> None:
        """Have a person write."""
        self._hear(MessageCreated(message=self._written(content, Author(id="7", name="Ada"))))

    def tell(self, happening: DiscordEvent) -> None:
        """Have anything happen."""
        self._hear(happening)

    async def until(self, is_true: Callable[["LittleDiscord"], bool]) -> None:
        """Wait until something is true of the calls."""
        while not is_true(self):
            self._changed = anyio.Event()
            await self._changed.wait()

    @property
    def contents(self) -> list[str]:
        return [each.content for each in self.messages]

    def _sent(self, call: Send, nonce: str) -> Message:
        if nonce not in self.nonces:
            message = self._written(call.content, Author(id=ME.user_id, name=ME.name, bot=True))
            self.nonces[nonce or message.message_id] = message
        return self.nonces[nonce or self.messages[-1].message_id]

    def _written(self, content: str, author: Author) -> Message:
        number = len(self.messages) + 1
        message = Message(
            message_id=str(1000 + number),
            channel_id=CHANNEL,
            guild_id=GUILD,
            author=author,
            content=content,
            time=_BEGAN + timedelta(seconds=number),
        )
        self.messages.append(message)
        return message
