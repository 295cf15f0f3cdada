"""The timetable: each time once, over restarts, sleeping computers and clocks that are set."""

from collections.abc import Iterator
from datetime import timedelta

import anyio
import pytest

from performer.agent.schedule.plan import MOST_PLANS, PlanRequest
from performer.core.cues import ScheduleCue
from performer.core.errors import ConfigError, ServiceError
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.turns import CueDropped
from tests.performer.agent.schedule.season import BEGIN, Season, season

pytestmark = pytest.mark.anyio
A_DAY = 86_400


@pytest.fixture
def it() -> Iterator[Season]:
    with season() as season_:
        yield season_


async def test_what_is_planned_is_brought_up_at_its_second_once(it: Season) -> None:
    async with it.run() as run:
        plan = await run.plan("in 10 minutes", "drink some water", channel="discord:7")
        await it.clock.advance(599)
        early = list(run.said)
        await it.clock.advance(60)

        due_ms = round((plan.next_at.timestamp()) * 1000)
        assert early == []
        assert run.cues == [
            ScheduleCue(text="drink some water", at_s=600, channel="discord:7", id=f"plan-{plan.number}-{due_ms}")
        ]
        assert (it.states(), await run.timetable.plans()) == (["taken"], [])


async def test_what_comes_again_comes_at_each_of_its_times(it: Season) -> None:
    async with it.run() as run:
        await run.plan("every 15 minutes", "stretch")
        await run.plan("*/20 * * * *", "cheer")
        await it.clock.advance(3600 + 30)

        assert sorted(run.said) == ["cheer"] * 3 + ["stretch"] * 4


async def test_a_stranger_s_plan_stays_a_stranger_s(it: Season) -> None:
    async with it.run() as run:
        await run.timetable.add(PlanRequest(when="in 1 minute", prompt="say  x", by_name="ann", by_id="5"))
        await it.clock.advance(90)

        assert [(cue.text, cue.is_own) for cue in run.cues if isinstance(cue, ScheduleCue)] == [("say x", False)]


async def test_what_was_missed_comes_once_or_is_skipped_by_choice(it: Season) -> None:
    async with it.run() as run:
        await run.plan("every hour", "catches up")
        await run.plan("@hourly", "skips", catches_up=False)
        await run.plan("in 2 hours", "once")
    await it.clock.advance(3 * 3600 + 600)
    async with it.run() as run:
        await it.clock.advance(60)

        skipped = "it was missed by 2 h 10 min, and 2 more times, and is skipped"
        assert sorted(run.said) == ["catches up", "once"]
        assert [(drop.text, drop.reason) for drop in run.it.of(CueDropped)] == [("skips", skipped)]
        assert [plan.next_at - BEGIN for plan in await run.timetable.plans()] == [timedelta(hours=4)] * 2


async def test_a_clock_that_is_set_forward_or_a_computer_that_slept_brings_each_plan_once(it: Season) -> None:
    async with it.run() as run:
        await run.plan("*/5 * * * *", "tick")
        it.clock.ahead = timedelta(hours=8)
        await it.clock.advance(90)

        assert run.said == ["tick"]


async def test_a_clock_that_is_set_back_brings_nothing_twice(it: Season) -> None:
    async with it.run() as run:
        await run.plan("at 1:00", "one")
        await run.plan("0 * * * *", "hour")
        await it.clock.advance(3600 + 10)
        it.clock.ahead = timedelta(hours=-1)
        await it.clock.advance(3600 + 10)
        said_again = sorted(run.said)
        await it.clock.advance(3600)

        assert said_again == ["hour", "one"]
        assert sorted(run.said) == ["hour", "hour", "one"]


async def test_a_crash_before_its_turn_loses_nothing(it: Season) -> None:
    async with it.run() as run:
        await run.plan("in 1 minute", "hello")
        run.it.floor.take()
        await it.clock.advance(61)
        assert run.said == []
    async with it.run() as run:
        await it.clock.advance(5)

        assert run.said == ["hello"]
    async with it.run() as run:
        await it.clock.advance(5)

        assert (run.said, it.states()) == ([], ["taken"])


async def test_a_crash_in_its_turn_loses_that_one_and_says_so(it: Season) -> None:
    async with it.run() as run:
        await run.plan("every minute", "hello")
        run.it.hand.think_s = 50
        await it.clock.advance(70)
        assert run.said == ["hello"]
        run.cut_the_power()
    async with it.run() as run:
        await it.clock.advance(1)

        lost = "the performer ended while it was at it; it is not tried again"
        assert [(drop.text, drop.reason) for drop in run.it.of(CueDropped)] == [("hello", lost)]
        assert (run.said, it.states()) == ([], ["lost"])
        await it.clock.advance(60)
        assert run.said == ["hello"]


async def test_what_is_lost_is_told_until_it_is_noted_that_it_was(it: Season) -> None:
    async with it.run() as run:
        await run.plan("in 1 minute", "hello")
        run.it.hand.think_s = 50
        await it.clock.advance(70)
        run.cut_the_power()
    told = []
    for it.store.fails in (True, False, False):
        async with it.run() as run:
            await it.clock.advance(1)
            told.append([drop.text for drop in run.it.of(CueDropped)])

    assert told == [["hello"], ["hello"], []]


async def test_a_timetable_that_is_started_again_in_the_midst_of_a_turn_does_not_take_it_for_lost(it: Season) -> None:
    async with it.run() as run, anyio.create_task_group() as again:
        await run.plan("in 1 minute", "hello")
        run.it.hand.think_s = 50
        await it.clock.advance(70)
        await again.start(run.timetable.run)
        await it.clock.advance(1)
        again.cancel_scope.cancel()

        assert (run.said, run.it.of(CueDropped)) == (["hello"], [])


async def test_what_waited_and_is_missed_by_now_is_skipped_if_its_plan_skips(it: Season) -> None:
    async with it.run() as run:
        await run.plan("in 1 minute", "good morning", catches_up=False)
        run.it.floor.take()
        await it.clock.advance(61)
    await it.clock.advance(3600)
    async with it.run() as run:
        await it.clock.advance(60)

        assert [drop.reason for drop in run.it.of(CueDropped)] == ["it was missed by 1 h, and is skipped"]
        assert run.said == []


async def test_a_removed_plan_does_not_come_even_if_it_waits_already(it: Season) -> None:
    async with it.run() as run:
        first = await run.plan("every minute", "a")
        second = await run.plan("in 2 hours", "b")
        run.it.floor.take()
        await it.clock.advance(61)
        await run.timetable.remove(first.number)
        await run.timetable.remove(second.number)
        run.it.floor.free()
        await it.clock.advance(A_DAY / 8)

        assert run.said == []
        with pytest.raises(ConfigError, match="There is no plan 2"):
            await run.timetable.remove(2)
        assert (await run.plan("in 1 hour")).number == 3


async def test_many_at_once_come_one_after_the_other_and_none_crowds_out_another(it: Season) -> None:
    async with it.run() as run:
        for number in range(30):
            await run.plan("at 0:05", f"number {number}")
        await it.clock.advance(305 + 60)

        assert sorted(run.said) == sorted(f"number {number}" for number in range(30))
        assert run.it.hand.most_performing == 1


async def test_there_is_an_end_to_planning(it: Season) -> None:
    async with it.run() as run:
        for number in range(2):
            await run.timetable.add(PlanRequest(when="in 1 hour", prompt=f"{number}", channel="c"), most_here=2)
        with pytest.raises(ServiceError, match="2 things are planned here already"):
            await run.timetable.add(PlanRequest(when="in 1 hour", prompt="x", channel="c"), most_here=2)
        for _ in range(MOST_PLANS - 2):
            await run.plan("in 1 hour")
        with pytest.raises(ServiceError, match="200 things are planned already: remove one first"):
            await run.plan("in 1 hour")


@pytest.mark.parametrize("prompt", ["", "   ", "x" * 501])
async def test_a_plan_says_something_and_not_too_much(it: Season, prompt: str) -> None:
    async with it.run() as run:
        with pytest.raises(ConfigError, match=r"characters\. Expected 1 to 500"):
            await run.plan("in 1 hour", prompt)


async def test_a_disk_that_fails_is_told_once_and_looked_at_again(it: Season) -> None:
    async with it.run() as run:
        await run.plan("every minute", "hello")
        it.store.fails = True
        await it.clock.advance(200)
        assert (run.said, len(run.it.of(ServiceDown))) == ([], 1)
        it.store.fails = False
        await it.clock.advance(61)

        assert (run.said, len(run.it.of(ServiceUp))) == (["hello"], 1)


async def test_a_disk_that_is_well_again_is_told_once_and_so_is_its_next_failure(it: Season) -> None:
    async with it.run() as run:
        await run.plan("every minute", "hello")
        for it.store.fails in (True, False, True):
            await it.clock.advance(200)

        assert (len(run.it.of(ServiceDown)), len(run.it.of(ServiceUp))) == (2, 1)


async def test_the_start_tells_how_much_is_planned_and_what_comes_next(it: Season) -> None:
    async with it.run() as run:
        assert run.timetable.roles() == ()
        await run.plan("in 2 hours")
        await run.plan("in 1 hour")
    async with it.run() as run:
        (role,) = run.timetable.roles()

        assert (role.part, role.plays, role.state) == ("plans", "2 plans", "works")
        assert role.why == "next: once, Thursday 1 January 2026 01:00 (UTC), in 1 h"


async def test_off_nothing_is_brought_up_and_plans_stay(it: Season) -> None:
    async with it.run(enabled=False) as run:
        await run.plan("in 1 minute")
        await it.clock.advance(600)

        assert (run.said, len(await run.timetable.plans())) == ([], 1)


@pytest.mark.expects_log
async def test_a_plan_that_nobody_can_read_is_left_out(it: Season) -> None:
    async with it.run() as run:
        await run.plan("every minute", "hello")
        await it.store.write(lambda rows: rows.execute("UPDATE plan SET spec = 'x'"))
        await it.clock.advance(61)

        assert (run.said, list(await run.timetable.plans())) == ([], [])


async def test_chat_plans_and_what_comes_from_outside_have_one_turn_after_the_other(it: Season) -> None:
    async with it.run() as run:
        await run.plan("in 1 minute", "planned")
        run.it.hand.think_s = 3
        await it.clock.advance(59.5)
        run.it.ask("wave")
        await it.clock.advance(0.5)
        run.it.chat("hello")
        run.it.game("boss down")
        run.it.chat("you there?", direct=True)
        await it.clock.advance(40)

        assert [kind for kind, _ in run.it.hand.performed] == ["operator", "chat", "schedule", "game"]
        assert [at_s for _, at_s in run.it.hand.performed] == [59.5, 62.5, 65.5, 68.5]
        assert run.it.hand.most_performing == 1
