"""A program as a voice: what it is given, how it is read, and how it is ended."""

import json
import sys
from contextlib import aclosing
from pathlib import Path

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.core.process.exit_code import describe_exit
from performer.speech.voices.command import CommandVoice, VoiceProgram
from performer.speech.voices.settings import CommandVoiceSettings, VoiceSettings
from performer.speech.voices.voice import WatchedVoice
from tests.performer.speech.voices.every_engine import LINE, need_espeak, program, short_of_patience, spoken
from tests.systems import posix_only, write_script

pytestmark = pytest.mark.anyio


async def test_raw_sound_is_passed_on_while_the_program_goes_on(tmp_path: Path) -> None:
    voice = program(tmp_path, "raw.write(bytes(3_300)); raw.flush(); sys.stdin.read(); time.sleep(60)")

    async with aclosing(voice.speak(LINE)) as pieces:
        first = await anext(pieces)

    assert first.duration_s == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "print('no model found', file=sys.stderr); sys.exit(4)",
            "voice.py|python.* ended with code 4: no model found",
        ),
        pytest.param("os.kill(os.getpid(), 9)", "was ended by SIGKILL", marks=posix_only("signals")),
        ("raw.write(b'ID3' + bytes(4000))", "what came is MP3; have it made as WAV"),
        ("raw.write(b'RIFF' + bytes(4000))", "what came is no WAV"),
        ("pass", "no sound came"),
        ("time.sleep(60)", r"gave no sound within 0\.5 s and was ended"),
        ("raw.write(bytes(9000)); raw.flush(); time.sleep(60)", r"fell silent for 0\.3 s"),
        ("raw.write(bytes(9000)); raw.flush(); raise ValueError('in the middle')", "ValueError: in the middle"),
        ("[raw.write(bytes(9000)) for _ in iter(int, 1)]", "more than 28 s of sound came for 47 characters"),
        ("sys.stderr.write('talk ' * 100_000); raw.write(bytes(9000)); sys.exit(1)", f"{describe_exit(1)}: talk"),
    ],
)
async def test_what_is_wrong_with_a_program_is_said(tmp_path: Path, clock: SystemClock, body: str, said: str) -> None:
    voice = WatchedVoice(clock, program(tmp_path, body), short_of_patience(said))

    with pytest.raises(ServiceError, match=said) as error:
        await spoken(voice)
    assert str(error.value).startswith("command python")


QUICK = [sys.executable, "-c", "import os; [os.write(1, bytes(1_000)) for _ in range(50)]; input()"]


async def test_the_begin_of_a_quick_program_is_passed_on_before_it_is_through_and_the_rest_whole() -> None:
    async with aclosing(VoiceProgram(QUICK, lead_bytes=2_000).run(LINE)) as output:
        lengths = [len(each) async for each in output]

    assert len(lengths) == 2
    assert lengths[0] >= 2_000
    assert sum(lengths) == 50_000


async def test_a_quick_program_with_less_to_say_than_a_begin_is_passed_on_whole() -> None:
    async with aclosing(VoiceProgram(QUICK, lead_bytes=90_000).run(LINE)) as output:
        assert len(b"".join([each async for each in output])) == 50_000


@pytest.mark.slow
async def test_a_program_that_has_spoken_and_lingers_is_let_go(tmp_path: Path) -> None:
    voice = program(tmp_path, "raw.write(bytes(9000)); raw.flush(); os.close(1); time.sleep(60)")

    assert sum(piece.duration_s for piece in await spoken(voice)) == pytest.approx(9_000 / 16_000)


async def test_the_say_of_macos_is_asked_for_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need_espeak()
    write_script(tmp_path / "say", f'echo "$@" > {tmp_path}/asked\nexec espeak-ng --stdin -w "$4"\n')
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")

    (piece,) = await spoken(CommandVoice.say(VoiceSettings(), "Daniel"))

    assert piece.duration_s > 1
    asked = (tmp_path / "asked").read_text(encoding="utf-8").split()
    assert asked[:3] == ["-r", "175", "-o"]
    assert asked[4:] == ["--data-format=LEI16@22050", "-v", "Daniel"]
    assert not Path(asked[3]).exists()


@pytest.mark.parametrize(("keys", "told"), [(["TTS_API_KEY"], "opensesame"), ([], "None")])
async def test_a_program_gets_the_keys_that_are_named_and_no_others(
    monkeypatch: pytest.MonkeyPatch, keys: list[str], told: str
) -> None:
    monkeypatch.setenv("TTS_API_KEY", "opensesame")
    monkeypatch.setenv("OTHER_API_KEY", "anything")
    tell = "import os, sys; sys.exit(f\"{os.environ.get('TTS_API_KEY')} {os.environ.get('OTHER_API_KEY')}\")"
    settings = CommandVoiceSettings(key_variables=tuple(keys))

    with pytest.raises(ServiceError, match=f"{describe_exit(1)}: {told} None"):
        await spoken(CommandVoice.of([sys.executable, "-c", tell], settings))


async def test_a_program_that_writes_no_file_is_said() -> None:
    voice = CommandVoice.of([sys.executable, "-c", "", "{file}"], CommandVoiceSettings())

    with pytest.raises(ServiceError, match="ended well but wrote no file"):
        await spoken(voice)


@posix_only("forks; what a job does is tried in core/platform")
async def test_a_line_that_is_left_kills_the_program_and_what_it_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    told = f"open({str(pids)!r}, 'w').write(str([os.getpid(), child]))"
    voice = program(
        tmp_path, f"child = os.fork()\nif child: {told}; raw.write(bytes(9000)); raw.flush()\ntime.sleep(60)"
    )

    async with aclosing(voice.speak(LINE)) as pieces:
        await anext(pieces)

    for pid in json.loads(pids.read_text(encoding="utf-8")):
        await gone(pid)


async def gone(pid: int) -> None:
    """Wait until a process is no more, or only its name is left."""
    status = Path(f"/proc/{pid}/status")
    with anyio.fail_after(20):
        while status.exists() and "State:\tZ" not in status.read_text(encoding="utf-8"):  # noqa: ASYNC110 - nobody tells us
            await anyio.sleep(0.01)
