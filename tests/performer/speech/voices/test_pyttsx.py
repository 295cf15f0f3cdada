"""The voices of pyttsx3, by name and at a speed."""

from contextlib import AsyncExitStack

import pytest

from performer.speech.voices.command import CommandVoice
from performer.speech.voices.settings import VoiceSettings
from tests.performer.speech.voices.every_engine import (
    pyttsx3,
    spoken,
)

pytestmark = pytest.mark.anyio


async def test_pyttsx3_takes_a_voice_by_part_of_its_name(stack: AsyncExitStack) -> None:
    (plain,) = await spoken(await pyttsx3(stack))
    (scottish,) = await spoken(CommandVoice.pyttsx3(VoiceSettings(), "scotland"))
    (quick,) = await spoken(CommandVoice.pyttsx3(VoiceSettings(words_per_min=350), ""))

    assert plain.pcm != scottish.pcm
    assert quick.duration_s < 0.7 * plain.duration_s
