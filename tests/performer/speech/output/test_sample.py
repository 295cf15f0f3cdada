"""A sample of a voice: spoken beside the show, and measured."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import pytest

from performer.core.audio import Sound
from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.speech.output.sample import VoiceSampler
from performer.speech.voices.settings import VoiceSettings
from tests.performer.speech.output.stage_sound import Heard
from tests.performer.speech.voices.talking import make_program

pytestmark = pytest.mark.anyio


@dataclass
class Output:
    """Takes sounds, if it has a device."""

    sounds: bool = True
    why: str = "speakers"
    taken: list[Sound] = field(default_factory=list)

    async def play(self, pieces: AsyncIterator[tuple[Sound, bytes]], on_started: Callable[[], None]) -> Heard:
        async for sound, _ in pieces:
            self.taken.append(sound)
            on_started()
        return Heard()


async def test_a_sample_is_heard_and_measured(clock: SystemClock) -> None:
    output = Output()
    result = await VoiceSampler(clock, output).speak("Hello.", VoiceSettings(engine=make_program()))

    assert result.made_s is not None
    assert result.heard_after_s is not None
    assert result.heard_after_s >= result.made_s > 0
    assert (result.why, output.taken[-1].last, output.taken[0].id) == ("speakers", True, "sample-1")


async def test_without_sound_the_voice_is_measured_and_it_is_said_why_nothing_is_heard(clock: SystemClock) -> None:
    output = Output(sounds=False, why="nothing here plays sound")
    result = await VoiceSampler(clock, output).speak("Hello.", VoiceSettings(engine=make_program()))

    assert (result.made_s is not None, result.heard_after_s, result.why) == (True, None, "nothing here plays sound")


async def test_a_voice_that_fails_says_why(clock: SystemClock) -> None:
    with pytest.raises(ServiceError, match="/nowhere/voice"):
        await VoiceSampler(clock, Output()).speak("Hello.", VoiceSettings(engine="command:/nowhere/voice"))


async def test_the_silent_voice_makes_no_sound(clock: SystemClock) -> None:
    result = await VoiceSampler(clock, Output()).speak("Hello.", VoiceSettings(engine="silent"))

    assert (result.made_s, result.heard_after_s, result.why) == (None, None, "it makes no sound")
