"""Speech that is noted while it is played: from its first sample to its end, however that comes."""

import json
from collections.abc import AsyncIterator
from typing import Any

import anyio
import pytest

from performer.core.audio import Sound
from performer.core.clock import VirtualClock
from performer.speech.hearing.own_sound import OwnSoundSender
from performer.speech.output.overheard import OverheardOutput
from tests.performer.speech.output.stage_sound import Loudspeaker

pytestmark = pytest.mark.anyio


async def two_seconds() -> AsyncIterator[tuple[Sound, bytes]]:
    for number in range(2):
        yield Sound(id="s1", turn=1, rate=16_000, channels=1, bytes=32_000, last=number == 1), bytes(32_000)


async def told_of(clock: VirtualClock, *, hushed_after_s: float | None) -> list[dict[str, Any]]:
    """Play a sentence after one second, maybe not to its end, and return what the listener process is told."""
    told: list[dict[str, Any]] = []

    async def take(line: bytes) -> None:
        told.append(json.loads(line))

    sender = OwnSoundSender(take, lambda: True, clock.now)
    output = OverheardOutput(Loudspeaker(clock), sender)
    await clock.advance(1.0)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(sender.run)
        tasks.start_soon(output.play, two_seconds(), lambda: None)
        if hushed_after_s is not None:
            await clock.advance(hushed_after_s)
            await output.hush(speech_only=True)
        await clock.advance(5.0)
        tasks.cancel_scope.cancel()
    return told


async def test_a_sentence_is_noted_from_its_start_to_its_end(virtual_clock: VirtualClock) -> None:
    told = await told_of(virtual_clock, hushed_after_s=None)

    assert told[0]["at"] == pytest.approx(1.0, abs=0.01)
    assert sum(len(each.get("own", "")) for each in told) == pytest.approx(64_000 * 4 / 3, abs=16)
    assert told[-1] == {"silent": pytest.approx(3.04, abs=0.05)}


async def test_one_that_is_hushed_ends_there(virtual_clock: VirtualClock) -> None:
    told = await told_of(virtual_clock, hushed_after_s=0.5)

    assert told[-1] == {"silent": pytest.approx(1.54, abs=0.05)}
