"""Plans in the database: a time is claimed once, and comes again as its plan says."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from performer.agent.schedule.plan import Plan
from performer.agent.schedule.recurrence import parse_recurrence
from performer.agent.schedule.store import SqlPlanStore, finish_run, format_run_id
from performer.agent.schedule.time_zones import find_zone
from performer.core.errors import ServiceError
from tests.performer.memory.inline import InlineStore

pytestmark = pytest.mark.anyio


@pytest.fixture
def rows() -> Iterator[InlineStore]:
    store = InlineStore()
    yield store
    store.close()


NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def plan(**marks: object) -> Plan:
    values: dict[str, object] = {
        "rhythm": parse_recurrence("every", "60", find_zone("UTC")),
        "zone": "UTC",
        "prompt": "drink",
        "next_at": NOON,
        "made_at": NOON - timedelta(hours=1),
        **marks,
    }
    return Plan(**values)  # type: ignore[arg-type]  # the marks of one test


async def test_a_time_that_has_come_is_claimed_once_and_the_next_one_is_written(rows: InlineStore) -> None:
    store = SqlPlanStore(rows)
    number = await store.add(plan())

    assert await store.claim(NOON - timedelta(seconds=1), at_s=0.0, most=8) == ()
    (due,) = await store.claim(NOON, at_s=3.0, most=8)
    assert due.cue is not None
    assert (due.cue.text, due.cue.at_s, due.cue.id) == ("drink", 3.0, format_run_id(number, 1_780_315_200_000))
    assert await store.claim(NOON, at_s=3.0, most=8) == ()
    assert [each.next_at for each in await store.plans()] == [NOON + timedelta(hours=1)]


async def test_what_was_missed_comes_only_where_the_plan_catches_up(rows: InlineStore) -> None:
    store = SqlPlanStore(rows)
    await store.add(plan(catches_up=False, prompt="skipped"))
    await store.add(plan(catches_up=True, prompt="caught up"))

    due = await store.claim(NOON + timedelta(hours=2, minutes=30), at_s=0.0, most=8)

    assert {(each.plan.prompt, each.cue is not None, each.was_missed, each.left_out) for each in due} == {
        ("skipped", False, True, 2),
        ("caught up", True, True, 2),
    }


async def test_a_run_that_never_ended_is_lost_once(rows: InlineStore) -> None:
    store = SqlPlanStore(rows)
    number = await store.add(plan())
    await store.claim(NOON, at_s=0.0, most=8)
    await rows.write(lambda it: it.execute("DELETE FROM cue"))

    assert [each.plan.number for each in await store.lost(NOON)] == [number]
    await store.end_lost(NOON)
    assert await store.lost(NOON) == []


async def test_a_run_that_is_over_is_not_lost(rows: InlineStore) -> None:
    store = SqlPlanStore(rows)
    await store.add(plan())
    (due,) = await store.claim(NOON, at_s=0.0, most=8)
    assert due.cue is not None
    run = due.cue.id

    await rows.write(lambda it: it.execute("DELETE FROM cue"))
    for id_ in (run, "no run's"):
        rows.later(partial(finish_run, id_))

    assert await store.lost(NOON) == []


async def test_there_is_room_for_so_many_in_a_channel(rows: InlineStore) -> None:
    store = SqlPlanStore(rows)
    await store.add(plan(is_own=False, channel="discord:1"), most_here=1)

    with pytest.raises(ServiceError, match="1 things are planned here already"):
        await store.add(plan(is_own=False, channel="discord:1"), most_here=1)
    assert await store.remove(1)
    assert not await store.remove(1)


@pytest.mark.expects_log
async def test_a_plan_that_nobody_can_read_is_left_out(rows: InlineStore) -> None:
    store = SqlPlanStore(rows)
    await store.add(plan())
    await rows.write(lambda it: it.execute("UPDATE plan SET zone = 'Mars/Olympus'"))

    assert await store.plans() == []
    assert await store.claim(NOON, at_s=0.0, most=8) == []
