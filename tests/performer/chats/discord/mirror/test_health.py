"""What is told of a stage's channel that takes nothing: once, with the remedy, and once more when it does again."""

from pathlib import Path
from typing import Any

import pytest

from performer.chats.discord.hub import DiscordFailed, Trouble
from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventSubscription
from tests.performer.chats.discord.mirror.mirroring import ASKED, STAGE, Show, heard, mirrored, ready, slowed
from tests.performer.chats.discord.mirror.test_with_discord import place

pytestmark = pytest.mark.anyio

UP = ServiceUp(service="discord mirror", reason="The stage's channel takes what is written.")


def news(show: Show) -> EventSubscription:
    return show.stream.whole("test", ServiceDown, ServiceUp)


def taken(reader: EventSubscription) -> list[Any]:
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


async def test_trouble_that_may_be_over_soon_is_not_told(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        told = news(show)
        for trouble in ("link", "unknown_outcome", "deadline"):
            await line(show, trouble)

        assert taken(told) == []


@pytest.mark.expects_log
async def test_answers_that_are_lost_are_told_and_for_two_minutes_at_least(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        told, refusal = news(show), DiscordFailed("discord_error", "It is forbidden.", "discord.send")
        show.board.trouble = [refusal, refusal]
        for text in ("One.", "Two.", "Three."):
            await show.tell(ready(await show.asked(), text), after_s=2)
        first, second = taken(told)
        await show.tell(ready(await show.asked(), "Four."), after_s=120)
        await line(show)

        assert first == ServiceDown(
            service="discord mirror", reason=f"Channel {ASKED} did not get an answer: {refusal}"
        )
        assert f"{ASKED} did not get 2 answers: " in second.reason
        assert taken(told) == [ServiceUp(service="discord mirror", reason="Discord takes what is written.")]


@pytest.mark.expects_log
async def test_comments_that_a_later_outage_loses_are_told_again_as_lines(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        told = news(show)
        for _ in range(2):
            show.board.is_up = False
            await show.tell(ready(await show.asked(is_direct=False), "So do I."), after_s=60)
            show.board.is_up = True
            await line(show)
            await virtual_clock.advance(500)

        first, second = (down.reason for down in taken(told))
        assert first.startswith(f"Channel {ASKED} did not get a line: It is link.")
        assert second.startswith(f"Channel {ASKED} did not get a line: It is link.")


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
