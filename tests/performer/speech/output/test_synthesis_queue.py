"""The sound of the next lines is made while one is heard: in order, one at a time, not too much, and not in vain."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.core.events.speech import SpeechStarted
from performer.core.events.turns import TurnCut
from performer.speech.output import synthesis_queue
from performer.speech.voices.voice import TooMuchSoundError
from tests.performer.speech.output.stage_sound import Slow, Stream, booth

pytestmark = pytest.mark.anyio


async def test_a_line_begins_at_the_very_end_of_the_one_before(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Slow(virtual_clock, takes_s=0.3)) as it:
        it.ready("One.", "Two.", "Three.")
        await virtual_clock.advance(10)

        assert it.instants() == [
            (0.3, "+One."),
            (2.3, "-One."),
            (2.3, "+Two."),
            (4.3, "-Two."),
            (4.3, "+Three."),
            (6.3, "-Three."),
        ]


async def test_two_lines_are_made_ahead_one_after_the_other_and_no_more(virtual_clock: VirtualClock) -> None:
    voice = Slow(virtual_clock, takes_s=0.3)
    async with booth(virtual_clock, voice) as it:
        it.ready("One.", "Two.", "Three.", "Four.", "Five.")
        await virtual_clock.advance(2.2)
        assert voice.asked == [(0.0, "One."), (0.3, "Two."), (0.6, "Three.")]
        await virtual_clock.advance(0.2)
        assert voice.asked[3:] == [(2.3, "Four.")]


async def test_an_engine_waits_while_there_is_much_sound_that_nobody_has_heard(
    virtual_clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(synthesis_queue, "MOST_AHEAD_BYTES", 16_000)
    voice = Stream(virtual_clock, [1.0] * 5)
    async with booth(virtual_clock, voice) as it:
        it.ready("One.", "Two.", "Three.")
        await virtual_clock.advance(5)
        ahead = sum(each.recording.made_bytes for each in it.speaker._queue.waiting)
        await virtual_clock.advance(20)

        assert ahead == 16_000
        assert [seconds for seconds, event in it.instants() if event[0] == "+"] == pytest.approx([0.1, 5.1, 10.1])
        assert sum(sound.duration_s for sound in it.loudspeaker.sounds) == pytest.approx(15)


async def test_an_engine_that_waits_goes_on_waiting_when_more_lines_come(
    virtual_clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(synthesis_queue, "MOST_AHEAD_BYTES", 16_000)
    async with booth(virtual_clock, Stream(virtual_clock, [1.0] * 5)) as it:
        it.ready("One.", "Two.")
        await virtual_clock.advance(3)
        for text in ("Three.", "Four."):
            it.ready(text)
            await virtual_clock.advance(0.5)

        assert sum(each.recording.made_bytes for each in it.speaker._queue.waiting) == 16_000


async def test_a_cut_throws_away_what_was_made_ahead_and_ends_the_engine(virtual_clock: VirtualClock) -> None:
    voice = Slow(virtual_clock, takes_s=0.3)
    async with booth(virtual_clock, voice) as it:
        it.ready("One.", "Two.", "Three.")
        await virtual_clock.advance(0.7)
        await it.speaker.cut(1)
        it.stream.publish(TurnCut(turn=1, reason="hush"))
        it.ready("Next.", turn=2)
        await virtual_clock.advance(10)

        assert voice.ended == ["Three."]
        assert it.instants() == [(0.3, "+One."), (0.7, "-One."), (1.0, "+Next."), (3.0, "-Next.")]


async def test_a_turn_that_is_forgotten_ends_the_engine(virtual_clock: VirtualClock) -> None:
    voice = Slow(virtual_clock, takes_s=0.3)
    async with booth(virtual_clock, voice) as it:
        it.ready("One.", turn=1)
        it.ready("Two.", turn=2)
        await virtual_clock.advance(0.4)
        it.speaker.forget(2)
        await virtual_clock.advance(10)

        assert voice.ended == ["Two."]
        assert it.instants() == [(0.3, "+One."), (2.3, "-One.")]


async def test_a_line_that_went_stale_while_another_was_heard_is_thrown_away(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Slow(virtual_clock)) as it:
        it.ready("One.", turn=1)
        it.ready("Two.", "too.", turn=2, fresh_until_s=2)
        it.ready("Three.", turn=3)
        await virtual_clock.advance(2.4)

        assert it.told() == ["SpeechStarted One.", "SpeechEnded One.", "SentenceBlocked"]
        await virtual_clock.advance(10)
        assert it.told()[3:] == ["SpeechStarted Three.", "SpeechEnded Three."]


@pytest.mark.parametrize("failure", [ServiceError("it broke off"), TooMuchSoundError("noise")])
async def test_the_failure_of_a_line_made_ahead_is_its_own(virtual_clock: VirtualClock, failure: Exception) -> None:
    voice = Slow(virtual_clock, fails_at="Two.", failure=failure)
    async with booth(virtual_clock, voice) as it:
        it.ready("One.", "Two.", "Three.")
        await virtual_clock.advance(10)

        assert it.loudspeaker.hushes == []
        assert [each.audible for each in it.heard if isinstance(each, SpeechStarted)] == [True, False, True]
        assert [seconds for seconds, _ in it.instants()] == [0.3, 2.3, 2.3, 3.1, 3.1, 5.1]


async def test_noise_that_was_made_ahead_is_not_heard(virtual_clock: VirtualClock) -> None:
    voice = Stream(virtual_clock, [2.0])
    async with booth(virtual_clock, voice) as it:
        it.ready("One.", "Two.")
        await virtual_clock.advance(0.15)
        voice.failure = TooMuchSoundError("noise")
        await virtual_clock.advance(10)

        assert {sound.id for sound in it.loudspeaker.sounds} == {"s1"}
        assert it.loudspeaker.hushes == []
        assert it.told()[2:] == ["SpeechStarted Two.", "SpeechEnded Two."]


async def test_a_streamed_line_made_ahead_is_heard_in_one_piece(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Stream(virtual_clock, [0.5, 0.5, 0.5])) as it:
        it.ready("One.", "Two.")
        await virtual_clock.advance(10)

        whole = [sound for sound in it.loudspeaker.sounds if sound.id == "s2"]
        assert [(sound.duration_s, sound.last, len(sound.envelope)) for sound in whole] == [(1.5, True, 75)]
