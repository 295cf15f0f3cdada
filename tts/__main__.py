"""The process of a neural voice: `python -m tts FOLDER [--threads N]`.

A line of JSON on standard input asks for a text: `{"id": 1, "text": "Well now.", "pace": 1.0, "speaker": 0}`; `pace` is
how long its phonemes last beside the voice's own pace, and `language` is that of the text if the voice has several.
`{"cancel": 1}` ends a text before its end. The texts are spoken in the order in which they come, and the process ends
when standard input closes.

Each piece of sound goes out as a line of JSON and so many bytes of 16-bit little-endian PCM in mono:
`{"id": 1, "rate": 22050, "bytes": 12288, "last": false}`. The first piece of a text has `words`, rows of the place in
the text where a word begins and ends and the seconds when it is spoken, and `mouth`, rows of a second and a shape. What
cannot be spoken is told: `{"id": 1, "error": "…"}`. The first line of all is `{"ready": true, "rate": 22050}`, or
`{"error": "…"}` for a voice that cannot be loaded.
"""

import argparse
import json
import os
import queue
import sys
import threading
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from performer.core.speech_times import shape_mouth
from tts.model import UnfitVoiceError, VoiceModel
from tts.phonemes import PhonemeError, Phonemizer
from tts.priority import lower_priority
from tts.words import time_words


@dataclass(frozen=True, kw_only=True)
class _Request:
    """A text that is to be spoken."""

    id: int
    text: str
    pace: float = 1.0
    speaker: int = 0
    language: str = ""


class _Requests:
    """What is asked for on standard input, read by a thread: whatever is made now must end when it is cancelled."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._cancelled = -1
        threading.Thread(target=self._read, name="requests", daemon=True).start()

    def take(self) -> _Request | None:
        """Wait for the next text, and return it; None when no more come."""
        return self._waiting.get()

    def is_cancelled(self, id_: int) -> bool:
        """Whether nobody waits for a text any more: it was cancelled, or a later one was."""
        return id_ <= self._cancelled

    def _read(self) -> None:
        for line in sys.stdin.buffer:
            told = json.loads(line)
            if "cancel" in told:
                self._cancelled = told["cancel"]
            else:
                self._waiting.put(_Request(**told))
        self._waiting.put(None)


class _Phonemizers:
    """The phonemes of a voice's own language, and of others from the first text in one of them on."""

    def __init__(self, language: str, stack: ExitStack) -> None:
        self._own, self._stack = language, stack
        self._started = {language: stack.enter_context(Phonemizer(language))}

    def find(self, language: str) -> Phonemizer:
        """Return those of a language; of the voice's own if it is empty.

        Raises:
            PhonemeError: when nobody knows it.
        """
        wanted = language or self._own
        found = self._started.get(wanted)
        if found is None or found.has_ended:
            found = self._started[wanted] = self._stack.enter_context(Phonemizer(wanted))
        return found


class _Speech:
    """Speaks texts with one voice, and writes their sound to standard output."""

    def __init__(self, voice: VoiceModel, phonemizers: _Phonemizers, requests: _Requests) -> None:
        self._voice = voice
        self._phonemizers = phonemizers
        self._requests = requests

    def serve(self) -> None:
        """Speak what is asked for until nothing more comes."""
        while request := self._requests.take():
            if not self._requests.is_cancelled(request.id):
                try:
                    self._speak(request)
                except PhonemeError as error:
                    _write({"id": request.id, "error": str(error)})

    def _speak(self, request: _Request) -> None:
        rate = self._voice.rate
        phonemizer = self._phonemizers.find(request.language)
        phonemes = phonemizer.phonemize(request.text)
        if not phonemes:
            _write({"id": request.id, "rate": rate, "bytes": 0, "last": True})
            return
        encoded = self._voice.encode(phonemes, pace=request.pace, speaker=request.speaker)
        words = time_words(request.text, phonemes, encoded.ends, phonemizer.phonemize_apart)
        more: dict[str, Any] = {
            "words": words,
            "mouth": shape_mouth(phonemes, encoded.ends),
        }
        for pcm, is_last in encoded.stretches:
            if self._requests.is_cancelled(request.id):
                return
            _write({"id": request.id, "rate": rate, "bytes": len(pcm), "last": is_last} | more, pcm)
            more = {}


def _write(about: dict[str, Any], pcm: bytes = b"") -> None:
    with suppress(OSError):  # on Windows a pipe that nobody reads is an invalid argument
        sys.stdout.buffer.write(json.dumps(about, separators=(",", ":")).encode() + b"\n" + pcm)
        sys.stdout.buffer.flush()


def load_voice(folder: Path, threads: int) -> VoiceModel:
    """Load a voice of any family; the library of its family alone is loaded with it.

    Raises:
        UnfitVoiceError: when the folder holds none, or a broken one.
    """
    if (folder / "tokens.txt").exists():
        from tts.sherpa import SherpaVoice

        return SherpaVoice(folder, threads)
    from tts.piper import PiperVoice

    return PiperVoice(folder, threads)


def main() -> None:
    """Load a voice, and speak until standard input closes."""
    parser = argparse.ArgumentParser(prog="tts", description="A neural voice.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    lower_priority()
    try:
        voice = load_voice(given.folder, given.threads)
        with ExitStack() as stack:
            phonemizers = _Phonemizers(voice.language, stack)
            _write({"ready": True, "rate": voice.rate})
            _Speech(voice, phonemizers, _Requests()).serve()
    except (UnfitVoiceError, PhonemeError) as error:
        _write({"error": str(error)})
        os._exit(1)


if __name__ == "__main__":
    main()
