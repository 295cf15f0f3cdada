"""The voices of pyttsx3 (SAPI 5 on Windows, eSpeak on Linux), each sentence in a child of its own.

Never in our process: pyttsx3 drops lines that queue, and hangs when it is stopped.
"""

import importlib.util
import sys
from collections.abc import AsyncGenerator

from performer.speech.voices.command import FILE, run_file_program
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.voice import Utterance


class Pyttsx3Voice:
    """A voice of pyttsx3, by part of its name; empty takes the first of the language, or the system's own."""

    def __init__(self, settings: VoiceSettings, voice: str) -> None:
        self.name = f"pyttsx3 {voice or settings.language}"
        self._settings = settings
        self._voice = voice

    def speak(self, text: str) -> AsyncGenerator[Utterance]:
        """Synthesise one sentence."""
        how = [str(self._settings.words_per_min), self._settings.language, self._voice]
        return run_file_program(
            [sys.executable, "-m", "performer.speech.voices.pyttsx_child", FILE, *how], text, raw=None
        )


def is_pyttsx3_installed() -> bool:
    """Whether the library is installed."""
    return importlib.util.find_spec("pyttsx3") is not None
