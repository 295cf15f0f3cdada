"""Voices of the other families, by sherpa-onnx: a sentence comes whole, and when each phoneme is heard is estimated.

A family is a function that names the files of its folder, in `FAMILIES`. The folder is as the sherpa project packs it,
with `voice.json` of ours: `{"family": "kokoro", "language": "en-us"}`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Final

import numpy as np
import sherpa_onnx as sherpa  # type: ignore[import-untyped]  # it brings no types

from tts.model import Encoded, UnfitVoiceError, to_pcm

CONFIG: Final = "voice.json"
_MARKS: Final = "ˈˌ"
_LENGTHS: Final = {"ː": 0.6, " ": 0.3, ",": 3.0, ".": 3.0, ":": 3.0, ";": 3.0, "!": 3.0, "?": 3.0}
"""How long what is no plain phoneme lasts, beside one that is."""


class SherpaVoice:
    """The model of a voice, loaded.

    Args:
        folder: the voice.
        threads: of the processor.

    Raises:
        UnfitVoiceError: for a folder that holds no voice of a family that is known, or a broken one.
    """

    def __init__(self, folder: Path, threads: int = 1) -> None:
        family, self.language = _read_config(folder / CONFIG)
        config = sherpa.OfflineTtsConfig(model=FAMILIES[family](folder))
        config.model.num_threads = threads
        if not config.validate():
            raise UnfitVoiceError(f"{folder.name} lacks a file of a {family} voice")
        try:
            self._model = sherpa.OfflineTts(config)
        except RuntimeError as error:
            raise UnfitVoiceError(f"{folder.name} cannot be loaded: {error}") from error
        self.rate = int(self._model.sample_rate)

    def encode(self, phonemes: str, *, pace: float = 1.0, speaker: int = 0) -> Encoded:
        """Encode a sentence: all of its sound is made."""
        asked = sherpa.GenerationConfig()
        asked.speed, asked.sid = 1 / pace, speaker
        asked.phoneme_codepoints = [[ord(each) for each in phonemes]]
        sound = np.array(self._model.generate(phonemes, asked).samples, dtype=np.float32)
        return Encoded(ends=_share_out(phonemes, len(sound) / self.rate), stretches=iter([(to_pcm(sound), True)]))


def _share_out(phonemes: str, seconds: float) -> Sequence[float]:
    """Return when each phoneme ends, if all plain ones last as long."""
    weights = [_LENGTHS.get(each, 0.0 if each in _MARKS else 1.0) for each in phonemes]
    share = seconds / (sum(weights) or 1.0)
    return [each * share for each in accumulate(weights, initial=0.0)]


def _read_config(file: Path) -> tuple[str, str]:
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        family, language = str(told["family"]), str(told["language"])
    except OSError as error:
        raise UnfitVoiceError(f"{file.name} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise UnfitVoiceError(f"{file.name} names no family and no language") from None
    if family not in FAMILIES:
        raise UnfitVoiceError(f"{file.name} names the family {family!r}; known are {', '.join(FAMILIES)}")
    return family, language


def _find(folder: Path, pattern: str) -> str:
    """Return the first file of a pattern; where there is none, the library says so."""
    return str(next(iter(sorted(folder.glob(pattern))), folder / pattern))


def _vits(folder: Path) -> sherpa.OfflineTtsModelConfig:
    files = {"model": _find(folder, "*.onnx"), "tokens": str(folder / "tokens.txt")}
    return sherpa.OfflineTtsModelConfig(vits=sherpa.OfflineTtsVitsModelConfig(**files))


def _kokoro(folder: Path) -> sherpa.OfflineTtsModelConfig:
    return sherpa.OfflineTtsModelConfig(kokoro=sherpa.OfflineTtsKokoroModelConfig(**_name_styled(folder)))


def _kitten(folder: Path) -> sherpa.OfflineTtsModelConfig:
    return sherpa.OfflineTtsModelConfig(kitten=sherpa.OfflineTtsKittenModelConfig(**_name_styled(folder)))


def _matcha(folder: Path) -> sherpa.OfflineTtsModelConfig:
    files = {"acoustic_model": _find(folder, "model*.onnx"), "vocoder": _find(folder, "*voc*.onnx")}
    return sherpa.OfflineTtsModelConfig(
        matcha=sherpa.OfflineTtsMatchaModelConfig(tokens=str(folder / "tokens.txt"), **files)
    )


def _name_styled(folder: Path) -> Mapping[str, str]:
    """Name the files of a voice whose speakers are styles of one model."""
    model, voices, tokens = _find(folder, "model*.onnx"), folder / "voices.bin", folder / "tokens.txt"
    return {"model": model, "voices": str(voices), "tokens": str(tokens)}


FAMILIES: Final[Mapping[str, Callable[[Path], sherpa.OfflineTtsModelConfig]]] = {
    "vits": _vits,
    "kokoro": _kokoro,
    "kitten": _kitten,
    "matcha": _matcha,
}
