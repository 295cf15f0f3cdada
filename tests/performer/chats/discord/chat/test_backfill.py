"""The backfill: a hundred messages of a channel, or as far back as a turn is told, whichever is less."""

from datetime import timedelta
from typing import Any

import pytest

from performer.chats.discord.channels import MonitoredChannels
from performer.chats.discord.chat.addressing import AddressFilter, Addressing
from performer.chats.discord.chat.backfill import Backfill
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import ChannelMessages, Page
from performer.chats.discord.wire.values import Author, Message
from performer.core.clock import VirtualClock
from performer.core.remembered_conversation import RememberedMessage
from tests.performer.chats.discord.given import ME, NOON, LittleLink, LittleMemory, created, message

pytestmark = pytest.mark.anyio


class Channel:
    """A channel with a past, and whoever reads it back."""

    def __init__(self, clock: VirtualClock, messages: list[Message], *, reach: timedelta = timedelta(hours=1)) -> None:
        self._messages = messages
        settings = DiscordSettings()
        self.link = LittleLink(ChannelMessages=self._page)
        self.memory = LittleMemory()
        self.addressing = AddressFilter(settings, MonitoredChannels(settings, self.memory))
        self.addressing.set_own_user(ME)
        self.backfill = Backfill(clock, self.link, self.memory, self.addressing, reach)

    def _page(self, call: ChannelMessages) -> Any:
        older = [each for each in self._messages if call.before is None or int(each.message_id) < int(call.before)]
        page = sorted(older, key=lambda each: -int(each.message_id))[: call.limit]
        return Page(messages=tuple(page), before=page[-1].message_id if len(page) < len(older) else None)

    @property
    def remembered(self) -> list[str]:
        return [number for _, number in self.memory.said]


async def test_of_a_busy_channel_the_last_hundred_are_read_the_oldest_first(virtual_clock: VirtualClock) -> None:
    channel = Channel(virtual_clock, [message(number=number) for number in range(1000, 1300)])
    await channel.backfill.fill("300", before="1290")

    assert channel.remembered == [str(number) for number in range(1190, 1290)]
    assert len(channel.link.asked) == 2


async def test_of_a_quiet_channel_the_last_hour_is_read(virtual_clock: VirtualClock) -> None:
    past = [message(number=1000 + minute, time=NOON - timedelta(minutes=90 - minute)) for minute in range(90)]
    channel = Channel(virtual_clock, past)
    await channel.backfill.fill("300")

    assert channel.remembered == [str(1000 + minute) for minute in range(30, 90)]


@pytest.mark.parametrize(("minutes", "first"), [(15, 75), (80, 10)])
async def test_it_reads_back_as_far_as_a_turn_is_told(virtual_clock: VirtualClock, minutes: int, first: int) -> None:
    past = [message(number=1000 + minute, time=NOON - timedelta(minutes=90 - minute)) for minute in range(90)]
    channel = Channel(virtual_clock, past, reach=timedelta(minutes=minutes))
    await channel.backfill.fill("300")

    assert channel.remembered == [str(1000 + minute) for minute in range(first, 90)]


async def test_bots_are_left_out_and_a_reply_to_its_own_message_speaks_to_it_again(virtual_clock: VirtualClock) -> None:
    own = message("Nice.", Author(id=ME.user_id, name=ME.name, bot=True), number=1000)
    bot = message("beep", Author(id="5", name="Bot", bot=True), number=1001)
    channel = Channel(virtual_clock, [own, bot, message("", number=1002)])
    await channel.backfill.fill("300")

    assert [(said.role, said.text) for said in channel.memory.said.values()] == [("assistant", "Nice.")]
    assert channel.addressing.classify(created("yes", reply_to="1000"), "yes") is Addressing.DIRECT


async def test_what_was_edited_or_deleted_meanwhile_is_so_in_memory(virtual_clock: VirtualClock) -> None:
    early, late = NOON - timedelta(hours=2), NOON - timedelta(minutes=5)
    channel = Channel(virtual_clock, [message("new", number=1002, time=late).model_copy(update={"edited": NOON})])
    for number, at in ((1000, early), (1001, late), (1002, late), (1003, late)):
        channel.memory.heard("discord:300", RememberedMessage(role="user", text="old", at=at, message=str(number)))
    await channel.backfill.fill("300", before="1003")

    told = {number: said.text for (_, number), said in channel.memory.said.items()}
    assert told == {"1000": "old", "1002": "new", "1003": "old"}


async def test_a_channel_that_cannot_be_read_costs_no_memory(virtual_clock: VirtualClock) -> None:
    channel = Channel(virtual_clock, [])
    channel.memory.heard("discord:300", RememberedMessage(role="user", text="old", at=NOON, message="1001"))
    channel.link.answers["ChannelMessages"] = lambda call: DiscordFailed("link", "Nothing leads there.", call.method)
    await channel.backfill.fill("300")

    assert channel.remembered == ["1001"]
