"""The decoder by itself, as the library runs it."""

import io
import subprocess
import sys
import wave

import pytest

from performer.core.files.home import CHECKOUT


def decode(data: bytes) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "sfx.decoder"], input=data, capture_output=True, check=False, cwd=CHECKOUT
    )


@pytest.mark.parametrize("kind", ["ogg", "flac"])
def test_a_sound_becomes_a_wav(short_sounds: dict[str, bytes], kind: str) -> None:
    ran = decode(short_sounds[kind])

    with wave.open(io.BytesIO(ran.stdout)) as decoded:
        assert (decoded.getframerate(), decoded.getsampwidth()) == (48_000, 2)
        assert decoded.getnframes() == pytest.approx(48_000 / 5, rel=0.05)


def test_what_is_no_sound_is_told() -> None:
    ran = decode(b"no sound")

    assert (ran.stdout, ran.returncode) == (b"", 1)
    assert b"decoder: it cannot be decoded" in ran.stderr
