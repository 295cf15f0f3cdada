"""Detectors of speech, and the choice of one that this machine has.

The detector by loudness takes sound for speech that stands above the noise, lasts, and does not drone: a steady noise
or tone is no speech after a third of a second, a click never is. It cannot tell music, another voice or a chair from
the streamer.
"""

from array import array
from collections import deque
from typing import Final, Protocol

from sfx.microphone.samples import NoiseFloor, measure_crest_db

_ENERGY_ABOVE_NOISE_DB: Final = 8.0
_ENERGY_QUIETEST_DB: Final = -52.0
"""The quietest speech into a microphone that is set up for a stream."""
_CLICK_CREST_DB: Final = 17.0
_DRONE: Final = 10
"""The slices to find a drone in: a third of a second, in which a voice goes up and down by 6 dB and more."""
_DRONE_DB: Final = 3.0
_RISE: Final = 0.35
_FALL: Final = 0.25


class EnergyDetector:
    """Believes in speech after two loud slices, and no more after two quiet ones."""

    name = "energy"

    def __init__(self, noise: NoiseFloor) -> None:
        self._noise = noise
        self._belief = 0.0
        self._recent: deque[float] = deque(maxlen=_DRONE)

    def speech(self, samples: "array[int]", level: float) -> float:
        """Return the belief that somebody speaks, 0 to 1."""
        self._recent.append(level)
        is_loud = level >= max(self._noise.level_db + _ENERGY_ABOVE_NOISE_DB, _ENERGY_QUIETEST_DB)
        is_drone = len(self._recent) == _DRONE and max(self._recent) - min(self._recent) < _DRONE_DB
        if is_loud and not is_drone and measure_crest_db(samples, level) < _CLICK_CREST_DB:
            self._belief = min(1.0, self._belief + _RISE)
        else:
            self._belief = max(0.0, self._belief - _FALL)
        return self._belief


class Detector(Protocol):
    """Judges slice after slice without a gap."""

    name: str

    def speech(self, samples: "array[int]", level: float) -> float:
        """Return the probability that somebody speaks in the newest slice, 0 to 1."""


def make_detector(wanted: str, noise: NoiseFloor) -> tuple[Detector, str]:
    """Make the wanted detector (auto, silero or energy), else energy; return also why it is not the better one.

    The caller keeps the noise of the room up to date.
    """
    if wanted == "energy":
        return EnergyDetector(noise), ""
    try:
        from sfx.microphone.silero import SileroDetector
    except ImportError as error:
        why = "it tells speech by loudness alone; `add mic` brings a better ear"
        return EnergyDetector(noise), why if isinstance(error, ModuleNotFoundError) else f"{why} ({error})"
    return SileroDetector(noise), ""
