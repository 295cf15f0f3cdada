"""A streaming Zipformer, by sherpa-onnx: it hears an utterance in one go here, and is quicker than Whisper."""

from pathlib import Path
from typing import Final

import numpy as np
import sherpa_onnx  # type: ignore[import-untyped]  # it brings no types

from asr.recognition import RATE, Recognised, RecogniserOptions, Samples, UnfitRecogniserError

_TAIL_S: Final = 0.6
"""Silence behind the utterance, without which the last word stays in the model."""


class ZipformerRecogniser:
    """A transducer that is loaded; usable by one thread."""

    def __init__(self, folder: Path, options: RecogniserOptions) -> None:
        parts = {part: _find_part(folder, part) for part in ("encoder", "decoder", "joiner")}
        try:
            self._model = sherpa_onnx.OnlineRecognizer.from_transducer(
                tokens=str(folder / "tokens.txt"), num_threads=options.threads, sample_rate=RATE, **parts
            )
        except (OSError, RuntimeError, ValueError) as error:
            raise UnfitRecogniserError(f"{folder.name} is no Zipformer that can be read: {error}") from None
        self._language = options.language

    def recognise(self, sound: Samples) -> Recognised:
        """Return the words of one utterance; the model does not tell how sure it is."""
        stream = self._model.create_stream()
        stream.accept_waveform(RATE, sound)
        stream.accept_waveform(RATE, np.zeros(int(_TAIL_S * RATE), np.float32))
        stream.input_finished()
        while self._model.is_ready(stream):
            self._model.decode_stream(stream)
        return Recognised(text=str(self._model.get_result(stream)).strip(), language=self._language)


def _find_part(folder: Path, part: str) -> str:
    """Return a part of the model, the one of whole numbers first: it is half as large, and as good."""
    found = sorted(folder.glob(f"*{part}*.onnx"), key=lambda file: ("int8" not in file.name, file.name))
    return str(found[0])
