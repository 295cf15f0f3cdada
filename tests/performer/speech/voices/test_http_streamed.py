"""Sentences that come in pieces: what goes out when, and what is heard of a voice that fails meanwhile."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.core.events.speech import SpeechEnded, SpeechGrew, SpeechStarted
from performer.speech.voices.voice import TooMuchSoundError
from tests.performer.speech.output.stage_sound import Stream, booth


@pytest.mark.anyio
async def test_a_whole_sentence_goes_out_at_once_and_is_the_last_piece(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.")
        await virtual_clock.advance(5)

        assert [(sound.last, sound.duration_s) for sound in it.loudspeaker.sounds] == [(True, 2.0)]
        started = it.heard[0]
        assert isinstance(started, SpeechStarted)
        assert (started.duration_s, len(started.envelope), max(started.envelope)) == (2.0, 100, 1.0)


@pytest.mark.anyio
async def test_a_streamed_sentence_sounds_with_its_first_piece_and_grows(virtual_clock: VirtualClock) -> None:
    voice = Stream(virtual_clock, [0.1, 0.2, 0.3])
    async with booth(virtual_clock, voice) as it:
        it.ready("A line of thirty characters, ok")
        await virtual_clock.advance(0.1)
        begun = it.told()
        await virtual_clock.advance(5)

        assert begun == ["SpeechStarted A line of thirty characters, ok"]
        assert [each.last for each in it.loudspeaker.sounds] == [False, False, True]
        assert {each.id for each in it.loudspeaker.sounds} == {"s1"}
        started, *grown, ended = it.heard
        assert isinstance(started, SpeechStarted)
        assert started.duration_s == pytest.approx(31 / 15, abs=0.001)
        grown_s = [each.duration_s for each in grown if isinstance(each, SpeechGrew)]
        assert len(started.envelope) * 0.02 + sum(grown_s) == pytest.approx(0.6)
        assert isinstance(ended, SpeechEnded)
        assert ended.heard_s == pytest.approx(0.6)


@pytest.mark.anyio
async def test_what_was_made_before_the_player_began_is_told_with_the_start(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Stream(virtual_clock, [0.1, 0.2, 0.3])) as it:
        it.loudspeaker.wakes_for_s = 2
        it.ready("One.")
        await virtual_clock.advance(5)

        assert [type(each) for each in it.heard] == [SpeechStarted, SpeechEnded]
        started = it.heard[0]
        assert isinstance(started, SpeechStarted)
        assert (started.duration_s, len(started.envelope)) == (0.6, 30)


@pytest.mark.anyio
async def test_a_voice_that_fails_in_mid_sentence_is_heard_to_where_it_came(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Stream(virtual_clock, [0.1, 0.2], ServiceError("it broke off"))) as it:
        it.ready("One.", "Two.")
        await virtual_clock.advance(5)

        assert [each.heard_s for each in it.heard if isinstance(each, SpeechEnded)] == [0.3, 0.3]
        assert [each.last for each in it.loudspeaker.sounds] == [False, True] * 2


@pytest.mark.anyio
async def test_a_voice_that_never_ends_is_hushed(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Stream(virtual_clock, [30.0] * 3, TooMuchSoundError("noise"))) as it:
        it.ready("One.", "Two.")
        await virtual_clock.advance(5)

        assert it.loudspeaker.hushes == ["speech"] * 2
        assert [each.heard_s for each in it.heard if isinstance(each, SpeechEnded)] == [0.2, 0.2]


@pytest.mark.anyio
async def test_a_cut_ends_the_engine_too(virtual_clock: VirtualClock) -> None:
    voice = Stream(virtual_clock, [0.2] * 50)
    async with booth(virtual_clock, voice) as it:
        it.ready("One.")
        await virtual_clock.advance(1)
        await it.speaker.cut(1)
        await virtual_clock.advance(0)

        assert voice.closed == 1
        assert it.told()[-1] == "SpeechEnded One."


@pytest.mark.anyio
async def test_an_engine_that_nobody_plays_is_ended_and_the_time_estimated(virtual_clock: VirtualClock) -> None:
    voice = Stream(virtual_clock, [0.2] * 50)
    async with booth(virtual_clock, voice) as it:
        it.loudspeaker.plugged = False
        it.ready("A line of thirty characters, ok")
        await virtual_clock.advance(1)

        assert voice.closed == 1
        await virtual_clock.advance(1.2)
        assert [each.heard_s for each in it.heard if isinstance(each, SpeechEnded)] == [
            pytest.approx(31 / 15, abs=0.01)
        ]
