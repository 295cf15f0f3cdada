"""What the streamer keeps the bot away from."""

from pathlib import Path

import pytest

from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.wire.calls import (
    Send,
)
from tests.fakes.discord.server import FakeDiscord
from tests.performer.chats.discord.bot.standing import linked

pytestmark = pytest.mark.anyio


async def test_a_denied_channel_and_its_threads_are_not_written(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        secret = discord.channel(guild, "secret")
        thread, direct = discord.thread(secret), discord.dm(discord.person("Ann", guild))
        async with linked(discord, tmp_path, denied_channels=(secret.id,)) as (bot, _):
            kinds = []
            for where in (secret, thread, direct):
                with pytest.raises(DiscordFailed) as failed:
                    await bot.call(Send(channel_id=where.id, content="hello"))
                kinds.append(failed.value.kind)

    assert kinds == ["denied", "denied", "denied"]
    assert discord.asked("POST", "/messages") == []
