"""Listening: sound in, lines of numbers out. The sound itself goes no further than this, and is kept nowhere.

A line tells of some slices, the oldest first: when the last of them ended (`at`) and when the line was written
(`sent`), both in seconds of this process's monotonic clock, then their levels in dB below full scale and how probable
speech is in each. While somebody may be speaking every slice is told at once; else a line a second is enough.
"""

import json
import time
from array import array
from collections.abc import Callable
from typing import Final

from mic.detector import Detector
from mic.instants import Instants
from mic.level import SLICE, SLICE_S, level_db
from mic.noise import NoiseFloor

_AT_ONCE: Final = 0.3
"""From this probability of speech a slice is told at once."""
_LOUD_DB: Final = -55.0
_LOUD_SLICES: Final = 3
"""So many loud slices wait for each other: 0.1 s."""
_QUIET_SLICES: Final = 31
_SLICE_BYTES: Final = 2 * SLICE


class Listening:
    """Cuts sound into slices, has each judged, and tells of them.

    Args:
        detector: Judges slices.
        noise: Told of every level.
        tell: Takes a line, without its end.
        now: The monotonic clock.
    """

    def __init__(
        self,
        detector: Detector,
        noise: NoiseFloor,
        tell: Callable[[str], None],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._detector = detector
        self._noise = noise
        self._tell = tell
        self._now = now
        self._instants = Instants(SLICE_S)
        self._rest = b""
        self._levels: list[float] = []
        self._speech: list[float] = []
        self._at_s = 0.0

    def take(self, pcm: bytes) -> None:
        """Take in 16 kHz mono 16-bit sound that has just come."""
        whole = self._rest + pcm
        end = len(whole) - len(whole) % _SLICE_BYTES
        self._rest = whole[end:]
        came_s = self._now() - len(self._rest) / _SLICE_BYTES * SLICE_S
        for start in range(0, end, _SLICE_BYTES):
            behind_s = (end - start - _SLICE_BYTES) / _SLICE_BYTES * SLICE_S
            self._at_s = self._instants.next(came_s - behind_s)
            self._judge(array("h", whole[start : start + _SLICE_BYTES]))
        if end and self._is_due():
            self._tell_slices()

    def heartbeat(self) -> None:
        """Say that somebody still listens, though nothing comes from the device."""
        self._tell(json.dumps({"sent": round(self._now(), 4)}))

    def _judge(self, samples: "array[int]") -> None:
        level = level_db(samples)
        self._noise.take(level)
        self._levels.append(round(level, 1))
        self._speech.append(round(self._detector.speech(samples, level), 3))

    def _tell_slices(self) -> None:
        levels, self._levels = self._levels, []
        speech, self._speech = self._speech, []
        line = {"sent": round(self._now(), 4), "at": round(self._at_s, 4), "levels": levels, "speech": speech}
        self._tell(json.dumps(line, separators=(",", ":")))

    def _is_due(self) -> bool:
        if max(self._speech) >= _AT_ONCE or len(self._levels) >= _QUIET_SLICES:
            return True
        return max(self._levels) >= _LOUD_DB and len(self._levels) >= _LOUD_SLICES
