"""Asking for a yes with the real client on the fake Discord: presses, strangers, and a restart in between."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

from performer.chats.discord.approvals import DiscordApprovals
from performer.chats.discord.bot.bot import DiscordBot
from performer.chats.discord.permissions import Rights
from performer.core.clock import SystemClock
from performer.core.events.speech import ApprovalEnded
from performer.guard.runtime import Runtime
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Channel, Post
from tests.performer.chats.discord.bot.standing import HURRY, MemoryKeeps, settings, token_file
from tests.performer.tools.approvals.running import Office, office, opening

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def asked_channel(
    discord: FakeDiscord, home: Path, clock: SystemClock, channel: Channel
) -> AsyncIterator[Office]:
    """Have an office that asks in a channel, with a bot of its own."""
    given = settings(discord, approvals_channel=channel.id, owners=(discord.owner.id,))
    bot = DiscordBot(clock, given, token_file(discord, home), MemoryKeeps(), HURRY)
    async with office(clock, home / "memory.db") as it, anyio.create_task_group() as tasks:
        runtime = Runtime(clock, it.stream, it.guard)
        approvals = DiscordApprovals(runtime, given, bot, queue=it.desk, rights=Rights(given))
        await tasks.start(approvals.run)
        await tasks.start(bot.run, approvals.hear)
        yield it
        tasks.cancel_scope.cancel()


async def asking(discord: FakeDiscord, channel: Channel) -> Post:
    await discord.wait_for(lambda it: it.messages(channel))
    return discord.messages(channel)[-1]


async def until_titled(discord: FakeDiscord, post: Post, title: str) -> None:
    await discord.wait_for(lambda _: post.embeds[0]["title"] == title)


async def test_of_two_presses_at_once_one_counts_and_a_stranger_is_told_alone(
    tmp_path: Path, clock: SystemClock
) -> None:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        channel, mallory = discord.channel(guild), discord.person("Mallory", guild)
        async with asked_channel(discord, tmp_path, clock, channel) as it:
            await it.box.call(opening("``` @everyone"))
            post = await asking(discord, channel)
            told = await discord.answered(discord.press(mallory, post, "tool:ok:1"))
            both = [discord.press(discord.owner, post, button) for button in ("tool:ok:1", "tool:ok:1")]
            await it.heard(ApprovalEnded)
            await until_titled(discord, post, "door: approved, and done")
            for press in both:
                await discord.answered(press)

    assert told.is_private
    assert (told.text or "").startswith("Only the owners")
    assert it.opened == ["``` @everyone"]
    assert post.buttons == []
    assert post.allowed_mentions == {"parse": []}


async def test_a_button_of_the_run_before_still_works(tmp_path: Path, clock: SystemClock) -> None:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        channel = discord.channel(guild)
        async with asked_channel(discord, tmp_path, clock, channel) as before:
            await before.box.call(opening())
            post = await asking(discord, channel)
            await discord.answered(discord.press(discord.person("Mallory", guild), post, "tool:ok:1"))
        async with asked_channel(discord, tmp_path, clock, channel) as it:
            discord.press(discord.owner, post, "tool:ok:1")
            await it.heard(ApprovalEnded)
            await until_titled(discord, post, "door: approved, and done")

        assert (before.opened, it.opened) == ([], ["red"])
        assert len(discord.messages(channel)) == 1
