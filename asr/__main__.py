"""The process of a recogniser: `python -m asr FOLDER [--language en] [--hint TEXT] [--threads N]`.

An utterance comes on standard input as a line of JSON and so many bytes of 16 kHz mono 16-bit little-endian sound:
`{"id": 1, "bytes": 96000, "speech": 0.8}`; `speech` is the share of it that a detector took for speech. Each is
answered by a line of JSON: `{"id": 1, "text": "Go left.", "language": "en", "confidence": 0.93, "no_speech": 0.01,
"seconds": 3.0, "work_s": 0.07}`. A text that is not believed is left out, and `why` tells why: `{"id": 1, "text": "",
"why": "silence"}`. The first line of all is `{"ready": true, "kind": "whisper"}`, or `{"error": "…"}` for a model that
cannot be loaded.

No sound is kept, and none is written. The process ends when standard input closes.
"""

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

from asr.engines import open_recogniser
from asr.inventions import InventionFilter, UtteranceFacts
from asr.recognition import RATE, Recogniser, RecogniserOptions, UnfitRecogniserError
from tts.modesty import be_modest

_FULL: Final = 32768.0
_THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Variables that the libraries of numbers read when they are loaded, which so must come later."""
_MOST_BYTES: Final = 30 * RATE * 2


class RecognitionServer:
    """Answers utterances, one after another."""

    def __init__(self, recogniser: Recogniser, inventions: InventionFilter) -> None:
        self._recogniser = recogniser
        self._inventions = inventions

    def serve(self, source: BinaryIO) -> None:
        """Answer utterances until no more come."""
        while line := source.readline():
            asked = json.loads(line)
            pcm = source.read(asked["bytes"])
            if len(pcm) == asked["bytes"]:
                _write({"id": asked["id"]} | self.answer(pcm, float(asked.get("speech", 1.0))))

    def answer(self, pcm: bytes, speech: float) -> dict[str, Any]:
        """Return what is told of an utterance."""
        import numpy as np

        began_s = time.perf_counter()
        pcm = pcm[:_MOST_BYTES]
        seconds = len(pcm) / 2 / RATE
        recognised = self._recogniser.recognise(np.frombuffer(pcm, np.dtype("<i2")).astype(np.float32) / _FULL)
        why = self._inventions.find_fault(recognised, UtteranceFacts(seconds=seconds, speech=speech))
        return {
            "text": "" if why else recognised.text,
            "language": recognised.language,
            "confidence": round(math.exp(min(0.0, recognised.log_probability)), 3),
            "no_speech": round(recognised.no_speech, 3),
            "seconds": round(seconds, 3),
            "work_s": round(time.perf_counter() - began_s, 4),
            **({"why": why} if why else {}),
        }


def _write(about: Mapping[str, Any]) -> None:
    with suppress(BrokenPipeError):
        sys.stdout.buffer.write(json.dumps(about, separators=(",", ":")).encode() + b"\n")
        sys.stdout.buffer.flush()


def main() -> None:
    """Load a model, and answer until standard input closes."""
    parser = argparse.ArgumentParser(prog="asr", description="Speech as text.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", default="", metavar="CODE", help="such as en; left out, the model finds out")
    parser.add_argument("--hint", default="", metavar="TEXT", help="with names that are likely to be said")
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    for library in _THREADS:
        os.environ[library] = str(given.threads)
    be_modest()
    options = RecogniserOptions(language=given.language, hint=given.hint, threads=given.threads)
    try:
        kind, recogniser = open_recogniser(given.folder, options)
    except UnfitRecogniserError as error:
        _write({"error": str(error)})
        os._exit(1)
    server = RecognitionServer(recogniser, InventionFilter())
    server.answer(bytes(2 * RATE), speech=0.0)  # the first time takes longer
    _write({"ready": True, "kind": kind})
    server.serve(sys.stdin.buffer)


if __name__ == "__main__":
    main()
