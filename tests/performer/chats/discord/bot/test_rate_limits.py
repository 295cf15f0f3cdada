"""How often the bot may ask Discord, in virtual time."""

import anyio
import pytest

from performer.chats.discord.bot.rate_limits import (
    A_DAY,
    AN_HOUR,
    CircuitBreakers,
    IdentifyBudget,
    RequestsPaused,
    RouteLimit,
)
from performer.core.clock import VirtualClock
from tests.performer.chats.discord.bot.standing import MemoryKeeps

pytestmark = pytest.mark.anyio


async def test_an_hour_has_twenty(virtual_clock: VirtualClock) -> None:
    budget = IdentifyBudget(virtual_clock, MemoryKeeps())
    for _ in range(AN_HOUR):
        assert await budget.find_wait_s() == 0
        await budget.spend()
        await virtual_clock.advance(60.0)

    assert await budget.find_wait_s() == pytest.approx(3600 - AN_HOUR * 60)


async def test_a_day_has_two_hundred_and_they_outlive_a_restart(virtual_clock: VirtualClock) -> None:
    keeps = MemoryKeeps()
    for _ in range(A_DAY):
        budget = IdentifyBudget(virtual_clock, keeps)
        assert await budget.find_wait_s() == 0
        await budget.spend()
        await virtual_clock.advance(240.0)

    assert await IdentifyBudget(virtual_clock, keeps).find_wait_s() == pytest.approx(86_400 - A_DAY * 240)


@pytest.mark.parametrize("kept", ["", "{", '"text"', "[null]", "7"])
async def test_a_count_that_cannot_be_read_is_none(virtual_clock: VirtualClock, kept: str) -> None:
    keeps = MemoryKeeps()
    keeps.kept_by_name["discord.identifies"] = kept

    assert await IdentifyBudget(virtual_clock, keeps).find_wait_s() == 0


async def test_a_clock_that_was_set_back_does_not_shut_the_bot_out_for_days(virtual_clock: VirtualClock) -> None:
    keeps = MemoryKeeps()
    keeps.kept_by_name["discord.identifies"] = str([virtual_clock.utc().timestamp() + 1e6] * AN_HOUR)

    assert await IdentifyBudget(virtual_clock, keeps).find_wait_s() == pytest.approx(3600)


async def test_five_bans_within_a_minute_have_it_rest_for_ten(virtual_clock: VirtualClock) -> None:
    breakers = CircuitBreakers(virtual_clock)
    told = []
    for _ in range(5):
        breakers.check()
        told.append(breakers.count_answer(429, {}))
        await virtual_clock.advance(10.0)

    assert told == ["", "", "", "", told[-1]]
    with pytest.raises(
        RequestsPaused, match="five requests within a minute too many: nothing is asked of it for 10 more"
    ):
        breakers.check()
    await virtual_clock.advance(591.0)
    breakers.check()


async def test_429s_that_say_how_long_far_apart_or_of_shared_limits_are_no_reason(virtual_clock: VirtualClock) -> None:
    breakers = CircuitBreakers(virtual_clock)
    for _ in range(20):
        breakers.count_answer(429, {})
        breakers.count_answer(429, {"X-RateLimit-Scope": "shared"})
        for _ in range(10):
            breakers.count_answer(429, {"Content-Type": "application/json"})
        await virtual_clock.advance(16.0)

    breakers.check()


async def test_a_thousand_refusals_have_it_rest_long_before_discord_bans_it(virtual_clock: VirtualClock) -> None:
    breakers = CircuitBreakers(virtual_clock)
    told = [breakers.count_answer(403, {}) for _ in range(1000)]

    assert [each for each in told if each] == [told[-1]]
    with pytest.raises(RequestsPaused, match="refused a thousand requests"):
        breakers.check()


async def test_who_comes_first_on_a_route_is_served_first(virtual_clock: VirtualClock) -> None:
    limit, served, is_served, may_end = RouteLimit(virtual_clock), [], anyio.Event(), anyio.Event()

    async def ask_twice() -> None:
        async with limit:
            is_served.set()
            await may_end.wait()
        async with limit:
            served.append("came back")

    async def ask() -> None:
        async with limit:
            served.append("waited")

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(ask_twice)
        await is_served.wait()
        tasks.start_soon(ask)
        await anyio.wait_all_tasks_blocked()
        may_end.set()

    assert served == ["waited", "came back"]
