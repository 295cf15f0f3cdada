"""The doctor and the voice: sound must come, and it must be no silence."""

import shutil
import sys
from pathlib import Path

import pytest

from performer.doctor.audio import check_voice
from tests.conftest import missing
from tests.performer.doctor.taking import Taken, examined, taken
from tests.pulse import tone, wav

pytestmark = pytest.mark.anyio


async def voice(engine: str, *fallback: str) -> Taken:
    return await taken(check_voice, examined(voice={"engine": engine, "fallback": fallback}))


def program(folder: Path, sound: bytes) -> str:
    """Write a voice that always says the same."""
    (folder / "sound.wav").write_bytes(wav(sound))
    script = "import sys, pathlib; sys.stdout.buffer.write(pathlib.Path(sys.argv[1]).read_bytes())"
    (folder / "voice.py").write_text(script, encoding="utf-8")
    return f'command:"{sys.executable}" "{folder / "voice.py"}" "{folder / "sound.wav"}"'


async def test_espeak_makes_sound() -> None:
    if not shutil.which("espeak-ng"):
        missing("espeak-ng", "apt install espeak-ng")

    found = await voice("espeak")

    assert found.states == {"sound": "ok"}
    assert "espeak en-gb" in found["sound"].found


async def test_a_better_voice_that_can_be_had_is_no_warning() -> None:
    system_voice = {"darwin": "say", "win32": "pyttsx3 en-gb"}.get(sys.platform, "espeak en-gb")
    if system_voice.startswith("espeak") and not shutil.which("espeak-ng"):
        missing("espeak-ng", "apt install espeak-ng")

    found = await voice("auto")

    assert found.states == {"speaks": "ok", "sound": "ok"}
    assert f"{system_voice}; cori-medium sounds like a person, 64 MB" in found["speaks"].found


async def test_a_voice_that_gives_silence_fails(tmp_path: Path) -> None:
    assert (await voice(program(tmp_path, tone(0.5)))).states == {"sound": "ok"}
    assert (await voice(program(tmp_path, bytes(22_050)))).states == {"sound": "failed"}


async def test_a_voice_that_is_stood_in_for_is_a_warning(tmp_path: Path) -> None:
    found = await voice("command:/nowhere/piper", program(tmp_path, tone(0.5)))

    assert found.states == {"speaks": "warning", "sound": "ok"}
    assert "piper" in found["speaks"].found


async def test_a_voice_that_nobody_stands_in_for_fails() -> None:
    found = await voice("command:/nowhere/piper", "silent")

    assert found.states == {"speaks": "failed"}


async def test_silence_that_was_asked_for_is_no_fault() -> None:
    assert (await voice("silent")).states == {"speaks": "skipped"}
