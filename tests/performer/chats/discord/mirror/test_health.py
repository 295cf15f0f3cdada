"""What is told of a stage's channel that takes nothing: once, with the remedy, and once more when it does again."""

from pathlib import Path

import pytest

from performer.chats.discord.hub import DiscordFailed, Trouble
from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import Event, EventSubscription
from tests.performer.chats.discord.mirror.mirroring import STAGE, Show, heard, mirrored, ready, slowed
from tests.performer.chats.discord.mirror.test_with_discord import place

pytestmark = pytest.mark.anyio

UP = ServiceUp(service="discord mirror", reason="The stage's channel takes what is written.")


def news(show: Show) -> EventSubscription:
    return show.stream.whole("test", ServiceDown, ServiceUp)


def taken(reader: EventSubscription) -> list[Event]:
    return [each.event for each in reader.taken()]


async def line(show: Show, trouble: Trouble | DiscordFailed | None = None) -> None:
    """Have a line be heard on the stage, and its message come to that."""
    show.board.trouble = [trouble]
    await show.tell(heard(await show.on_stage(), "A line."), after_s=2)


@pytest.mark.expects_log
@pytest.mark.parametrize("trouble", ["denied", "discord_error"])
async def test_a_channel_that_takes_nothing_is_told_once_and_its_return(
    virtual_clock: VirtualClock, trouble: Trouble
) -> None:
    async with mirrored(virtual_clock) as show:
        told = news(show)
        for each in (None, trouble, trouble, None, None):
            await line(show, each)

        down, up = taken(told)
        assert isinstance(down, ServiceDown)
        assert f"{STAGE}, misses lines: It is {trouble}." in down.reason
        assert "set discord.stage_channel" in down.reason
        assert up == UP


@pytest.mark.expects_log
async def test_a_card_that_is_refused_is_not_taken_back_by_a_line(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        told, turn = news(show), await show.on_stage()
        show.board.trouble = ["discord_error"]
        await show.tell(events.ToolCalled(turn=turn, call="a", tool="one", arguments={}), after_s=2)
        await line(show)
        assert [type(each) for each in taken(told)] == [ServiceDown]

        await line(show, "discord_error")
        await line(show)
        assert taken(told) == [UP]


@pytest.mark.expects_log
async def test_words_that_automod_blocks_are_told_once_and_blame_no_channel(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        told = news(show)
        blocked = DiscordFailed("discord_error", "AutoMod: exempt it.", "discord.send", about="words")
        for each in (blocked, blocked, None, blocked, None):
            await line(show, each)

        down, up = taken(told)
        reason = f"The stage's channel, {STAGE}, misses a line: AutoMod: exempt it."
        assert down == ServiceDown(service="discord mirror", reason=reason)
        assert up == UP


async def test_slow_mode_is_told_once_and_blames_no_channel(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        told = news(show)
        for each in (slowed(1), None, slowed(1), None):
            await line(show, each)

        down, up = taken(told)
        assert isinstance(down, ServiceDown)
        assert down.reason.startswith(f"The stage's channel, {STAGE}, is slower than the show: It is slow: 1 s.")
        assert up == UP


async def test_a_link_that_is_down_is_not_told_here(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        told = news(show)
        await line(show, "link")
        await line(show, "unknown_outcome")

        assert taken(told) == []


@pytest.mark.expects_log
async def test_an_answer_that_is_refused_elsewhere_is_not_told_here(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        told = news(show)
        show.board.trouble = ["discord_error"]
        await show.tell(ready(await show.asked(), "One."), after_s=2)

        assert taken(told) == []


@pytest.mark.expects_log
async def test_a_read_only_channel_at_discord_is_told_with_the_permission(tmp_path: Path) -> None:
    async with place(tmp_path) as given:
        told = given.stream.whole("test", ServiceDown)
        given.stage.is_read_only = True
        given.stream.publish(events.CueTaken(turn=1, kind="scene"))
        given.stream.publish(heard(1, "Nobody reads this."))

    (down,) = taken(told)
    assert isinstance(down, ServiceDown)
    assert f"may not do this in {given.stage.id}: give its role Send Messages" in down.reason
