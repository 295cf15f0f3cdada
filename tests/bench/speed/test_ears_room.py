"""The room of the bench: what is played comes back later and quieter, until it is hushed."""

from array import array
from collections.abc import AsyncIterator

import anyio
import pytest

from bench.speed.ears_room import EarsRoom
from performer.core.audio import Sound
from performer.core.clock import VirtualClock
from performer.speech.hearing.samples import SpeechSlice

pytestmark = pytest.mark.anyio
TONE = array("h", [8000, -8000] * 16_000).tobytes()
"""Two seconds at half of the rate of samples."""


async def tone() -> AsyncIterator[tuple[Sound, bytes]]:
    yield Sound(id="s1", turn=1, rate=16_000, channels=1, bytes=len(TONE)), TONE


async def heard(clock: VirtualClock, *, hushed: bool) -> list[SpeechSlice]:
    room = EarsRoom(clock, lambda _pcm, _speech: {"text": ""})
    found: list[SpeechSlice] = []

    async def hear() -> None:
        async for slices in room.slices():
            found.extend(slices)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(hear)
        await clock.advance(1.0)
        tasks.start_soon(room.play, tone(), lambda: None)
        await clock.advance(1.0)
        if hushed:
            await room.hush()
        await clock.advance(3.0)
        tasks.cancel_scope.cancel()
    return found


def loud(slices: list[SpeechSlice]) -> list[float]:
    return [each.at_s for each in slices if each.level_db > -50]


async def test_what_is_played_is_heard_later_and_quieter(virtual_clock: VirtualClock) -> None:
    slices = await heard(virtual_clock, hushed=False)

    assert 1.05 < loud(slices)[0] < 1.2
    assert 3.0 < loud(slices)[-1] < 3.4
    assert max(each.level_db for each in slices) < -25


async def test_what_is_hushed_is_heard_no_more(virtual_clock: VirtualClock) -> None:
    assert 2.0 < loud(await heard(virtual_clock, hushed=True))[-1] < 2.3
