"""Push to talk: whose the floor is."""

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.events.speech import FloorFreed, FloorTaken
from performer.core.events.stream import EventStream
from performer.core.speaking_turn import ALWAYS_FREE
from performer.speech.hearing.talk_key import TalkKeyFloor
from performer.speech.hearing.voice_activity import MicrophoneFloor

pytestmark = pytest.mark.anyio


async def test_who_waits_for_the_floor_gets_it_when_the_key_is_let_go(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    news = stream.lossy("news", FloorTaken, FloorFreed)
    floor = TalkKeyFloor(virtual_clock, stream, ALWAYS_FREE)
    floor.hold()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(floor.wait_until_free)
        floor.let_go()

    assert floor.is_free
    assert [type(each.event) for each in news.taken()] == [FloorTaken, FloorFreed]


async def test_who_still_speaks_into_the_microphone_keeps_the_floor(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    heard = MicrophoneFloor(virtual_clock, stream)
    floor = TalkKeyFloor(virtual_clock, stream, heard)
    floor.hold()
    heard.take()
    floor.let_go()

    assert not floor.is_free
    heard.free()
    assert floor.is_free


async def test_what_was_mostly_said_with_the_key_held_is_known(virtual_clock: VirtualClock) -> None:
    floor = TalkKeyFloor(virtual_clock, EventStream(virtual_clock), ALWAYS_FREE)
    await virtual_clock.advance(10)
    floor.hold()
    await virtual_clock.advance(2)
    now = floor.was_held(10.0, 12.0)
    floor.let_go()
    await virtual_clock.advance(20)

    assert now
    assert floor.was_held(9.8, 12.2)
    assert not floor.was_held(5.0, 11.0)
    assert not floor.was_held(13.0, 14.0)
    assert not floor.was_held(0.0, 0.0)
