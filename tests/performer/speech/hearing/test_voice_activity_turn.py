"""The streamer's floor: taken, free, and told."""

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.events.speech import FloorFreed, FloorTaken
from performer.core.events.stream import EventStream
from performer.speech.hearing.voice_activity import MicrophoneFloor

pytestmark = pytest.mark.anyio


async def test_it_is_told_once_when_it_is_taken_and_once_when_it_is_free(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    reader = stream.whole("test")
    floor = MicrophoneFloor(virtual_clock, stream)

    floor.take()
    floor.take()
    await virtual_clock.advance(2.5)
    floor.free()
    floor.free()

    assert [each.event for each in reader.taken()] == [FloorTaken(), FloorFreed(after_s=2.5)]


async def test_whoever_waits_goes_on_when_it_is_free(virtual_clock: VirtualClock) -> None:
    floor = MicrophoneFloor(virtual_clock, EventStream(virtual_clock))
    went_on_s: list[float] = []

    async def wait() -> None:
        await floor.wait_until_free()
        went_on_s.append(virtual_clock.now())

    await wait()
    floor.take()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(wait)
        await virtual_clock.advance(3.0)
        floor.free()

    assert went_on_s == [0.0, 3.0]
    assert floor.is_free
