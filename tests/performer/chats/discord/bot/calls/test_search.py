"""Searches, as the bot makes them."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from performer.chats.discord.bot.bot import DiscordBot
from performer.chats.discord.bot.calls import search
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.wire.calls import (
    Call,
    SearchWindow,
)
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Channel, Guild, Person
from tests.performer.chats.discord.bot.standing import linked

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
async def there(tmp_path: Path) -> AsyncIterator[There]:
    async with FakeDiscord() as discord:
        guild = discord.guild("Stream")
        general, secret = discord.channel(guild), discord.channel(guild, "secret")
        ann = discord.person("Ann", guild)
        async with linked(discord, tmp_path, denied_channels=(secret.id,), direct_messages=True) as (bot, _):
            yield There(discord=discord, guild=guild, general=general, secret=secret, ann=ann, bot=bot)


async def refused(there: There, call: Call[Any]) -> str:
    with pytest.raises(DiscordFailed) as failed:
        await there.bot.call(call)
    return f"{failed.value.kind}: {failed.value}"


async def test_discords_own_search_answers_with_what_stands_around(there: There) -> None:
    there.past(there.general, "one", "two", "a CAT", "four", "five", "six")
    there.discord.search.indexing = 1
    hits = await there.bot.call(SearchWindow(query="cat", channel_id=there.general.id, window=1))

    (hit,) = hits.hits
    assert (hit.message.content, [each.content for each in hit.window]) == ("a CAT", ["two", "a CAT", "four"])
    assert (hits.by, hits.scanned, hits.is_complete) == ("search", 0, True)


async def test_a_search_of_a_server_leaves_out_what_is_denied(there: There) -> None:
    there.past(there.general, "a cat")
    there.past(there.secret, "a secret cat")
    hits = await there.bot.call(SearchWindow(query="cat", guild_id=there.guild.id, window=0))

    assert [hit.message.content for hit in hits.hits] == ["a cat"]


async def test_where_search_does_not_answer_the_newest_messages_are_looked_through(there: There) -> None:
    there.past(there.general, "a cat", *["nothing"] * 5, "Cats!")
    there.past(there.secret, "a secret cat")
    there.discord.trouble("GET", "/messages/search", status=404, times=2)
    hits = await there.bot.call(SearchWindow(query="cat", channel_id=there.general.id, window=0))
    everywhere = await there.bot.call(SearchWindow(query="cat", guild_id=there.guild.id, window=0))

    for each in (hits, everywhere):
        assert [hit.message.content for hit in each.hits] == ["Cats!", "a cat"]
        assert (each.by, each.scanned, each.is_complete) == ("scan", 7, True)


async def test_a_scan_ends_somewhere_and_says_so(there: There, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_SCANNED", 5)
    direct = there.discord.dm(there.ann)
    there.past(direct, "a cat", *["nothing"] * 7)
    hits = await there.bot.call(SearchWindow(query="cat", user_id=there.ann.id))

    assert (hits.hits, hits.by, hits.scanned, hits.is_complete) == ((), "scan", 5, False)


async def test_a_search_says_where_and_says_it_once(there: There) -> None:
    nowhere = SearchWindow(query="cat")
    twice = SearchWindow(query="cat", guild_id="1", channel_id="2")

    for call in (nowhere, twice):
        assert (await refused(there, call)).startswith("bad_arguments: Exactly one of")


@pytest.mark.parametrize("has_index", [True, False])
async def test_older_hits_come_with_the_message_before_which_they_are(there: There, has_index: bool) -> None:
    there.past(there.general, "cat 1", "cat 2", "nothing", "cat 3", "cat 4")
    if not has_index:
        there.discord.trouble("GET", "/messages/search", status=404, times=3)
    newest = SearchWindow(query="cat", channel_id=there.general.id, limit=2, window=0)
    first = await there.bot.call(newest)
    second = await there.bot.call(newest.model_copy(update={"before": first.before}))

    assert [[hit.message.content for hit in page.hits] for page in (first, second)] == [
        ["cat 4", "cat 3"],
        ["cat 2", "cat 1"],
    ]
    assert (first.is_complete, second.is_complete, second.before) == (False, True, None)


async def test_a_scan_that_ends_early_goes_on_before_the_oldest_it_saw(
    there: There, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MOST_SCANNED", 3)
    direct = there.discord.dm(there.ann)
    there.past(direct, "a cat", *["nothing"] * 4)
    first = await there.bot.call(SearchWindow(query="cat", user_id=there.ann.id, scope="dm"))
    second = await there.bot.call(SearchWindow(query="cat", user_id=there.ann.id, scope="dm", before=first.before))

    assert (len(first.hits), len(second.hits)) == (0, 1)
    assert (first.is_complete, second.is_complete, second.before) == (False, True, None)


@pytest.mark.parametrize("has_index", [True, False])
async def test_the_scope_widens_a_channel_to_its_server_without_what_is_denied(there: There, has_index: bool) -> None:
    other = there.discord.channel(there.guild, "other")
    for channel in (there.general, other, there.secret):
        there.past(channel, f"a cat in {channel.name}")
    if not has_index:
        there.discord.trouble("GET", "/messages/search", status=404, times=2)
    here = await there.bot.call(SearchWindow(query="cat", channel_id=there.general.id, scope="channel"))
    everywhere = await there.bot.call(SearchWindow(query="cat", channel_id=there.general.id, scope="guild"))

    assert [hit.message.channel_id for hit in here.hits] == [there.general.id]
    assert {hit.message.channel_id for hit in everywhere.hits} == {there.general.id, other.id}


async def test_a_scope_that_does_not_fit_what_is_given_is_told_with_what_does(there: There) -> None:
    direct = there.discord.dm(there.ann)

    dm = await refused(there, SearchWindow(query="cat", channel_id=there.general.id, scope="dm"))
    guild = await refused(there, SearchWindow(query="cat", user_id=there.ann.id, scope="guild"))
    of_none = await refused(there, SearchWindow(query="cat", channel_id=direct.id, scope="guild"))

    assert dm == "bad_arguments: The scope 'dm' wants user_id, and channel_id is given."
    assert guild == "bad_arguments: The scope 'guild' wants guild_id or channel_id, and user_id is given."
    assert "belongs to no server" in of_none
