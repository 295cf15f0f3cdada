"""A WAV in place of a microphone."""

import io
import sys
import wave
from pathlib import Path
from types import SimpleNamespace

import pytest

from sfx.microphone.wav_file import read_wav


def write_wav(*, rate: int, channels: int = 1, width: int = 2, frames: int = 4800) -> bytes:
    into = io.BytesIO()
    with wave.open(into, "wb") as sound:
        sound.setparams((channels, width, rate, 0, "NONE", ""))
        sound.writeframes(bytes(frames * channels * width))
    return into.getvalue()


def test_any_rate_and_channels_become_16_khz_mono(tmp_path: Path) -> None:
    file = tmp_path / "a.wav"
    file.write_bytes(write_wav(rate=48_000, channels=2))

    assert read_wav(str(file)) == bytes(2 * 1600)


def test_it_may_come_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(write_wav(rate=16_000))))

    assert len(read_wav("-")) == 2 * 4800


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no WAV"),
        (b"# A page", "no WAV"),
        (write_wav(rate=4_000), "16 bits at 4000 Hz"),
        (write_wav(rate=16_000, width=1), "8 bits"),
    ],
)
def test_what_cannot_be_heard_is_told(tmp_path: Path, data: bytes, why: str) -> None:
    file = tmp_path / "a.wav"
    file.write_bytes(data)

    with pytest.raises(ValueError, match=why):
        read_wav(str(file))
