"""The simplest pacing."""

import math

import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import GameCue, SayCue
from performer.core.events.speech import SpeechEnded
from performer.core.events.stream import EventStream
from performer.core.events.turns import TurnEnded
from tests.performer.agent.pacing.even import EvenPacing

pytestmark = pytest.mark.anyio


async def test_the_gap_and_the_silence_are_counted_from_the_end_of_what_was_heard(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    pacing = EvenPacing(virtual_clock, stream, gap_s=8, idle_s=30)
    event = GameCue(text="boss")
    assert (pacing.opens_s(event), pacing.silence_s()) == (0, 22)

    await virtual_clock.advance(5)
    stream.publish(SpeechEnded(turn=1, sentence="s1", text="hi", heard_s=1))
    assert (pacing.opens_s(event), pacing.silence_s()) == (13, 35)
    await virtual_clock.advance(1)
    stream.publish(TurnEnded(turn=1, reason="final", steps=1, sentences=1, took_s=1))
    assert (pacing.opens_s(event), pacing.opens_s(SayCue(text="hi"))) == (14, -math.inf)
