"""The real discord.py client on the fake, for the fake's own tests."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

import anyio
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.fakes.discord.server import FakeDiscord


class Client(discord.Client):
    """Notes what it is told."""

    def __init__(self, **how: Any) -> None:
        intents = discord.Intents.default()
        intents.message_content = True
        settings: dict[str, Any] = {"intents": intents, "guild_ready_timeout": 0.02, **how}
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(allowed_mentions=discord.AllowedMentions.none(), **settings)
        self.heard: list[discord.Message] = []
        self.seen: list[str] = []
        """Names of what it was told, in order."""
        self.interactions: list[discord.Interaction] = []
        self.changed = anyio.Event()

    def dispatch(self, event: str, /, *args: Any, **more: Any) -> None:
        """Note it, and have it go its way."""
        self.seen.append(event)
        if event == "message" and args[0].author != self.user:
            self.heard.append(args[0])
        if event == "interaction":
            self.interactions.append(args[0])
        self.changed.set()
        self.changed = anyio.Event()
        super().dispatch(event, *args, **more)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait before identifying again."""

    async def until(self, event: str, count: int = 1) -> None:
        """Return when it was told so often."""
        with anyio.fail_after(15):
            while self.seen.count(event) < count:
                await self.changed.wait()


@asynccontextmanager
async def connected(fake: FakeDiscord, **how: Any) -> AsyncIterator[Client]:
    """Have a client that is ready."""
    with (
        patch.object(Route, "BASE", fake.api_url),
        patch.object(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(fake.gateway_url)),
    ):
        client = Client(**how)
        async with client:
            await client.login(fake.token)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(client.connect)
                await client.until("ready")
                yield client
                tasks.cancel_scope.cancel()
