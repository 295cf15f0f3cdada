"""The process of a recogniser: `python -m asr [FOLDER] [--language en] [--hint TEXT] [--speaker FOLDER]`.

With `--name NAME` names are looked for where others were understood, the sooner before a word of `--asking`.

An utterance comes on standard input as a line of JSON and so many bytes of 16 kHz mono 16-bit little-endian sound:
`{"id": 1, "bytes": 96000, "speech": 0.8}`; `speech` is the share of it that a detector took for speech. Each is
answered by a line of JSON: `{"id": 1, "text": "Go left.", "language": "en", "confidence": 0.93, "no_speech": 0.01,
"seconds": 3.0, "work_s": 0.07}`. A text that is not believed is left out, and `why` tells why: `{"id": 1, "text": "",
"why": "silence"}`. The first line of all is `{"ready": true, "kind": "whisper"}`, or `{"error": "…"}` for a model that
cannot be loaded.

With the model of `--speaker` and a `--voiceprint FILE` another speaker's words are not recognised (`"why": "another
speaker"`), and each answer has `likeness`. With that model and no FOLDER an answer has the utterance's `voiceprint`.

No sound is kept, and none is written. The process ends when standard input closes.
"""

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from asr.engines import open_recogniser
from asr.inventions import InventionFilter, UtteranceFacts
from asr.recognition import RATE, Recogniser, RecogniserOptions, Samples, UnfitRecogniserError
from tts.priority import lower_priority

if TYPE_CHECKING:
    from asr.speaker import KnownSpeaker, SpeakerModel

_FULL: Final = 32768.0
_THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Variables that the libraries of numbers read when they are loaded, which so must come later."""
_MOST_BYTES: Final = 30 * RATE * 2


ANOTHER: Final = "another speaker"
Answer = Callable[[bytes, float], Mapping[str, Any]]
"""Returns what is told of an utterance's sound, of which so much is speech."""


class RecognitionAnswers:
    """Answers utterances with their words; those of others than the known speaker, if there is one, are not read."""

    def __init__(
        self, recogniser: Recogniser, inventions: InventionFilter, speaker: "KnownSpeaker | None" = None
    ) -> None:
        self._recogniser = recogniser
        self._inventions = inventions
        self._speaker = speaker

    def answer(self, pcm: bytes, speech: float) -> Mapping[str, Any]:
        """Return what is told of an utterance."""
        began_s = time.perf_counter()
        sound = _read_sound(pcm)
        seconds = len(sound) / RATE
        about: dict[str, Any] = {"text": "", "seconds": round(seconds, 3)}
        if self._speaker:
            about["likeness"] = self._speaker.compare(sound)
            if not self._speaker.is_me(about["likeness"]):
                return about | {"why": ANOTHER, "work_s": round(time.perf_counter() - began_s, 4)}
        recognised = self._recogniser.recognise(sound)
        why = self._inventions.find_fault(recognised, UtteranceFacts(seconds=seconds, speech=speech))
        return about | {
            "text": "" if why else recognised.text,
            "language": recognised.language,
            "confidence": round(math.exp(min(0.0, recognised.log_probability)), 3),
            "no_speech": round(recognised.no_speech, 3),
            "work_s": round(time.perf_counter() - began_s, 4),
            **({"why": why} if why else {}),
        }


class VoiceprintAnswers:
    """Answers utterances with their voiceprints."""

    def __init__(self, model: "SpeakerModel") -> None:
        self._model = model

    def answer(self, pcm: bytes, _speech: float) -> Mapping[str, Any]:
        """Return the voiceprint of an utterance."""
        sound = _read_sound(pcm)
        vector = [round(float(each), 4) for each in self._model.measure(sound)]
        return {"text": "", "seconds": round(len(sound) / RATE, 3), "voiceprint": vector}


def serve(source: BinaryIO, answer: Answer) -> None:
    """Answer utterances, one after another, until no more come."""
    while line := source.readline():
        asked = json.loads(line)
        pcm = source.read(asked["bytes"])
        if len(pcm) == asked["bytes"]:
            _write({"id": asked["id"], **answer(pcm, float(asked.get("speech", 1.0)))})


def _read_sound(pcm: bytes) -> Samples:
    import numpy as np

    return np.frombuffer(pcm[:_MOST_BYTES], np.dtype("<i2")).astype(np.float32) / _FULL


def _write(about: Mapping[str, Any]) -> None:
    with suppress(OSError):  # on Windows a pipe that nobody reads is an invalid argument
        sys.stdout.buffer.write(json.dumps(about, separators=(",", ":")).encode() + b"\n")
        sys.stdout.buffer.flush()


def main() -> None:
    """Load a model, and answer until standard input closes."""
    parser = argparse.ArgumentParser(prog="asr", description="Speech as text.")
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--language", default="", metavar="CODE", help="such as en; left out, the model finds out")
    parser.add_argument("--hint", default="", metavar="TEXT", help="with names that are likely to be said")
    parser.add_argument("--speaker", type=Path, metavar="FOLDER", help="the model that tells speakers apart")
    parser.add_argument(
        "--voiceprint", type=Path, metavar="FILE", help="of the only speaker whose words are recognised"
    )
    parser.add_argument("--name", action="append", default=[], help="of whom people speak to; more than once for more")
    parser.add_argument("--asking", default="", metavar="WORDS", help="that begin a question or a wish")
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    for library in _THREADS:
        os.environ[library] = str(given.threads)
    lower_priority()
    try:
        kind, answer = _open_answers(given)
    except UnfitRecogniserError as error:
        _write({"error": str(error)})
        os._exit(1)
    _write({"ready": True, "kind": kind})
    serve(sys.stdin.buffer, answer)
    os._exit(0)  # of a hundred ends one waited for ever for a thread of the model's library


def _open_answers(given: argparse.Namespace) -> tuple[str, Answer]:
    """Load what was asked for; return its kind too.

    Raises:
        UnfitRecogniserError: when something of it cannot be loaded.
    """
    model = _open_speaker_model(given) if given.speaker else None
    if given.folder is None:
        if model is None:
            raise UnfitRecogniserError("no model is named")
        return "voiceprints", VoiceprintAnswers(model).answer
    options = RecogniserOptions(
        language=given.language,
        hint=given.hint,
        names=given.name,
        asking=given.asking.split(),
        threads=given.threads,
    )
    kind, recogniser = open_recogniser(given.folder, options)
    recogniser.recognise(_read_sound(bytes(2 * RATE)))  # the first time takes longer
    speaker = _open_speaker(model, given.voiceprint) if model and given.voiceprint else None
    return kind, RecognitionAnswers(recogniser, InventionFilter(), speaker).answer


def _open_speaker(model: "SpeakerModel", file: Path) -> "KnownSpeaker":
    from asr.speaker import KnownSpeaker

    return KnownSpeaker(model, file)


def _open_speaker_model(given: argparse.Namespace) -> "SpeakerModel":
    try:
        from asr.speaker import SpeakerModel
    except ImportError as error:
        raise UnfitRecogniserError(f"sherpa-onnx is not installed ({error}); `add hearing` brings it") from None
    return SpeakerModel(given.speaker, given.threads)


if __name__ == "__main__":
    main()
