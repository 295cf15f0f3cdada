"""Who speaks, with what is there, and what is said about the rest."""

import json
import shutil
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.speech.voices.select import select_voice
from performer.speech.voices.settings import VoiceSettings
from tests.conftest import missing


@pytest.mark.anyio
async def test_without_espeak_the_voice_is_silent_and_says_the_remedy(
    clock: SystemClock, events: EventStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")

    async with AsyncExitStack() as stack:
        voice = await select_voice(clock, events, VoiceSettings(), stack)

    assert voice.name == voice.role().plays == "silent"
    assert "install espeak-ng" in voice.role().why
    assert voice.role().state == "down"


@pytest.mark.anyio
async def test_a_voice_that_is_silent_as_asked_is_off(clock: SystemClock, events: EventStream) -> None:
    async with AsyncExitStack() as stack:
        voice = await select_voice(clock, events, VoiceSettings(engine="silent"), stack)

    assert (voice.role().plays, voice.role().state) == ("silent", "off")


@pytest.mark.anyio
async def test_a_voice_that_cannot_speak_is_said_in_the_table(clock: SystemClock, events: EventStream) -> None:
    if not shutil.which("espeak-ng"):
        missing("espeak-ng", "apt install espeak-ng")

    async with AsyncExitStack() as stack:
        voice = await select_voice(clock, events, VoiceSettings(language="klingon-nowhere"), stack)

    assert "espeak-ng ended with code" in voice.role().why
    assert "lines are only shown" in voice.role().why


@pytest.mark.anyio
async def test_how_loud_a_voice_is_by_itself_is_known_to_the_next_show(
    clock: SystemClock, events: EventStream, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if not shutil.which("espeak-ng"):
        missing("espeak-ng", "apt install espeak-ng")
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    file = tmp_path / "voices" / "loudness.json"

    async with AsyncExitStack() as stack:
        voice = await select_voice(clock, events, VoiceSettings(engine="espeak"), stack)
        async for _ in voice.speak("Two hit points left, and he goes for the chest. " * 5):
            pass

    assert -30 < json.loads(file.read_text())["espeak en-gb"] < -10
