"""The playing of one line: heard or in silence, held and resumed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest

from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.events.speech import SentenceReady
from performer.core.events.stream import EventStream
from performer.speech.output.delivery import LONGEST_HOLD_S, Delivery
from performer.speech.output.line import SpokenLine
from performer.speech.output.recording import LoudnessScale
from tests.performer.speech.output.stage_sound import Loudspeaker, piece

pytestmark = pytest.mark.anyio


class Played:
    """A line of two seconds that is being played, and what it published."""

    def __init__(self, clock: VirtualClock, *, plugged: bool) -> None:
        self.stream = EventStream(clock)
        self.loudspeaker = Loudspeaker(clock, plugged=plugged)
        ready = SentenceReady(turn=1, text="One two three four.")
        self.line = SpokenLine(clock, self.stream, ready, "s1", loudness=LoudnessScale())
        self.line.record(piece(2, last=True))
        self.delivery = Delivery(clock, self.loudspeaker, self.line)
        self._reader = self.stream.whole("test")

    async def published(self) -> list[str]:
        self.stream.close()
        return [_describe(published.event) async for published in self._reader]


def _describe(event: object) -> str:
    match event:
        case events.SpeechStarted(audible=audible):
            return "starts" if audible else "starts in silence"
        case events.SpeechHeld(heard_s=heard_s):
            return f"held at {heard_s:g}"
        case events.SpeechResumed(from_s=from_s):
            return f"resumes at {from_s:g}"
        case events.SpeechEnded(heard_s=heard_s, cut=cut):
            return f"{'cut' if cut else 'ends'} at {heard_s:g}"
    return type(event).__name__


@asynccontextmanager
async def playing(clock: VirtualClock, *, plugged: bool = True) -> AsyncIterator[Played]:
    played = Played(clock, plugged=plugged)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(played.delivery.run)
        yield played
        tasks.cancel_scope.cancel()


async def test_a_line_is_heard_to_its_end(virtual_clock: VirtualClock) -> None:
    async with playing(virtual_clock) as played:
        await virtual_clock.advance(3)

        assert await played.published() == ["starts", "ends at 2"]


async def test_without_anybody_who_plays_it_its_time_passes_in_silence(virtual_clock: VirtualClock) -> None:
    async with playing(virtual_clock, plugged=False) as played:
        await virtual_clock.advance(1.9)
        assert not played.line.is_over
        await virtual_clock.advance(0.2)

        assert await played.published() == ["starts in silence", "ends at 2"]


async def test_a_line_that_is_held_early_is_begun_again(virtual_clock: VirtualClock) -> None:
    async with playing(virtual_clock) as played:
        await virtual_clock.advance(0.5)
        await played.delivery.hold()
        await played.delivery.hold()
        assert played.delivery.is_held
        await virtual_clock.advance(1)
        played.delivery.resume()
        await virtual_clock.advance(3)

        assert await played.published() == ["starts", "held at 0.5", "resumes at 0", "ends at 2"]
        assert played.loudspeaker.hushes == ["speech"]


async def test_silence_is_held_and_resumed_at_its_very_place(virtual_clock: VirtualClock) -> None:
    async with playing(virtual_clock, plugged=False) as played:
        await virtual_clock.advance(0.5)
        await played.delivery.hold()
        await virtual_clock.advance(1)
        played.delivery.resume()
        await virtual_clock.advance(3)

        assert await played.published() == ["starts in silence", "held at 0.5", "resumes at 0.5", "ends at 2"]


async def test_a_line_that_nobody_resumes_is_dropped(virtual_clock: VirtualClock) -> None:
    async with playing(virtual_clock) as played:
        await virtual_clock.advance(1)
        await played.delivery.hold()
        await virtual_clock.advance(LONGEST_HOLD_S + 1)

        assert await played.published() == ["starts", "held at 1", "cut at 1"]


async def test_a_hold_at_the_very_end_ends_the_line(virtual_clock: VirtualClock) -> None:
    async with playing(virtual_clock) as played:
        await virtual_clock.advance(1.98)
        await played.delivery.hold()
        await virtual_clock.advance(0.5)

        assert await played.published() == ["starts", "ends at 1.98"]
