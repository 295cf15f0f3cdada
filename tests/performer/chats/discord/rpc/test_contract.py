"""The port to Discord, held by the bot in this process and by the same bot behind a wire: they are not told apart."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.chats.discord.bot.bot import DiscordBot
from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.rpc.client import RemoteDiscord
from performer.chats.discord.rpc.server import RpcEndpoint, RpcServer
from performer.chats.discord.wire import calls
from performer.chats.discord.wire.values import DiscordEvent, Interaction, MessageCreated, MessageDeleted, MessageEdited
from performer.core.clock import SystemClock
from performer.core.redact.secret_value import ServerKey
from tests.fakes.discord.server import FakeDiscord
from tests.performer.chats.discord.bot.standing import HURRY, Heard, MemoryKeeps, settings, token_file
from tests.performer.chats.discord.rpc.standing import TOKEN
from tests.performer.core.images.sandbox.bombs import saved

pytestmark = pytest.mark.anyio

Hear = Callable[[DiscordEvent], None]


@asynccontextmanager
async def inside(bot: DiscordBot, hear: Hear) -> AsyncIterator[DiscordIO]:
    async with anyio.create_task_group() as tasks:
        await tasks.start(bot.run, hear)
        yield bot
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def elsewhere(bot: DiscordBot, hear: Hear) -> AsyncIterator[DiscordIO]:
    clock = SystemClock()
    server = RpcServer(clock=clock, io=bot, place=RpcEndpoint(token=TOKEN))
    async with anyio.create_task_group() as tasks:
        await tasks.start(server.run)
        await tasks.start(bot.run, server.hear)
        remote = RemoteDiscord(clock=clock, address=server.address, key=ServerKey(secret=TOKEN))
        await tasks.start(remote.run, hear)
        yield remote
        tasks.cancel_scope.cancel()


@pytest.fixture(params=[inside, elsewhere], ids=["inside", "elsewhere"])
async def there(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[DiscordIO, FakeDiscord, Heard]]:
    async with FakeDiscord() as discord:
        heard = Heard()
        secret = discord.channel(discord.guild("Attic"), "secret")
        chosen = settings(discord, denied_channels=(secret.id,))
        bot = DiscordBot(SystemClock(seed=7), chosen, token_file(discord, tmp_path), MemoryKeeps(), HURRY)
        with anyio.fail_after(20):
            async with request.param(bot, heard.hear) as io:
                yield io, discord, heard


There = tuple[DiscordIO, FakeDiscord, Heard]


async def test_it_reads_what_is_there(there: There) -> None:
    io, discord, _ = there
    guild = discord.guild("Stream")
    general, ann = discord.channel(guild, "general"), discord.person("Ann", guild)
    post = discord.say(general, ann, "look", attachments=[saved("PNG")])

    page = await io.call(calls.ChannelMessages(channel_id=general.id))
    file = page.messages[0].attachments[0]
    picture = calls.AttachmentBase64(channel_id=general.id, message_id=post.id, attachment_id=file.id)

    assert [each.name for each in await io.call(calls.Guilds())] == ["Attic", "Stream"]
    assert [each.name for each in await io.call(calls.GuildChannels(guild_id=guild.id))] == ["general"]
    assert (await io.call(calls.ChannelInfo(channel_id=general.id))).type == "text"
    assert (await io.call(calls.Whoami())).name == discord.me.name
    assert (await io.call(calls.SearchWindow(query="look", channel_id=general.id))).hits[0].message == page.messages[0]
    assert (await io.call(picture)).content_type in {"image/png", "image/jpeg"}


async def test_it_writes_changes_and_deletes(there: There) -> None:
    io, discord, _ = there
    general = discord.channel(discord.guild())
    card, button = calls.EmbedCard(title="a", text="b"), calls.Button(id="ok:1", label="Yes")
    sent = await io.call(calls.Send(channel_id=general.id, content="one", cards=(card,), buttons=(button,)))
    edited = await io.call(calls.Edit(channel_id=general.id, message_id=sent.message_id, content="two"))
    await io.call(calls.Typing(channel_id=general.id))
    await io.call(calls.AddReaction(channel_id=general.id, message_id=sent.message_id, emoji="👍"))
    post = discord.messages(general)[0]
    await io.call(calls.Delete(channel_id=general.id, message_id=sent.message_id))

    assert [version.content for version in post.versions] == ["one", "two"]
    assert (edited.content, edited.author.id) == ("two", discord.me.id)
    assert discord.messages(general) == []


async def test_it_tells_what_happens(there: There) -> None:
    io, discord, heard = there
    guild = discord.guild()
    general, ann = discord.channel(guild), discord.person("Ann", guild)
    post = discord.say(general, ann, "hello")
    discord.edit(post, "hello!")
    discord.delete(post)
    await heard.until(lambda it: it.of(MessageDeleted))

    assert [type(each) for each in heard.all[1:]] == [MessageCreated, MessageEdited, MessageDeleted]
    assert heard.of(MessageCreated)[0].message.author.name == "Ann"
    assert await io.call(calls.Guilds())


async def test_it_answers_commands_and_buttons(there: There) -> None:
    io, discord, heard = there
    general = discord.channel(guild := discord.guild())
    changed = await io.call(calls.SyncCommands(commands=(calls.Command(name="hush", description="Be silent."),)))
    use = discord.use(discord.person("Ann", guild), general, "/hush")
    await heard.until(lambda it: it.of(Interaction))
    asked = heard.of(Interaction)[0]
    await io.call(calls.Answer(interaction_id=asked.interaction_id, content="Done."))
    await discord.answered(use)

    assert changed
    assert (asked.kind, asked.name, asked.person.name) == ("command", "hush", "Ann")
    assert (use.text, use.is_private) == ("Done.", True)


async def test_it_fails_alike(there: There) -> None:
    io, discord, _ = there
    secret = next(iter(discord.world.channels))
    general = discord.channel(discord.guild())
    general.slow_mode_s = 60.0
    await io.call(calls.Send(channel_id=general.id, content="x"))
    failures: list[tuple[str, str, str, bool]] = []
    asked: tuple[calls.Call[Any], ...] = (
        calls.Send(channel_id=general.id, content="x"),
        calls.Send(channel_id=secret, content="x"),
        calls.DmMessages(user_id="405"),
        calls.ChannelInfo(channel_id="406"),
    )
    for call in asked:
        with pytest.raises(DiscordFailed) as failed:
            await io.call(call)
        told = failed.value
        failures.append((told.kind, told.method, told.about, told.again_in_s > 50))

    assert failures == [
        ("discord_error", "discord.send", "moment", True),
        ("denied", "discord.send", "place", False),
        ("denied", "discord.dm.messages", "place", False),
        ("discord_error", "discord.channel.info", "place", False),
    ]
