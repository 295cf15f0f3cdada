"""Kept cues in the database: each is taken once, and one that nobody can read is dropped."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from performer.agent.queue.kept import SqlCueStore
from performer.core.cues import OperatorCue, SayCue
from performer.core.errors import ServiceError
from tests.performer.memory.inline import InlineStore

pytestmark = pytest.mark.anyio


@pytest.fixture
def rows() -> Iterator[InlineStore]:
    store = InlineStore()
    yield store
    store.close()


NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


async def test_the_oldest_is_first_and_each_is_taken_once(rows: InlineStore) -> None:
    store = SqlCueStore(rows)
    await store.add("b", SayCue(text="later"), NOON + timedelta(seconds=1))
    await store.add("a", OperatorCue(text="sooner"), NOON)

    kept = await store.waiting(5.0)
    assert [(each.id, each.cue, each.at) for each in kept] == [
        ("a", OperatorCue(text="sooner", at_s=5.0), NOON),
        ("b", SayCue(text="later", at_s=5.0), NOON + timedelta(seconds=1)),
    ]
    assert [await store.take("a"), await store.take("a")] == [True, False]
    store.drop("b")
    assert await store.waiting(5.0) == []


@pytest.mark.expects_log
async def test_what_nobody_can_read_is_dropped_and_the_rest_comes(rows: InlineStore) -> None:
    store = SqlCueStore(rows)
    await store.add("good", OperatorCue(text="hi"), NOON)
    await rows.write(lambda it: it.execute("INSERT INTO cue VALUES ('bad', 'operator', '{', 0)"))

    assert [each.id for each in await store.waiting(0.0)] == ["good"]
    assert [row["id"] for row in rows.rows("SELECT id FROM cue")] == ["good"]


async def test_a_disk_that_fails_keeps_nothing(rows: InlineStore) -> None:
    rows.fails = True

    with pytest.raises(ServiceError, match="disk has failed"):
        await SqlCueStore(rows).add("a", OperatorCue(), NOON)
