"""What tells speech from everything else, and which of them this machine has."""

from array import array
from typing import Protocol

from mic.energy import EnergyDetector
from mic.noise import NoiseFloor


class Detector(Protocol):
    """Hears slice after slice without a gap."""

    name: str

    def speech(self, samples: "array[int]", level: float) -> float:
        """Tell how probable it is that somebody speaks in the newest slice, 0 to 1."""
        ...


def make_detector(wanted: str, noise: NoiseFloor) -> tuple[Detector, str]:
    """Make the wanted detector, else the one that is always there; tell why it is not the better one.

    Args:
        wanted: auto, silero or energy.
        noise: The noise of the room, kept up to date by the caller.
    """
    if wanted == "energy":
        return EnergyDetector(noise), ""
    try:
        from mic.silero import SileroDetector
    except ImportError as error:
        why = "it tells speech by loudness alone; `python3 run.py add mic` brings a better ear"
        return EnergyDetector(noise), why if isinstance(error, ModuleNotFoundError) else f"{why} ({error})"
    return SileroDetector(noise), ""
