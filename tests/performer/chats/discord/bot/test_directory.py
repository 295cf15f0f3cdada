"""Servers and channels, as the gateway tells of them."""

import pytest

from performer.chats.discord.bot.directory import GuildDirectory
from performer.chats.discord.wire.values import Author
from performer.core.clock import VirtualClock
from tests.performer.chats.discord.given import message

pytestmark = pytest.mark.anyio

GUILD = {
    "id": "100",
    "name": "Stream",
    "member_count": 3,
    "owner_id": "5",
    "channels": [{"id": "300", "name": "general", "type": 0}],
    "threads": [{"id": "400", "name": "a thread", "type": 11, "parent_id": "300"}],
    "roles": [{"id": "70", "tags": {"bot_id": "1"}}, {"id": "71"}],
}


def directory() -> GuildDirectory:
    known = GuildDirectory(VirtualClock())
    known.begin({"guilds": [{"id": "100"}]})
    known.put_guild(GUILD)
    return known


async def test_a_server_is_listed_with_its_channels_and_its_owner() -> None:
    known = directory()

    assert [(each.name, each.members, each.owner_id) for each in await known.list_guilds()] == [("Stream", 3, "5")]
    assert [each.name for each in known.list_channels("100")] == ["general", "a thread"]
    assert (known.find_owner("100"), known.find_owner(None)) == ("5", None)


def test_only_a_thread_has_a_parent() -> None:
    known = directory()

    assert [known.find_parent(each) for each in ("400", "300", "999")] == ["300", None, None]


def test_the_bots_own_role_is_known() -> None:
    known = directory()

    assert known.is_bot_role("100", ["71", "70"], "1")
    assert not known.is_bot_role("100", ["71"], "1")
    assert not known.is_bot_role(None, ["70"], "1")


async def test_what_is_gone_is_forgotten_and_an_unavailable_server_changes_nothing() -> None:
    known = directory()
    known.put_guild({"id": "100", "unavailable": True})
    known.drop_channel({"id": "300"})

    assert known.find_channel("300") is None
    assert len(await known.list_guilds()) == 1
    known.drop_guild({"id": "100"})
    assert await known.list_guilds() == ()


def test_a_direct_message_makes_its_channel_known() -> None:
    known = directory()
    known.put_direct_channel(message(author=Author(id="21", name="Anna"), channel="500", guild=None))
    found = known.find_channel("500")

    assert found is not None
    assert (found.name, found.type) == ("Anna", "dm")
