"""The loudness of each voice by itself, kept in a file: a show's first sentence is as loud as the ones after it."""

import json
import logging
import math
from contextlib import suppress
from pathlib import Path
from typing import Final

from performer.core.files.atomic import write_atomically
from performer.speech.voices.installed import AboutVoice

LOUDNESS_FILE: Final = "loudness.json"
"""What it is called in the folder of the voices."""
_HARDLY_LU: Final = 0.5
"""A change that nobody hears is not written."""
_MOST_VOICES: Final = 200
_LOUDEST_LUFS: Final = 0.0
_SOFTEST_LUFS: Final = -70.0

_log = logging.getLogger(__name__)


def name_speaker(voice: AboutVoice, speaker: int) -> str:
    """Return the name by which the loudness of a neural voice's speaker is kept: each has another."""
    return f"neural {voice.name}" if speaker == voice.speaker else f"neural {voice.name}:{speaker}"


class KnownLoudness:
    """The loudness of voices by their names, in LUFS; without a file it is known for as long as the show goes on.

    A file that is missing, broken or cannot be written costs the first sentence of a voice its loudness, no more.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._known = _read(file) if file else {}

    def find_lufs(self, voice: str) -> float | None:
        """Return how loud a voice is by itself; None when it was not heard for long enough yet."""
        return self._known.get(voice)

    def note(self, voice: str, lufs: float) -> None:
        """Note what was measured of a voice; the voice that was noted longest ago gives way to it."""
        before = self._known.get(voice, math.inf)
        if abs(before - lufs) < _HARDLY_LU:
            return
        self._known.pop(voice, None)
        self._known[voice] = round(lufs, 1)
        while len(self._known) > _MOST_VOICES:
            del self._known[next(iter(self._known))]
        if self._file:
            try:
                write_atomically(self._file, json.dumps(self._known, indent=1).encode())
            except OSError as error:
                _log.info("The loudness of voices cannot be kept in %s: %s", self._file, error)


def _read(file: Path) -> dict[str, float]:
    with suppress(OSError, ValueError, TypeError, AttributeError):
        told = json.loads(file.read_text(encoding="utf-8"))
        known = {str(voice): float(lufs) for voice, lufs in told.items()}
        return {voice: lufs for voice, lufs in known.items() if _SOFTEST_LUFS < lufs <= _LOUDEST_LUFS}
    return {}
