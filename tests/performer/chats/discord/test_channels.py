"""The monitored channels: of the settings, changed by hand, and the same after a restart."""

import pytest

from performer.chats.discord.channels import MOST, MonitoredChannels
from performer.chats.discord.settings import DiscordSettings
from performer.core.errors import ServiceError
from tests.performer.chats.discord.given import LittleMemory

pytestmark = pytest.mark.anyio

SETTINGS = DiscordSettings(monitored=("1", "2"), stage_channel="3", denied_channels=("4",))


async def test_what_was_added_and_removed_holds_after_a_restart() -> None:
    keeps = LittleMemory()
    monitored = MonitoredChannels(SETTINGS, keeps)

    assert await monitored.add("5")
    assert await monitored.remove("1")
    again = MonitoredChannels(SETTINGS, keeps)
    await again.load()
    assert again.channels == monitored.channels == ("2", "5")
    assert "5" in again
    assert "1" not in again


async def test_adding_twice_and_removing_what_is_not_there_changes_nothing() -> None:
    monitored = MonitoredChannels(SETTINGS, LittleMemory())

    assert not await monitored.add("1")
    assert not await monitored.remove("9")
    assert monitored.channels == ("1", "2")


async def test_the_stages_channel_is_monitored_by_itself_and_a_denied_one_never() -> None:
    monitored = MonitoredChannels(SETTINGS, LittleMemory())

    assert "3" in monitored
    with pytest.raises(ServiceError, match=r"Channel 4 is in discord\.denied_channels; take it out"):
        await monitored.add("4")
    assert "4" not in monitored
    assert "" not in MonitoredChannels(DiscordSettings(), LittleMemory())


async def test_more_than_a_hundred_are_refused() -> None:
    monitored = MonitoredChannels(DiscordSettings(monitored=tuple(map(str, range(MOST)))), LittleMemory())

    with pytest.raises(ServiceError, match="100 channels are monitored already; remove one first"):
        await monitored.add("1000")


async def test_what_was_kept_and_makes_no_sense_counts_for_nothing() -> None:
    keeps = LittleMemory()
    keeps.texts["discord.monitored"] = '{"added": ["no number"]}'
    monitored = MonitoredChannels(SETTINGS, keeps)

    await monitored.load()
    assert monitored.channels == ("1", "2")
