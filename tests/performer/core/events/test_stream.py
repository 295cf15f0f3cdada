"""The event stream: order, loss that is counted, and overflow that is said."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.events.parts import ServiceUp
from performer.core.events.stream import EventStream, EventSubscription, ReaderOverflow


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
