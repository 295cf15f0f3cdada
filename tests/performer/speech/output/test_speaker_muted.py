"""A muted voice: lines pass in silence, and their captions come and go as ever."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.events.speech import SpeechEnded, SpeechStarted
from tests.performer.speech.output.stage_sound import Slow, booth

pytestmark = pytest.mark.anyio


async def test_a_muted_line_is_shown_for_its_time_and_nothing_is_made_of_it(virtual_clock: VirtualClock) -> None:
    voice = Slow(virtual_clock)
    async with booth(virtual_clock, voice) as it:
        await it.speaker.mute(is_muted=True)
        it.ready("A line of thirty characters, ok")
        await virtual_clock.advance(3)

        started, ended = it.heard
        assert isinstance(started, SpeechStarted)
        assert isinstance(ended, SpeechEnded)
        assert (started.audible, ended.cut, voice.asked, it.loudspeaker.sounds) == (False, False, [], [])


async def test_a_line_that_sounds_falls_silent_now_and_stays_for_its_time(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.")
        await virtual_clock.advance(0.5)
        await it.speaker.mute(is_muted=True)
        await virtual_clock.advance(1)
        while_muted = it.told()
        await virtual_clock.advance(1)

        assert it.loudspeaker.hushes == ["speech"]
        assert "SpeechEnded One." not in while_muted
        assert it.told()[-1] == "SpeechEnded One."


async def test_a_voice_that_is_heard_again_speaks_the_next_line(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        await it.speaker.mute(is_muted=True)
        await it.speaker.mute(is_muted=False)
        it.ready("One.")
        await virtual_clock.advance(1)

        assert [sound.id for sound in it.loudspeaker.sounds] == ["s1"]
