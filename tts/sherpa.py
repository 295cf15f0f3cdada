"""Voices of the other families, by sherpa-onnx: a sentence comes whole, and when each phoneme is heard is estimated.

A family is a function that names the files of its folder, in `FAMILIES`. The folder is as the sherpa project packs it,
with `voice.json` of ours: `{"family": "kokoro", "language": "en-us"}`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import sherpa_onnx as sherpa  # type: ignore[import-untyped]  # it brings no types

from performer.core.audio import ENVELOPE_STEP_MS
from performer.core.speech_times import time_signs
from tts.model import LEAD_S, TRAIL_S, Encoded, Floats, UnfitVoiceError, to_pcm

CONFIG: Final = "voice.json"
_SILENT: Final = 0.01
"""Share of a sentence's loudest step; quieter it is before its first sound, or after its last: an `f` is louder."""


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
        sound = _leave_out_silence(np.array(self._model.generate(phonemes, asked).samples, dtype=np.float32), self.rate)
        ends = time_signs(phonemes, _measure_loudness(sound, self.rate))
        return Encoded(ends=ends, stretches=iter([(to_pcm(sound), True)]))


def _leave_out_silence(sound: Floats, rate: int) -> Floats:
    """Return a sound with no more silence around it than a voice is to make."""
    loudness = np.array(_measure_loudness(sound, rate))
    loud = np.flatnonzero(loudness > _SILENT * loudness.max(initial=0.0))
    if not loud.size:
        return sound
    step = rate * ENVELOPE_STEP_MS // 1000
    begin, end = loud[0] * step - round(LEAD_S * rate), (loud[-1] + 1) * step + round(TRAIL_S * rate)
    return sound[max(0, begin) : end]


def _measure_loudness(sound: Floats, rate: int) -> Sequence[float]:
    """Return how loud a sound is, as root mean square of each step of an envelope."""
    step = rate * ENVELOPE_STEP_MS // 1000
    steps = sound[: len(sound) // step * step].reshape(-1, step)
    return [float(each) for each in np.sqrt(np.square(steps).mean(axis=1))]


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
