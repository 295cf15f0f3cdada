"""Events become happenings, read from what the fake Discord tells."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from performer.chats.discord.bot.bot import DiscordBot
from performer.chats.discord.wire.values import MessageCreated, MessageDeleted, MessageEdited
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Channel, Guild, Person
from tests.performer.chats.discord.bot.standing import Heard, linked
from tests.performer.core.images.sandbox.bombs import saved

pytestmark = pytest.mark.anyio


@dataclass(kw_only=True)
class There:
    discord: FakeDiscord
    guild: Guild
    general: Channel
    ann: Person
    bot: DiscordBot
    heard: Heard

    async def told(self) -> Heard:
        """Return what was told when everything was that is told now."""
        last = self.discord.say(self.general, self.ann, "(the end)")
        await self.heard.until(lambda it: any(each.message.message_id == last.id for each in it.of(MessageCreated)))
        return self.heard


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[There]:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        general = discord.channel(guild)
        ann = discord.person("Ann", guild)
        async with linked(discord, tmp_path) as (bot, heard):
            yield There(discord=discord, guild=guild, general=general, ann=ann, bot=bot, heard=heard)


async def test_a_message_is_told_with_all_that_counts(there: There) -> None:
    first = there.discord.say(there.general, there.ann, "look")
    picture = there.discord.file(saved("PNG"), filename="cat.png")
    second = there.discord.say(
        there.general, there.ann, "a cat", mention_me=True, reply_to=first, attachments=[picture]
    )
    told = (await there.told()).of(MessageCreated)[1].message

    assert (told.message_id, told.channel_id, told.guild_id) == (second.id, there.general.id, there.guild.id)
    assert (told.author.id, told.author.name, told.author.bot) == (there.ann.id, "Ann", False)
    assert (told.content, told.reply_to) == (f"{there.discord.me.mention} a cat", first.id)
    assert there.discord.me.id in [each.id for each in told.mentions]
    (file,) = told.attachments
    assert (file.id, file.filename, file.content_type, file.width) == (picture.id, "cat.png", "image/png", 60)
    assert told.time.tzinfo is not None


async def test_an_edit_is_told_and_a_preview_that_arrives_is_not(there: There) -> None:
    post = there.discord.say(there.general, there.ann, "see https://example.com")
    there.discord.unfurl(post)
    there.discord.edit(post, "never mind")
    there.discord.unfurl(post)
    edits = (await there.told()).of(MessageEdited)

    assert [(each.message.message_id, each.message.content) for each in edits] == [(post.id, "never mind")]


async def test_an_edit_of_what_was_never_seen_is_told(there: There) -> None:
    post = there.discord.say(there.general, there.ann, "long ago", ago_s=60.0)
    there.discord.edit(post, "now")
    edits = (await there.told()).of(MessageEdited)

    assert [each.message.content for each in edits] == ["now"]


async def test_an_edit_that_comes_after_the_deletion_is_not_told(there: There) -> None:
    post = there.discord.say(there.general, there.ann, "one")
    there.discord.delete(post)
    there.discord.edit(post, "two")

    assert (await there.told()).of(MessageEdited) == []


async def test_deleted_messages_are_told_one_or_many(there: There) -> None:
    posts = [there.discord.say(there.general, there.ann, str(number), ago_s=60.0) for number in range(3)]
    there.discord.delete(posts[0])
    there.discord.delete(*posts[1:])
    gone = (await there.told()).of(MessageDeleted)

    assert [each.message_ids for each in gone] == [(posts[0].id,), (posts[1].id, posts[2].id)]
    assert gone[0].channel_id == there.general.id


async def test_a_thread_is_told_with_its_channel(there: There) -> None:
    thread = there.discord.thread(there.general)
    there.discord.say(thread, there.ann, "in here")
    told = (await there.told()).of(MessageCreated)[0]

    assert (told.message.channel_id, told.parent_id) == (thread.id, there.general.id)


async def test_what_nobody_wrote_is_no_message(there: There) -> None:
    pinned = {"type": 6, "content": "", "author": {"id": "5", "username": "ann"}, "timestamp": "2026-01-01T00:00:00Z"}
    there.discord.gateway.tell(
        "MESSAGE_CREATE", {**pinned, "id": "77", "channel_id": there.general.id, "guild_id": there.guild.id}
    )

    assert (await there.told()).texts == ["(the end)"]


async def test_whoever_picks_the_bots_own_role_names_the_bot(there: There) -> None:
    role = {"id": "4242", "name": "Performer", "tags": {"bot_id": there.discord.me.id}}
    other = {"id": "4343", "name": "Other", "tags": {"bot_id": "99"}}
    there.discord.gateway.tell("GUILD_UPDATE", {"id": there.guild.id, "name": "Stream", "roles": [role, other]})
    for number, named in (("81", "4242"), ("82", "4343")):
        said = {"id": number, "content": f"<@&{named}> hi", "mention_roles": [named]}
        where = {"channel_id": there.general.id, "guild_id": there.guild.id, "timestamp": "2026-01-01T00:00:00Z"}
        there.discord.gateway.tell("MESSAGE_CREATE", {**said, **where, "author": {"id": "5", "username": "ann"}})
    told = (await there.told()).of(MessageCreated)

    assert [[each.id for each in happening.message.mentions] for happening in told[:2]] == [[there.discord.me.id], []]


async def test_direct_messages_are_heard_only_when_wanted(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        ann = discord.person("Ann", guild)
        general = discord.channel(guild)
        for wanted in (False, True):
            async with linked(discord, tmp_path, direct_messages=wanted) as (_, heard):
                discord.say(discord.dm(ann), ann, "psst")
                discord.say(general, ann, "aloud")
                await heard.until(lambda it: "aloud" in it.texts)
            assert heard.texts == (["psst", "aloud"] if wanted else ["aloud"])


async def test_nothing_is_heard_of_a_denied_channel_and_its_threads(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        ann = discord.person("Ann", guild)
        secret, general = discord.channel(guild, "secret"), discord.channel(guild)
        thread = discord.thread(secret)
        async with linked(discord, tmp_path, denied_channels=(secret.id,)) as (_, heard):
            post = discord.say(secret, ann, "hush")
            discord.edit(discord.say(thread, ann, "hush, hush"), "hush!")
            discord.delete(post)
            nobody_told = {"id": "91", "channel_id": "123", "guild_id": guild.id, "content": "from where?"}
            said = {"author": {"id": "5", "username": "ann"}, "timestamp": "2026-01-01T00:00:00Z"}
            discord.gateway.tell("MESSAGE_CREATE", {**nobody_told, **said})
            discord.say(general, ann, "aloud")
            await heard.until(lambda it: it.texts)

    assert len(heard.all) == 2
    assert heard.texts == ["aloud"]
