"""`performer mic`: what is heard is told, also of a WAV, and Ctrl+C ends it with its listener."""

import io
import os
import signal
import subprocess
import sys
import wave
from array import array
from pathlib import Path

import anyio
import pytest
from anyio.streams.buffered import BufferedByteReceiveStream

from performer.cli.commands.mic import describe_heard
from performer.core.files.home import ASSETS, CHECKOUT
from tests.speaking import RATE, at_level, spoken
from tests.systems import linux_only


def run_mic(*words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "performer", "mic", *words]
    return subprocess.run(command, input=given, cwd=CHECKOUT, capture_output=True, timeout=50)


def write_wav(samples: "array[int]") -> bytes:
    into = io.BytesIO()
    with wave.open(into, "wb") as sound:
        sound.setparams((1, 2, RATE, 0, "NONE", ""))
        sound.writeframes(samples.tobytes())
    return into.getvalue()


def test_each_second_is_a_line_and_so_is_the_rest() -> None:
    quiet, loud = "[" + ",".join(["-60"] * 31) + "]", "[" + ",".join(["0.1"] * 31) + "]"
    lines = [
        b'{"device": "Blue\\u001b", "detector": "energy", "why": "the better is not there"}',
        b'{"sent": 1}',
        f'{{"sent": 1, "at": 1, "levels": {quiet}, "speech": {loud}}}'.encode(),
        b'{"sent": 1, "recogniser": "whisper"}',
        b'{"sent":2,"heard":"Go \\u001bleft","language":"en","confidence":0.9,"began":1,"ended":2,"work":0,"waited":0}',
        b'{"sent": 2, "at": 2, "levels": [-20.4], "speech": [0.97]}',
    ]

    assert list(describe_heard(lines)) == [
        "Blue , energy: the better is not there",
        "   1 s   -60 dB  no voice (10% sure)",
        "recogniser whisper",
        '        "Go  left" (en, 90% sure, 0.00 s of work)',
        "   2 s   -20 dB  voice (97% sure)",
    ]


@pytest.mark.slow
def test_a_sound_that_is_no_voice_is_told_without_a_microphone() -> None:
    told = run_mic("--wav", str(ASSETS / "sounds" / "airhorn.wav")).stdout.decode().splitlines()

    assert told[0].endswith("airhorn.wav, silero")
    assert len(told) == 3
    assert all("no voice" in line for line in told[1:])


def test_a_voice_that_is_piped_in_is_heard() -> None:
    ran = run_mic("--wav", "-", given=write_wav(at_level(spoken("Look out, behind you!"), -20)))

    assert "  voice (" in ran.stdout.decode()
    assert ran.returncode == 0


def test_a_file_that_is_no_wav_is_told() -> None:
    ran = run_mic("--wav", "README.md")

    assert ran.stderr.decode().splitlines() == [
        f"mic: {CHECKOUT / 'README.md'}: it is no WAV (file does not start with RIFF id)"
    ]
    assert ran.returncode == 1


@pytest.mark.slow
@pytest.mark.anyio
@linux_only("looks into /proc")
async def test_it_listens_until_ctrl_c_and_its_listener_ends_too(tmp_path: Path) -> None:
    surroundings = {**os.environ, "PULSE_SERVER": f"unix:{tmp_path}/none", "PERFORMER_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "performer", "mic", "--detector", "energy"]
    with anyio.fail_after(50):
        async with await anyio.open_process(command, cwd=CHECKOUT, env=surroundings) as process:
            assert process.stdout is not None
            told = await BufferedByteReceiveStream(process.stdout).receive_until(b"\n", 1000)
            listener = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()[0]
            process.send_signal(signal.SIGINT)

            assert await process.wait() == 130
    assert told == b"nothing, energy: there is no microphone"
    assert not Path(f"/proc/{listener}").exists()
