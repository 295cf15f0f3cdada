"""Lines of the benches, as a voice speaks them."""

import shutil

import pytest

from bench.speed.voiced_line import speak_line
from performer.speech.voices.espeak import EspeakVoice
from performer.speech.voices.manner import Manner
from performer.speech.voices.settings import VoiceSettings
from tests.conftest import missing


@pytest.mark.anyio
async def test_each_line_is_as_loud_as_every_other_and_as_long_as_it_is_spoken() -> None:
    if shutil.which("espeak-ng") is None:
        missing("espeak-ng", "apt install espeak-ng")
    async with EspeakVoice(VoiceSettings()) as voice:
        quick, slow = [await speak_line(voice, "Go left.", Manner(pace=pace)) for pace in (1.18, 0.87)]

    assert quick.text == slow.text == "Go left."
    assert {max(map(abs, each.pcm)) for each in (quick, slow)} == {16_000}
    assert 0.3 < quick.seconds < slow.seconds < 2
