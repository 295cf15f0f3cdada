"""The instants that a control page counts from."""

import pytest

from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.events.stream import EventStream
from performer.stage.server.talk_times import TalkTimes

pytestmark = pytest.mark.anyio

MIDNIGHT_MS = 1_767_225_600_000
"""When the virtual clock begins."""


async def test_each_instant_is_that_of_its_event(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    reader, times = stream.whole("test"), TalkTimes(lambda: 20.0)
    await virtual_clock.advance(5)
    stream.publish(events.Paused(by="key", reason="F10"))
    stream.publish(events.Paused(by="scene", reason="BRB"))
    stream.publish(events.Resumed(by="scene"))
    await virtual_clock.advance(5)
    stream.publish(events.Hushed())
    for published in reader.taken():
        times.take(published)

    assert times.describe() == {
        "began_at": MIDNIGHT_MS,
        "said_at": None,
        "hushed_until": MIDNIGHT_MS + 30_000,
        "paused_at": {"key": MIDNIGHT_MS + 5_000},
    }


async def test_a_hush_that_is_ended_is_not_told_any_more(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    reader, times = stream.whole("test"), TalkTimes(lambda: 20.0)
    stream.publish(events.Hushed())
    stream.publish(events.HushEnded())
    for published in reader.taken():
        times.take(published)

    assert times.describe()["hushed_until"] is None
