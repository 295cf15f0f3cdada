"""The families of neural voices: of which files one is made, what of it is kept, and what it needs to speak.

A new family is a row in `FAMILIES`; `tts` is what makes it speak.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from performer.core.values import dataclass

ABOUT: Final = "about.json"
CONFIG: Final = "voice.json"
MODEL: Final = "model.onnx"
MODEL_CONFIG: Final = "model.onnx.json"


@dataclass(frozen=True, kw_only=True)
class VoiceFamily:
    """A family of voices."""

    parts: Mapping[str, str]
    """What a voice is made of: the pattern of a file's name, by the name that it is given."""
    is_parted: bool = False
    """Whether its model is parted when the voice is installed, so that sound comes while the rest is still made."""
    kept: tuple[str, ...]
    """What lies in the folder of a voice that is whole."""
    modules: tuple[str, ...]
    is_heavy: bool = False
    """Whether it takes nearly a whole core while it speaks, and half a gigabyte: a game beside it may notice."""


_STYLED: Final = VoiceFamily(
    parts={MODEL: "model*.onnx", "voices.bin": "voices.bin", "tokens.txt": "tokens.txt"},
    kept=(ABOUT, CONFIG, MODEL, "voices.bin", "tokens.txt"),
    modules=("numpy", "sherpa_onnx"),
)
FAMILIES: Final[Mapping[str, VoiceFamily]] = {
    "piper": VoiceFamily(
        parts={MODEL: "*.onnx", MODEL_CONFIG: "*.onnx.json"},
        is_parted=True,
        kept=(ABOUT, CONFIG, "encoder.onnx", "decoder.onnx"),
        modules=("numpy", "onnx", "onnxruntime"),
    ),
    "vits": VoiceFamily(
        parts={MODEL: "*.onnx", "tokens.txt": "tokens.txt"},
        kept=(ABOUT, CONFIG, MODEL, "tokens.txt"),
        modules=("numpy", "sherpa_onnx"),
    ),
    "kokoro": replace(_STYLED, is_heavy=True),
    "kitten": _STYLED,
    "matcha": VoiceFamily(
        parts={MODEL: "model*.onnx", "tokens.txt": "tokens.txt", "vocoder.onnx": "*voc*.onnx"},
        kept=(ABOUT, CONFIG, MODEL, "tokens.txt", "vocoder.onnx"),
        modules=("numpy", "sherpa_onnx"),
    ),
}
