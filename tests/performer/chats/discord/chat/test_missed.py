"""What was missed while the link was down, by the times that Discord gives its messages and their numbers."""

from datetime import datetime, timedelta

import pytest

from performer.chats.discord.channels import MonitoredChannels
from performer.chats.discord.chat.addressing import AddressFilter
from performer.chats.discord.chat.missed import MissedMessages
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import GuildChannels
from performer.chats.discord.wire.values import Author, Channel, Guild, Message, read_snowflake_time
from tests.performer.chats.discord.given import ME, NOON, LittleLink, LittleMemory, message

pytestmark = pytest.mark.anyio

OWLET = Author(id=ME.user_id, name=ME.name, bot=True)
EPOCH = datetime.fromisoformat("2015-01-01T00:00:00+00:00")


def at(minute: int) -> datetime:
    return NOON + timedelta(minutes=minute)


def number_of(minute: int) -> str:
    """Return the number of a message of that minute, as Discord counts."""
    return str(int((at(minute) - EPOCH).total_seconds() * 1000) << 22)


def said(minute: int, **more: object) -> Message:
    return message(f"{minute}", time=at(minute), **more)  # type: ignore[arg-type]  # as in message


def missing(**answers: object) -> MissedMessages:
    settings = DiscordSettings()
    addressing = AddressFilter(settings, MonitoredChannels(settings, LittleMemory()))
    addressing.set_own_user(ME)
    return MissedMessages(LittleLink(**answers), addressing)  # type: ignore[arg-type]  # as in LittleLink


def texts(messages: list[Message]) -> list[str]:
    return [each.content for each in messages]


def test_before_the_link_was_ever_lost_nothing_was_missed() -> None:
    missed = missing()
    missed.link_up(at(1))
    missed.hear(said(2))

    assert missed.choose([said(0), said(3)]) == []


def test_what_came_since_the_last_message_that_was_heard_was_missed_unless_it_has_a_reply() -> None:
    missed = missing()
    missed.link_up(at(1))
    missed.hear(said(3))
    missed.hear(said(2))
    missed.link_up(at(9))
    messages = [said(2), said(4, number=4), said(5, author=OWLET, reply_to="4"), said(6)]

    assert texts(missed.choose(messages)) == ["5", "6"]


def test_where_nothing_was_heard_all_since_the_first_link_was_missed() -> None:
    missed = missing()
    missed.link_up(at(1))
    missed.link_up(at(9))

    assert texts(missed.choose([said(0), said(2)])) == ["2"]


def test_an_absence_before_all_was_read_begins_no_later_than_the_one_before() -> None:
    missed = missing()
    missed.link_up(at(1))
    missed.caught_up()
    missed.link_up(at(3))
    missed.hear(said(4))
    missed.link_up(at(5))
    before = texts(missed.choose([said(2), said(5)]))
    missed.caught_up()
    missed.link_up(at(7))

    assert (before, texts(missed.choose([said(2), said(5)]))) == (["2", "5"], ["5"])


def test_a_number_of_discords_holds_its_time() -> None:
    assert read_snowflake_time("175928847299117063").isoformat(timespec="seconds") == "2016-04-30T11:18:25+00:00"


async def test_the_channels_in_which_somebody_has_written_are_found_the_newest_first() -> None:
    def channel(name: str, minute: int | None) -> Channel:
        newest = None if minute is None else number_of(minute)
        return Channel(channel_id=name, name=name, type="text", last_message_id=newest)

    def channels(call: GuildChannels) -> object:
        if call.guild_id == "9":
            return DiscordFailed("denied", "Not there.", call.method)
        return (channel("1", 1), channel("5", 5), channel("6", 6), channel("7", None))

    missed = missing(GuildChannels=channels)
    guilds = [Guild(guild_id=each, name=each) for each in ("9", "8")]
    missed.link_up(at(3))
    before = await missed.find_channels(guilds)
    missed.link_up(at(9))

    assert (before, [each.name for each in await missed.find_channels(guilds)]) == ([], ["6", "5"])
