"""The operations of the control socket that are about the schedule."""

from collections.abc import Iterator
from typing import Any

import pytest

from performer.agent.schedule.operations import ScheduleOperations
from performer.core.cues import ScheduleCue
from performer.core.errors import ConfigError
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from tests.performer.agent.schedule.season import Run, Season, season

pytestmark = pytest.mark.anyio


@pytest.fixture
def it() -> Iterator[Season]:
    with season() as season_:
        yield season_


def operations(run: Run) -> ScheduleOperations:
    guard = Guard(GuardSettings.model_validate({"actions": {"own": "drop"}}), ["badword"])
    return ScheduleOperations(run.timetable, guard)


async def test_a_plan_is_added_listed_and_removed(it: Season) -> None:
    async with it.run() as run:
        ops = operations(run)
        added = await ops.add(
            {"when": "tomorrow 9:00", "text": "say good morning", "channel": "discord:7", "by": "ann"}
        )
        (listed,) = await ops.list({})

        when = "once, Friday 2 January 2026 09:00 (UTC), in 1 d 9 h"
        assert added == {"number": 1, "understood": when}
        assert listed == {
            "number": 1,
            "text": "say good morning",
            "when": when,
            "rhythm": "once",
            "next": "2026-01-02T09:00:00Z",
            "times": [],
            "zone": "UTC",
            "channel": "discord:7",
            "by": "ann",
            "by_id": "",
            "is_own": True,
            "missed": "once",
        }
        assert await ops.remove({"number": 1}) == "plan 1 is gone"
        assert await ops.list({}) == []


async def test_whose_words_they_are_and_what_becomes_of_a_missed_time_is_kept(it: Season) -> None:
    async with it.run() as run:
        await operations(run).add({"when": "in 1 minute", "text": "x", "is_own": False, "missed": "skip"})
        (plan,) = await run.timetable.plans()
        await it.clock.advance(61)

        assert (plan.is_own, plan.catches_up) == (False, False)
        assert [cue.is_own for cue in run.cues if isinstance(cue, ScheduleCue)] == [False]


async def test_a_time_can_be_tried(it: Season) -> None:
    async with it.run() as run:
        shown = await operations(run).understood({"when": "every day at 9"})

        assert shown == ("every day at 09:00, next Thursday 1 January 2026 09:00 (UTC), in 9 h")
        assert list(await run.timetable.plans()) == []


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        ({"text": "x"}, "'when' has value None"),
        ({"when": "soon", "text": "x"}, "The time 'soon' is not understood"),
        ({"when": "in 1 hour", "text": "badword"}, "The guard stops that: your list."),
        ({"when": "in 1 hour", "text": "x" * 501}, "'text' has 501 characters. Expected 500 at most."),
        ({"when": "in 1 hour", "text": "x", "channel": "general"}, "'channel' has value 'general', which is no place."),
        ({"when": "in 1 hour", "text": "x", "missed": "twice"}, "'missed' has value 'twice'."),
    ],
)
async def test_what_is_no_plan_is_refused(it: Season, arguments: dict[str, Any], refusal: str) -> None:
    async with it.run() as run:
        with pytest.raises(ConfigError) as error:
            await operations(run).add(arguments)

        assert refusal in str(error.value)
        assert list(await run.timetable.plans()) == []


async def test_the_last_number_is_not_given_again(it: Season) -> None:
    async with it.run() as run:
        ops = operations(run)
        await ops.add({"when": "in 1 hour", "text": "x"})
        await ops.remove({"number": 1})

        with pytest.raises(ConfigError, match=r"There is no plan 1\. List them first\."):
            await ops.remove({"number": 1})
        assert (await ops.add({"when": "in 1 hour", "text": "x"}))["number"] == 2


@pytest.mark.parametrize(
    ("when", "times"),
    [
        ("in 10 minutes", ["00:10"]),
        ("every 5 hours", ["05:00", "10:00"]),
        ("0 */4 * * *", ["04:00", "08:00", "12:00"]),
    ],
)
async def test_a_plan_tells_its_times_of_the_next_twelve_hours(it: Season, when: str, times: list[str]) -> None:
    async with it.run() as run:
        await operations(run).add({"when": when, "text": "x"})
        (listed,) = await operations(run).list({})

    assert [each[11:16] for each in listed["times"]] == times


async def test_a_plan_of_every_minute_tells_twelve_times(it: Season) -> None:
    async with it.run() as run:
        await operations(run).add({"when": "every minute", "text": "x"})
        (listed,) = await operations(run).list({})

    assert len(listed["times"]) == 12
