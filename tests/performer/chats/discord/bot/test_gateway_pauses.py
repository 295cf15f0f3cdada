"""How soon a lost link is taken up again: at once after one that has lasted, and else later and later."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from performer.chats.discord.bot.gateway import ReconnectPauses
from performer.chats.discord.wire.values import LinkChanged
from performer.core.clock import SystemClock, VirtualClock
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.server import FakeDiscord
from tests.performer.chats.discord.bot.standing import linked
from tests.performer.chats.discord.bot.test_gateway import has_come_back

pytestmark = pytest.mark.anyio

SLOW = ReconnectPauses(first_s=60, longest_s=600)


@pytest.mark.parametrize("how", ["op 7", "op 9", "op 9 resumable", "4009", "the socket breaks"])
async def test_a_link_that_has_lasted_is_taken_up_again_at_once_however_often_it_is_lost(
    tmp_path: Path, virtual_clock: VirtualClock, how: str
) -> None:
    breaks: dict[str, Callable[[Gateway], None]] = {
        "op 7": Gateway.ask_to_reconnect,
        "op 9": Gateway.invalidate,
        "op 9 resumable": partial(Gateway.invalidate, is_resumable=True),
        "4009": partial(Gateway.close, code=4009),
        "the socket breaks": Gateway.abort,
    }
    async with FakeDiscord() as discord, linked(discord, tmp_path, clock=virtual_clock, pace=SLOW):
        for number in range(1, 4):
            await virtual_clock.advance(10)  # longer than Discord wants between two sessions
            breaks[how](discord.gateway)
            await discord.wait_for(partial(has_come_back, number))

    assert bool(discord.gateway.resumes) is (how != "op 9")


async def test_a_session_that_is_lost_at_once_waits_as_long_as_discord_wants_between_two(
    tmp_path: Path, virtual_clock: VirtualClock
) -> None:
    async with FakeDiscord() as discord, linked(discord, tmp_path, clock=virtual_clock, pace=SLOW) as (_, heard):
        discord.gateway.invalidate()
        await heard.until(lambda it: len(it.of(LinkChanged)) == 2)
        await virtual_clock.advance(4.9)
        before = len(discord.gateway.identifies)
        await virtual_clock.advance(1.1)
        await discord.wait_for(partial(has_come_back, 1))

    assert (before, len(discord.gateway.identifies)) == (1, 2)


class HastyClock(SystemClock):
    """A clock on which every sleep is over at once, and noted."""

    def __init__(self) -> None:
        super().__init__(seed=7)
        self.slept_s: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept_s.append(seconds)


async def test_a_link_that_does_not_last_is_taken_up_later_and_later(tmp_path: Path) -> None:
    clock, pace = HastyClock(), ReconnectPauses(first_s=60, longest_s=200, lasting_s=3600)
    async with FakeDiscord() as discord, linked(discord, tmp_path, clock=clock, pace=pace):
        for number in range(1, 5):
            discord.gateway.abort()
            await discord.wait_for(partial(has_come_back, number))

    assert len(clock.slept_s) == 3
    assert all(slept_s >= pause_s / 2 for slept_s, pause_s in zip(clock.slept_s, (60, 120, 200), strict=True))
