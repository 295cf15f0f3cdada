"""The event stream: order, loss that is counted, and overflow that is said."""

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.events.parts import ServiceUp
from performer.core.events.stream import Event, EventStream, EventSubscription, ReaderOverflow


class Looked(Event):
    is_routine = True


def names(number: int) -> list[ServiceUp]:
    return [ServiceUp(service=str(each)) for each in range(number)]


async def read(reader: EventSubscription) -> list[str]:
    return [published.event.service async for published in reader if isinstance(published.event, ServiceUp)]


@pytest.mark.anyio
async def test_every_reader_gets_every_event_in_order(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    with stream.whole("one") as one, stream.lossy("two") as two:
        for event in names(3):
            stream.publish(event)
        stream.close()

        assert await read(one) == ["0", "1", "2"]
        assert await read(two) == ["0", "1", "2"]


@pytest.mark.anyio
async def test_an_event_carries_the_instant_at_which_it_was_published(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    with stream.whole("one") as reader:
        await virtual_clock.advance(90)
        stream.publish(ServiceUp(service="x"))
        stream.close()

        published = [each async for each in reader]

    assert [each.t for each in published] == [90.0]
    assert published[0].at.isoformat() == "2026-01-01T00:01:30+00:00"


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_lossy_reader_that_is_behind_misses_the_oldest_and_counts_them(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    with stream.lossy("panel", depth=2) as reader:
        for event in names(5):
            stream.publish(event)
        stream.close()

        assert await read(reader) == ["3", "4"]
        assert reader.missed == 3


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_whole_reader_that_overflows_fails_by_name(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    with stream.whole("journal", depth=2) as reader:
        for event in names(3):
            stream.publish(event)

        with pytest.raises(ReaderOverflow, match="'journal' lost 1"):
            await read(reader)


@pytest.mark.anyio
async def test_a_reader_that_has_left_is_not_kept(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    with stream.lossy("guest", depth=1) as reader:
        pass
    for event in names(5):
        stream.publish(event)

    assert reader.missed == 0


@pytest.mark.anyio
async def test_a_patient_reader_gets_together_what_comes_within_a_moment(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    reader, rounds = stream.lossy("terminal", is_patient=True), list[int]()

    async def follow() -> None:
        while await reader.wait():
            rounds.append(len(reader.taken()))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(follow)
        await anyio.wait_all_tasks_blocked()
        for each in names(2):
            stream.publish(each)
        await anyio.wait_all_tasks_blocked()
        assert rounds == []
        stream.publish(ServiceUp(service="third"))
        await virtual_clock.advance(1)
        stream.close()

    assert rounds == [3]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("published", "rounds"),
    [
        ([Looked()] * 3, []),
        ([Looked()] * 4, [4]),
        ([Looked(), *names(1)], [2]),
    ],
)
async def test_a_patient_reader_is_not_woken_for_a_few_routine_events(
    virtual_clock: VirtualClock, published: list[Event], rounds: list[int]
) -> None:
    stream = EventStream(virtual_clock)
    reader, read = stream.whole("journal", is_patient=True), list[int]()

    async def follow() -> None:
        while await reader.wait():
            read.append(len(reader.taken()))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(follow)
        await anyio.wait_all_tasks_blocked()
        for each in published:
            stream.publish(each)
            await virtual_clock.advance(0)
        await virtual_clock.advance(60)
        tasks.cancel_scope.cancel()

    assert read == rounds


@pytest.mark.anyio
async def test_a_patient_reader_gets_routine_events_at_the_end(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    reader = stream.whole("journal", is_patient=True)
    stream.publish(Looked())
    stream.close()

    assert [type(each.event) async for each in reader] == [Looked]


def test_a_reader_may_skip_what_is_routine(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    reader = stream.lossy("console", skips_routine=True)
    for each in (Looked(), *names(1), Looked()):
        stream.publish(each)

    assert [type(each.event) for each in reader.taken()] == [ServiceUp]


@pytest.mark.anyio
async def test_a_patient_reader_does_not_wait_once_the_stream_is_closed(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    reader = stream.whole("journal", is_patient=True)
    got: list[str] = []
    async with anyio.create_task_group() as tasks:

        async def follow() -> None:
            got.extend(await read(reader))

        tasks.start_soon(follow)
        await anyio.wait_all_tasks_blocked()
        stream.publish(ServiceUp(service="last"))
        await anyio.wait_all_tasks_blocked()
        stream.close()

    assert got == ["last"]
