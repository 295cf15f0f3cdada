"""Who speaks, with what is there, and what is said about the rest."""

import json
import shutil
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.core.loudness import measure_loudness
from performer.core.process.exit_code import describe_exit
from performer.speech.voices.known_loudness import KnownLoudness
from performer.speech.voices.select import make_voice, select_voice
from performer.speech.voices.settings import VoiceSettings, parse_voice
from tests.conftest import missing
from tests.joe import install_voice
from tests.systems import posix_only


@posix_only("Windows has voices of its own")
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

    settings = VoiceSettings(engine="espeak", language="klingon-nowhere", fallback=["silent"])
    async with AsyncExitStack() as stack:
        voice = await select_voice(clock, events, settings, stack)

    assert f"espeak-ng {describe_exit(1)}" in voice.role().why
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


@pytest.mark.anyio
@pytest.mark.slow
@pytest.mark.parametrize(("engine", "heard_lufs"), [("neural:joe", -16), ("neural:joe:3", -26)])
async def test_each_speaker_of_a_voice_has_a_loudness_of_its_own(
    clock: SystemClock, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, engine: str, heard_lufs: float
) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    install_voice(tmp_path)
    about = {"family": "piper", "language": "en-us", "speakers": 9, "lufs": -26.0}
    (tmp_path / "voices" / "joe" / "about.json").write_text(json.dumps(about))
    (tmp_path / "voices" / "loudness.json").write_text('{"neural joe:3": -12.0}')
    settings = VoiceSettings(engine=engine, volume=1)

    async with AsyncExitStack() as stack:
        voice = await make_voice(
            parse_voice(engine), clock, settings, stack, KnownLoudness(tmp_path / "voices" / "loudness.json")
        )
        pieces = [piece async for piece in voice.speak("Two hit points left.")]

    loudness = measure_loudness(b"".join(each.pcm for each in pieces), pieces[0].rate, 1)
    assert loudness.lufs == pytest.approx(heard_lufs, abs=3)
