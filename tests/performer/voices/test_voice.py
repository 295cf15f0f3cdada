"""The voices, by the port's contract: every engine is run, the real one too."""

import math
import shutil
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from performer.clock import SystemClock
from performer.errors import ServiceError
from performer.voices import Utterance, Voice
from performer.voices.espeak import EspeakVoice, read_wav
from performer.voices.settings import VoiceSettings
from performer.voices.silent import SilentVoice
from tests.conftest import missing


def espeak(clock: SystemClock) -> Voice:
    if shutil.which("espeak-ng") is None:
        missing("espeak-ng", "apt install espeak-ng")
    return EspeakVoice(clock, VoiceSettings())


def silent(clock: SystemClock) -> Voice:
    return SilentVoice()


@pytest.mark.anyio
@pytest.mark.parametrize("make", [espeak, silent])
async def test_every_voice_takes_any_sentence(make: Callable[[SystemClock], Voice], clock: SystemClock) -> None:
    voice = make(clock)

    for text in ("Hello there.", "--help", "<speak>tags</speak>", "éà 日本", "a" * 280):
        utterance = await voice.speak(text)
        assert utterance is None or utterance.duration_s > 0


@pytest.mark.anyio
async def test_espeak_makes_sound_about_as_long_as_speech(clock: SystemClock) -> None:
    utterance = await espeak(clock).speak("Two hit points left, and he goes for the chest.")

    assert utterance is not None
    assert 1.5 < utterance.duration_s < 6
    assert max(abs(each) for each in array("h", utterance.pcm)) > 3000
    assert max(utterance.envelope()) == 1.0
    assert len(utterance.envelope()) == math.ceil(utterance.duration_s / 0.02)


@pytest.mark.anyio
async def test_an_unknown_language_is_said(clock: SystemClock) -> None:
    espeak(clock)

    with pytest.raises(ServiceError, match="espeak-ng failed"):
        await EspeakVoice(clock, VoiceSettings(language="xx-nowhere")).speak("hello")


@pytest.mark.anyio
async def test_a_missing_program_is_said_with_the_remedy(clock: SystemClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")

    with pytest.raises(ServiceError, match="apt install espeak-ng"):
        await EspeakVoice(clock, VoiceSettings()).speak("hello")


@pytest.mark.anyio
async def test_a_hanging_engine_is_ended(tmp_path: Path, clock: SystemClock, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "espeak-ng"
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")

    with pytest.raises(ServiceError, match=r"took longer than 0\.2 s"):
        await EspeakVoice(clock, VoiceSettings(timeout_s=0.2)).speak("hello")


@pytest.mark.parametrize("wav", [b"", b"RIFF", b"not a wav at all, but quite long" * 4])
def test_what_is_no_wav_is_refused(wav: bytes) -> None:
    with pytest.raises(ServiceError, match="no WAV"):
        read_wav(wav)


def test_the_duration_counts_channels() -> None:
    assert Utterance(pcm=bytes(4 * 8000), rate=8000, channels=2).duration_s == 1.0
