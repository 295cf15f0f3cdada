"""What is cut or forgotten: silent now, told as far as it was heard, and nobody else's line with it."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.events.speech import SentenceBlocked, SpeechEnded
from performer.core.events.turns import TurnCut
from tests.performer.speech.output.stage_sound import booth


@pytest.mark.anyio
async def test_a_cut_is_silent_now_and_drops_what_is_left_of_the_turn(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.", "Two.")
        await virtual_clock.advance(0.5)
        await it.speaker.cut(1)
        it.stream.publish(TurnCut(turn=1, reason="hush"))
        it.ready("late", turn=1)
        it.ready("Next.", turn=2)
        await virtual_clock.advance(1)

        assert it.told() == ["SpeechStarted One.", "SpeechEnded One.", "SpeechStarted Next."]
        assert it.loudspeaker.hushes == ["speech"]
        ended = it.heard[1]
        assert (getattr(ended, "cut", None), getattr(ended, "heard_s", None)) == (True, 0.5)


@pytest.mark.anyio
async def test_clips_are_silenced_only_when_asked(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.")
        await virtual_clock.advance(0.5)
        await it.speaker.cut(1, clips=True)

        assert it.loudspeaker.hushes == ["all"]


@pytest.mark.anyio
async def test_a_turn_that_was_cut_does_not_speak(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.", "Two.")
        await virtual_clock.advance(1)
        await it.speaker.cut(1)

        assert it.speaker.speaking is None


@pytest.mark.anyio
async def test_a_cut_says_what_was_heard_before_anything_else_is_said(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("And the winner of this is nobody.")
        await virtual_clock.advance(1)
        await it.speaker.cut(1)
        it.stream.publish(SentenceBlocked(turn=1, reason="the next event"))
        await virtual_clock.advance(0)

        ended = it.heard[1]
        assert isinstance(ended, SpeechEnded)
        assert (ended.heard_s, ended.cut, ended.heard) == (1.0, True, "And the winner of")


@pytest.mark.anyio
async def test_a_cut_leaves_a_line_of_a_later_turn_alone(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("New.", turn=5)
        await virtual_clock.advance(1)
        await it.speaker.cut(4)
        await virtual_clock.advance(2)

        assert it.loudspeaker.hushes == []
        assert it.instants() == [(0.0, "+New."), (2.0, "-New.")]


@pytest.mark.anyio
async def test_a_turn_that_is_forgotten_is_not_heard_and_what_sounds_is_not_touched(
    virtual_clock: VirtualClock,
) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.", turn=1)
        it.ready("Forgotten.", turn=2)
        await virtual_clock.advance(1)
        it.speaker.forget(2)
        it.ready("Late.", turn=2)
        it.ready("Three.", turn=3)
        await virtual_clock.advance(10)

        assert it.loudspeaker.hushes == []
        assert it.instants() == [(0.0, "+One."), (2.0, "-One."), (2.0, "+Three."), (4.0, "-Three.")]


@pytest.mark.anyio
async def test_of_a_turn_that_speaks_the_rest_can_be_forgotten(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.", "Two.")
        await virtual_clock.advance(1)
        it.speaker.forget(1)
        await virtual_clock.advance(10)

        assert it.instants() == [(0.0, "+One."), (2.0, "-One.")]


@pytest.mark.anyio
async def test_a_line_that_is_about_to_begin_can_still_be_forgotten(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.loudspeaker.wakes_for_s = 1
        it.ready("One.")
        await virtual_clock.advance(0.5)
        it.speaker.forget(1)
        await virtual_clock.advance(5)

        assert it.told() == []
