"""A speaker's voiceprint, by sherpa-onnx: a row of numbers for how a voice sounds, whatever it says.

No sound can be made of it again. Two prints of a voice point the same way; how much they do is their likeness, from -1
to 1.
"""

import json
from pathlib import Path
from typing import Final

import numpy as np
import sherpa_onnx  # type: ignore[import-untyped]  # it brings no types

from asr.recognition import RATE, Samples, UnfitRecogniserError

_LEAST_S: Final = 0.5
"""Of less sound a print says nothing; silence is added."""


class SpeakerModel:
    """A model of speakers' embeddings that is loaded; usable by one thread."""

    def __init__(self, folder: Path, threads: int = 1) -> None:
        found = sorted(folder.glob("*.onnx"))
        if not found:
            raise UnfitRecogniserError(f"{folder} holds no model that tells speakers apart (*.onnx)")
        try:
            self._model = sherpa_onnx.SpeakerEmbeddingExtractor(
                sherpa_onnx.SpeakerEmbeddingExtractorConfig(model=str(found[0]), num_threads=threads)
            )
        except (OSError, RuntimeError, ValueError) as error:
            raise UnfitRecogniserError(f"{found[0].name} is no model that tells speakers apart: {error}") from None
        self.size = int(self._model.dim)
        self.measure(np.zeros(RATE, np.float32))  # the first time takes longer

    def measure(self, sound: Samples) -> Samples:
        """Return the voiceprint of an utterance, of length 1."""
        stream = self._model.create_stream()
        missing = round(_LEAST_S * RATE) - len(sound)
        stream.accept_waveform(RATE, np.pad(sound, (0, max(0, missing))))
        stream.input_finished()
        print_ = np.array(self._model.compute(stream), np.float32)
        length = float(np.linalg.norm(print_))
        return print_ / length if length else print_


class KnownSpeaker:
    """The one speaker who is listened to.

    Args:
        model: measures voices.
        file: the voiceprint, `{"vector": [0.1, …], "alike": 0.4}`; a voice that is less alike than that is another's.
    """

    def __init__(self, model: SpeakerModel, file: Path) -> None:
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
            self._vector = np.array(kept["vector"], np.float32)
            self._alike = float(kept["alike"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UnfitRecogniserError(f"{file.name} is no voiceprint: {error}") from None
        if self._vector.shape != (model.size,):
            raise UnfitRecogniserError(f"{file.name} was made by another model; enrol again")
        self._model = model

    def compare(self, sound: Samples) -> float:
        """Return how alike an utterance's voice is."""
        return round(float(np.dot(self._model.measure(sound), self._vector)), 3)

    def is_me(self, likeness: float) -> bool:
        """Whether a voice so alike is the speaker's."""
        return likeness >= self._alike
