"""The bot at a server that speaks as Discord does, and says less."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

from performer.chats.discord.bot.bot import DiscordBot
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import GuildChannels, Send, SyncCommands
from performer.chats.discord.wire.values import Author, LinkChanged, Me, MessageCreated, MessageDeleted, MessageEdited
from performer.core.clock import SystemClock
from performer.core.files.atomic import write_atomically
from tests.fakes.lean_discord import CHANNEL, GUILD, ME, LeanDiscord
from tests.performer.chats.discord.bot.standing import HURRY, Heard, MemoryKeeps

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def linked(discord: LeanDiscord, home: Path) -> AsyncIterator[tuple[DiscordBot, Heard]]:
    settings = DiscordSettings.model_validate({"enabled": True, "token_variable": "NO_SUCH_TOKEN", **discord.addresses})
    write_atomically(home / "discord.token", b"test")
    bot, heard = DiscordBot(SystemClock(seed=7), settings, home / "discord.token", MemoryKeeps(), HURRY), Heard()
    async with anyio.create_task_group() as tasks:
        await tasks.start(bot.run, heard.hear)
        yield bot, heard
        tasks.cancel_scope.cancel()


async def test_it_is_up_where_only_the_least_is_told(tmp_path: Path) -> None:
    async with LeanDiscord() as discord, linked(discord, tmp_path) as (_, heard):
        up = heard.of(LinkChanged)[-1]

    assert (up.is_up, up.me) == (True, Me(user_id=ME, application_id=ME, name="otto"))
    assert discord.begun == 1


async def test_a_session_goes_on_without_an_address_for_it(tmp_path: Path) -> None:
    async with LeanDiscord() as discord, linked(discord, tmp_path) as (_, heard):
        await discord.hang_up()
        await discord.tell("MESSAGE_CREATE", discord.message("meanwhile", guild_id=GUILD))
        await heard.until(lambda it: it.texts)
        await discord.tell("MESSAGE_CREATE", discord.message("after", guild_id=GUILD, id="2"))
        await heard.until(lambda it: len(it.texts) == 2)

    assert (heard.texts, discord.begun, discord.resumed) == (["meanwhile", "after"], 1, 1)


async def test_a_first_heartbeat_without_an_answer_is_no_reason_to_leave(tmp_path: Path) -> None:
    async with LeanDiscord() as discord:
        discord.heartbeat_s = 0.2
        async with linked(discord, tmp_path) as (_, heard):
            await heard.until(lambda it: "beat 3" in it.texts)

    assert (discord.begun, discord.resumed) == (1, 0)


async def test_an_edit_and_a_deletion_are_told_by_numbers_alone(tmp_path: Path) -> None:
    async with LeanDiscord() as discord, linked(discord, tmp_path) as (_, heard):
        await discord.tell("MESSAGE_CREATE", discord.message(f"<@{ME}> hey", guild_id=GUILD))
        await discord.tell("MESSAGE_UPDATE", {"id": "1", "channel_id": CHANNEL, "content": "ho"})
        await discord.tell("MESSAGE_DELETE", {"id": "1", "channel_id": CHANNEL})
        await heard.until(lambda it: it.of(MessageDeleted))
        (said,), (edited,) = heard.of(MessageCreated), heard.of(MessageEdited)

    assert [each.id for each in said.message.mentions] == [ME]
    assert (edited.message.content, edited.message.author.name, edited.message.guild_id) == ("ho", "bob", GUILD)
    assert heard.of(MessageDeleted)[0].guild_id == GUILD


async def test_a_limit_is_kept_whoever_tells_of_it(tmp_path: Path) -> None:
    async with LeanDiscord() as discord, linked(discord, tmp_path) as (bot, _):
        discord.refuses = [(429, {"message": "slow", "retry_after": 0.01, "global": False})]
        sent = await bot.call(Send(channel_id=CHANNEL, content="hello"))

    assert sent.message_id == "9"
    assert len(discord.sent) == 1


async def test_a_message_that_is_there_already_is_sent_even_if_nobody_is_told_whose_it_is(tmp_path: Path) -> None:
    async with LeanDiscord() as discord, linked(discord, tmp_path) as (bot, _):
        first, second = [await bot.call(Send(channel_id=CHANNEL, content="hello", nonce="n1")) for _ in range(2)]

    assert (second.message_id, second.author) == (first.message_id, Author(id=ME, name="otto", bot=True))


async def test_what_is_wrong_is_read_whatever_the_header_says(tmp_path: Path) -> None:
    async with LeanDiscord() as discord, linked(discord, tmp_path) as (bot, _):
        discord.refuses = [(400, {"message": "older than 1 hour", "code": 30046})]
        with pytest.raises(DiscordFailed, match="can be changed only a few times"):
            await bot.call(Send(channel_id=CHANNEL, content="hello"))


async def test_channels_are_those_that_were_told_of_where_no_list_is_given(tmp_path: Path) -> None:
    async with LeanDiscord() as discord, linked(discord, tmp_path) as (bot, heard):
        await discord.tell("CHANNEL_CREATE", {"id": "11", "guild_id": GUILD, "name": "general", "type": 0})
        await discord.tell("MESSAGE_CREATE", discord.message("there", channel_id="11"))
        await heard.until(lambda it: it.texts)
        channels = await bot.call(GuildChannels(guild_id=GUILD))
        with pytest.raises(DiscordFailed):
            await bot.call(SyncCommands(commands=()))

    assert [each.name for each in channels] == ["general"]
