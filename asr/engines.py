"""The kinds of recognisers: by the files of a model's folder, and how a model of that kind is opened.

A further kind is a module like `whisper.py`, and a row here.
"""

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from asr.recognition import OpenRecogniser, Recogniser, RecogniserOptions, UnfitRecogniserError


@dataclass(frozen=True, kw_only=True)
class RecogniserKind:
    """A kind of model: what its folder holds, and who reads it."""

    name: str
    files: Sequence[str]
    """Patterns of files that the folder must hold."""
    module: str
    """The adapter's module; imported when it is needed, for its library is large."""
    opener: str
    package: str
    """The library that must be installed."""

    def fits(self, folder: Path) -> bool:
        """Whether a folder holds a model of this kind."""
        return all(any(folder.glob(pattern)) for pattern in self.files)


KINDS: Final = (
    RecogniserKind(
        name="whisper",
        files=("model.bin", "config.json", "tokenizer.json"),
        module="asr.whisper",
        opener="WhisperRecogniser",
        package="faster-whisper",
    ),
    RecogniserKind(
        name="zipformer",
        files=("tokens.txt", "*encoder*.onnx", "*decoder*.onnx", "*joiner*.onnx"),
        module="asr.zipformer",
        opener="ZipformerRecogniser",
        package="sherpa-onnx",
    ),
)


def open_recogniser(folder: Path, options: RecogniserOptions) -> tuple[str, Recogniser]:
    """Open the model of a folder, whichever kind it is; return the kind's name too.

    Raises:
        UnfitRecogniserError: when there is no such model, or its library is not installed.
    """
    kind = next((each for each in KINDS if each.fits(folder)), None)
    if kind is None:
        known = "; ".join(f"{each.name}: {', '.join(each.files)}" for each in KINDS)
        raise UnfitRecogniserError(f"{folder} holds no model of a known kind ({known})")
    try:
        opener: OpenRecogniser = getattr(importlib.import_module(kind.module), kind.opener)
    except ImportError as error:
        raise UnfitRecogniserError(f"{kind.package} is not installed ({error}); `add hearing` brings it") from None
    return kind.name, opener(folder, options)
