"""Casting: who plays with what is there, and what is said about the rest."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from PIL import Image

from performer.casting import cast_brain, cast_eyes, cast_voice
from performer.clock import SystemClock
from performer.errors import ConfigError
from performer.events import EventStream
from performer.frames.settings import FramesSettings
from performer.models.settings import ModelSettings
from performer.voices.espeak import espeak_is_installed
from performer.voices.settings import VoiceSettings
from tests.conftest import missing


@pytest.mark.anyio
async def test_without_a_display_the_arcade_plays_and_says_why(
    clock: SystemClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)

    source, role = await cast_eyes(clock, FramesSettings())

    assert source.name == role.plays == "arcade seed 1"
    assert role.why == "no display found; a demo game plays instead"


@pytest.mark.anyio
async def test_in_a_wayland_session_the_screen_is_recorded(clock: SystemClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")

    source, role = await cast_eyes(clock, FramesSettings())

    assert source.name == role.plays == "recorder 1"
    assert "choose the screen in the window" in role.why


@pytest.mark.anyio
async def test_a_clip_is_looked_at_before_it_is_cast(clock: SystemClock, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is a folder without a picture"):
        await cast_eyes(clock, FramesSettings(source=f"clip:{tmp_path}"))

    Image.new("RGB", (64, 36)).save(tmp_path / "1.png")
    source, role = await cast_eyes(clock, FramesSettings(source=f"clip:{tmp_path}"))

    assert source.name == role.plays == f"clip {tmp_path.name}"


@pytest.mark.anyio
async def test_without_espeak_the_voice_is_silent_and_says_the_remedy(
    clock: SystemClock, events: EventStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")

    async with AsyncExitStack() as stack:
        voice = await cast_voice(clock, events, VoiceSettings(), stack)

    assert voice.name == voice.role().plays == "silent"
    assert "apt install espeak-ng" in voice.role().why


@pytest.mark.anyio
async def test_each_model_is_cast_as_asked(clock: SystemClock, events: EventStream, tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text('{"text": "hi"}\n')
    async with AsyncExitStack() as stack:
        understudy = await cast_brain(clock, events, ModelSettings(spec="understudy"), stack)
        scripted = await cast_brain(clock, events, ModelSettings(spec=f"scripted:{script}"), stack)
        ollama = await cast_brain(clock, events, ModelSettings(spec="ollama:llava@127.0.0.1:9"), stack)

    assert (understudy.role().plays, understudy.lead) == ("understudy", None)
    assert "script" in scripted.role().plays
    assert ollama.lead is not None


@pytest.mark.anyio
async def test_a_script_that_is_not_there_is_said(clock: SystemClock, events: EventStream) -> None:
    async with AsyncExitStack() as stack:
        with pytest.raises(ConfigError, match="scripted: cannot read"):
            await cast_brain(clock, events, ModelSettings(spec="scripted:/nowhere.jsonl"), stack)


@pytest.mark.anyio
async def test_a_voice_that_cannot_speak_is_said_in_the_table(clock: SystemClock, events: EventStream) -> None:
    if not espeak_is_installed():
        missing("espeak-ng", "apt install espeak-ng")

    async with AsyncExitStack() as stack:
        voice = await cast_voice(clock, events, VoiceSettings(language="klingon-nowhere"), stack)

    assert "espeak-ng failed" in voice.role().why
    assert "lines pass in paced silence" in voice.role().why
