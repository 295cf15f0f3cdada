"""Half a second of sound in every kind of file that is taken."""

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from tests.conftest import missing

MP3_HEAD = bytes.fromhex("fffb9000")
"""MPEG 1, layer III, 128 kbit/s, 44.1 kHz, stereo: 417 bytes a frame of 26 ms."""


@cache
def sound_files() -> dict[str, bytes]:
    return {kind: sox(kind) for kind in ("wav", "ogg", "flac")} | {"mp3": mp3()}


def mp3(frames: int = 19) -> bytes:
    """Write silence; nothing that writes MP3 is on every machine."""
    return b"".join(MP3_HEAD + bytes(413) for _ in range(frames))


@cache
def sox(kind: str, *form: str, seconds: float = 0.5, rate: int = 44_100) -> bytes:
    """Have SoX write a tone, `form` being its options for the file."""
    if shutil.which("sox") is None:
        missing("SoX", "apt-get install sox")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"tone.{kind}"
        tone = ["synth", str(seconds), "sine", "440"]
        subprocess.run(["sox", "-n", "-r", str(rate), "-c", "2", *form, file, *tone], check=True)
        return file.read_bytes()
