"""A bot that is linked to the fake Discord, and what it has told."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import anyio

from performer.chats.discord.bot.bot import DiscordBot
from performer.chats.discord.bot.gateway import ReconnectPauses
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.values import DiscordEvent, LinkChanged, MessageCreated
from performer.core.clock import Clock, SystemClock
from performer.core.files.atomic import write_atomically
from performer.core.remembered_conversation import KeyValueStore
from tests.fakes.discord.server import FakeDiscord

H = TypeVar("H")

HURRY = ReconnectPauses(first_s=0.01, longest_s=0.1, between_identifies_s=(0.0, 0.01), reach_within_s=5.0)


class Heard:
    """What a bot told, in order."""

    def __init__(self) -> None:
        self.all: list[DiscordEvent] = []
        self._changed = anyio.Event()

    def hear(self, happening: DiscordEvent) -> None:
        self.all.append(happening)
        self._changed.set()
        self._changed = anyio.Event()

    def of(self, kind: type[H]) -> list[H]:
        return [each for each in self.all if isinstance(each, kind)]

    @property
    def texts(self) -> list[str]:
        return [each.message.content for each in self.of(MessageCreated)]

    @property
    def reasons(self) -> list[str]:
        return [each.reason for each in self.of(LinkChanged)]

    async def until(self, true: Callable[["Heard"], Any]) -> None:
        with anyio.fail_after(15):
            while not true(self):
                await self._changed.wait()


class MemoryKeeps(KeyValueStore):
    """Keeps for as long as the test runs."""

    def __init__(self) -> None:
        self.kept_by_name: dict[str, str] = {}

    async def kept(self, name: str) -> str:
        return self.kept_by_name.get(name, "")

    async def keep(self, name: str, value: str) -> None:
        self.kept_by_name[name] = value


def settings(discord: FakeDiscord, **more: Any) -> DiscordSettings:
    return DiscordSettings(enabled=True, token_variable="NO_SUCH_TOKEN", **{**discord.addresses, **more})


def token_file(discord: FakeDiscord, home: Path) -> Path:
    """Return a file with the fake's token, unless there is one that holds something else."""
    file = home / "discord.token"
    if not file.exists():
        write_atomically(file, f"{discord.token}\n".encode())
    return file


@asynccontextmanager
async def linked(
    discord: FakeDiscord,
    home: Path,
    *,
    clock: Clock | None = None,
    keeps: KeyValueStore | None = None,
    pace: ReconnectPauses = HURRY,
    **more: Any,
) -> AsyncIterator[tuple[DiscordBot, Heard]]:
    """Have a bot that knows whether its link is up."""
    bot = DiscordBot(
        clock or SystemClock(seed=7), settings(discord, **more), token_file(discord, home), keeps or MemoryKeeps(), pace
    )
    heard = Heard()
    async with anyio.create_task_group() as tasks:
        with anyio.fail_after(15):
            await tasks.start(bot.run, heard.hear)
        yield bot, heard
        tasks.cancel_scope.cancel()
