"""Servers, channels, messages and pictures, as the bot reads them."""

import base64
import io
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from performer.chats.discord.bot.bot import DiscordBot
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.wire.calls import (
    AttachmentBase64,
    Call,
    ChannelInfo,
    ChannelMessages,
    DmMessages,
    GuildChannels,
    Guilds,
    SearchWindow,
)
from performer.chats.discord.wire.values import Message
from tests.fakes.discord.numbers import Kind
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.upload import Upload
from tests.fakes.discord.values import Channel, Guild, Person
from tests.performer.chats.discord.bot.standing import linked
from tests.performer.core.images.sandbox.bombs import saved

pytestmark = pytest.mark.anyio


@dataclass(kw_only=True)
class There:
    discord: FakeDiscord
    guild: Guild
    general: Channel
    secret: Channel
    ann: Person
    bot: DiscordBot

    def past(self, channel: Channel, *texts: str) -> list[str]:
        """Have somebody have said all this, and give the numbers of it."""
        many = len(texts)
        posts = [self.discord.say(channel, self.ann, text, ago_s=60.0 + many - at) for at, text in enumerate(texts)]
        return [post.id for post in posts]


@pytest.fixture
async def there(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[There]:
    async with FakeDiscord() as discord:
        guild = discord.guild("Stream")
        general, secret = discord.channel(guild), discord.channel(guild, "secret")
        ann = discord.person("Ann", guild)
        more = getattr(request, "param", {})
        async with linked(discord, tmp_path, denied_channels=(secret.id,), direct_messages=True, **more) as (bot, _):
            yield There(discord=discord, guild=guild, general=general, secret=secret, ann=ann, bot=bot)


async def refused(there: There, call: Call[Any]) -> str:
    with pytest.raises(DiscordFailed) as failed:
        await there.bot.call(call)
    return f"{failed.value.kind}: {failed.value}"


async def test_servers_and_their_channels_are_listed(there: There) -> None:
    thread = there.discord.thread(there.general, "about cats")
    voice = there.discord.channel(there.guild, "lounge", Kind.VOICE)
    (guild,) = await there.bot.call(Guilds())
    channels = await there.bot.call(GuildChannels(guild_id=guild.guild_id))
    threads = await there.bot.call(GuildChannels(guild_id=guild.guild_id, types=("thread",)))

    assert (guild.guild_id, guild.name) == (there.guild.id, "Stream")
    assert {there.general.id, thread.id, voice.id} <= {each.channel_id for each in channels}
    assert there.secret.id not in {each.channel_id for each in channels}
    assert [(each.channel_id, each.parent_id, each.name) for each in threads] == [
        (thread.id, there.general.id, "about cats")
    ]


async def test_a_server_that_knows_no_threads_lists_its_channels(there: There) -> None:
    there.discord.trouble("GET", "/threads/active", status=404)
    channels = await there.bot.call(GuildChannels(guild_id=there.guild.id))

    assert there.general.id in {each.channel_id for each in channels}


async def test_a_channel_is_told_of_unless_it_is_denied(there: There) -> None:
    channel = await there.bot.call(ChannelInfo(channel_id=there.general.id))

    assert (channel.name, channel.type, channel.guild_id) == ("general", "text", there.guild.id)
    assert (await refused(there, ChannelInfo(channel_id=there.secret.id))).startswith("denied: ")
    assert await refused(there, ChannelInfo(channel_id="4711")) == "discord_error: There is no such channel."


async def test_messages_are_read_page_by_page_the_newest_first(there: There) -> None:
    ids = there.past(there.general, *"abcdefg")
    first = await there.bot.call(ChannelMessages(channel_id=there.general.id, limit=4))
    second = await there.bot.call(ChannelMessages(channel_id=there.general.id, limit=4, before=first.before))

    assert [each.content for each in first.messages] == ["g", "f", "e", "d"]
    assert [each.content for each in second.messages] == ["c", "b", "a"]
    assert (first.before, second.before) == (ids[3], None)
    assert first.messages[0].guild_id == there.guild.id


async def test_messages_are_read_after_and_around_one(there: There) -> None:
    ids = there.past(there.general, *"abcdefg")
    after = await there.bot.call(ChannelMessages(channel_id=there.general.id, limit=2, after=ids[2]))
    around = await there.bot.call(ChannelMessages(channel_id=there.general.id, limit=3, around=ids[3]))

    assert [each.content for each in after.messages] == ["e", "d"]
    assert [each.content for each in around.messages] == ["e", "d", "c"]


@pytest.mark.parametrize(("asked", "got"), [(-3, 1), (0, 1), (200, 50)])
async def test_the_number_of_messages_is_brought_into_its_range(there: There, asked: int, got: int) -> None:
    there.past(there.general, *map(str, range(60)))
    page = await there.bot.call(ChannelMessages(channel_id=there.general.id, limit=asked))

    assert len(page.messages) == got


async def test_before_and_after_together_are_refused(there: There) -> None:
    call = ChannelMessages(channel_id=there.general.id, before="1", after="2")

    assert (await refused(there, call)).startswith("bad_arguments: Only one of")


async def test_direct_messages_are_read_by_person(there: There) -> None:
    direct = there.discord.dm(there.ann)
    there.past(direct, "psst", "hey")
    page = await there.bot.call(DmMessages(user_id=there.ann.id))

    assert [(each.content, each.channel_id, each.guild_id) for each in page.messages] == [
        ("hey", direct.id, None),
        ("psst", direct.id, None),
    ]


async def test_direct_messages_are_shut_unless_they_are_wanted(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        ann = discord.person("Ann", discord.guild())
        async with linked(discord, tmp_path) as (bot, _):
            calls: list[Call[Any]] = [DmMessages(user_id=ann.id), SearchWindow(query="x", user_id=ann.id)]
            for call in calls:
                with pytest.raises(DiscordFailed, match="Direct messages are off") as failed:
                    await bot.call(call)
                assert failed.value.kind == "denied"
    assert discord.asked("POST", "/users/@me/channels") == []


async def test_a_picture_comes_by_its_numbers_written_anew(there: There) -> None:
    post = there.discord.say(there.general, there.ann, "a cat", attachments=[saved("PNG")], ago_s=60.0)
    number = post.uploads[0].id
    at: dict[str, Any] = {"channel_id": there.general.id, "message_id": post.id}
    content = await there.bot.call(AttachmentBase64(**at, attachment_id=number))

    with Image.open(io.BytesIO(base64.b64decode(content.base64))) as picture:
        assert (picture.format, picture.size) == ("JPEG", (60, 40))
    assert (content.id, content.content_type, content.filename) == (number, "image/jpeg", "image.jpg")
    assert (content.width, content.height) == (60, 40)
    assert await refused(there, AttachmentBase64(**at, attachment_id="4711")) == (
        f"discord_error: Message {post.id} has no attachment 4711."
    )


async def test_a_file_that_is_no_picture_or_lies_elsewhere_is_left_out(there: There) -> None:
    there.discord.cdn.redirects_to = "http://127.0.0.1:1/"
    files: list[bytes | Upload] = [
        saved("PNG"),
        there.discord.file(b"#!/bin/sh", filename="cat.png", content_type="image/png"),
    ]
    post = there.discord.say(there.general, there.ann, "cats", attachments=files, ago_s=60.0)
    at: dict[str, Any] = {"channel_id": there.general.id, "message_id": post.id}
    told = [await refused(there, AttachmentBase64(**at, attachment_id=post.uploads[0].id))]
    there.discord.cdn.redirects_to = ""
    told.append(await refused(there, AttachmentBase64(**at, attachment_id=post.uploads[1].id)))

    assert "its server sends us elsewhere, where we do not go" in told[0]
    assert "it is no PNG, GIF, WebP or JPEG" in told[1]


async def sent(there: There, *files: bytes | Upload) -> Message:
    """Have somebody send files, and give the message as Discord tells it."""
    there.discord.say(there.general, there.ann, "look", attachments=[*files], ago_s=60.0)
    return (await there.bot.call(ChannelMessages(channel_id=there.general.id, limit=1))).messages[0]


async def test_a_picture_comes_by_its_address_written_anew_or_whole_when_that_is_asked_for(there: There) -> None:
    png = saved("PNG")
    url = (await sent(there, png)).attachments[0].url
    small = await there.bot.call(AttachmentBase64(url=url))
    whole = await there.bot.call(AttachmentBase64(url=url, is_full_size=True))

    assert (small.content_type, small.width, small.height, small.filename) == ("image/jpeg", 60, 40, "image.jpg")
    assert (whole.content_type, whole.filename, base64.b64decode(whole.base64)) == ("image/png", "image.png", png)


@pytest.mark.parametrize("by_url", [True, False])
async def test_a_file_of_any_type_comes_as_it_is(there: There, by_url: bool) -> None:
    archive = there.discord.file(b"PK\x03\x04 zip", filename="mods.zip", content_type="application/zip")
    message = await sent(there, archive)
    known = message.attachments[0]
    numbers = {"channel_id": there.general.id, "message_id": message.message_id, "attachment_id": known.id}
    file = await there.bot.call(AttachmentBase64.model_validate({"url": known.url} if by_url else numbers))

    assert (file.filename, file.content_type, base64.b64decode(file.base64)) == (
        "mods.zip",
        "application/zip",
        b"PK\x03\x04 zip",
    )
    assert (file.id, file.size) == (known.id, 8)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:1/attachments/1/2/a.png",
        "http://169.254.169.254/latest/meta-data",
        "https://evil.test/attachments/1/2/a.png",
        "file:///attachments/1/2/a.png",
        "{base}@evil.test/attachments/1/2/a.png",
        "{base}/../secret/1/2/a.png",
        "{base}/attachments/1/%2e%2e/a.png",
        "{base}/attachments/x/y/a.png",
        "{base}/icons/1/2/a.png",
    ],
)
async def test_an_address_that_leads_elsewhere_is_refused_before_anybody_is_asked(there: There, url: str) -> None:
    base = there.discord.addresses["cdn_url"]
    told = await refused(there, AttachmentBase64(url=url.replace("{base}", base)))

    assert told.startswith("bad_arguments: Argument 'url': its address") or "it does not lie at" in told
    assert there.discord.cdn.fetched == []


async def test_a_file_of_a_shut_channel_is_not_had_by_its_address_either(there: There) -> None:
    post = there.discord.say(there.secret, there.ann, "psst", attachments=[saved("PNG")], ago_s=60.0)
    base = there.discord.addresses["cdn_url"]
    told = await refused(
        there, AttachmentBase64(url=f"{base}/attachments/{there.secret.id}/{post.uploads[0].id}/a.png")
    )

    assert told.startswith("denied")
    assert there.discord.cdn.fetched == []


@pytest.mark.parametrize("there", [{"attachment_mb": 1}], indirect=True)
async def test_a_file_that_is_larger_than_the_settings_say_is_left_out(there: There) -> None:
    message = await sent(there, there.discord.file(bytes(1_000_001), filename="a.bin", content_type="x/y"))

    told = await refused(there, AttachmentBase64(url=message.attachments[0].url))

    assert "larger than 1 MB" in told


@pytest.mark.parametrize("given", [{}, {"url": "https://x.test", "channel_id": "1"}, {"channel_id": "1"}])
async def test_a_file_is_named_in_one_way(there: There, given: dict[str, str]) -> None:
    assert (await refused(there, AttachmentBase64.model_validate(given))).startswith(
        "bad_arguments: A file is named by"
    )
