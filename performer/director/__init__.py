"""The director: which cue becomes a turn, and when."""

from performer.director.director import Director
from performer.director.even_pacing import EvenPacing
from performer.director.ports import Acts, Mouth, Pacing
from performer.director.settings import DirectorSettings

__all__ = ["Acts", "Director", "DirectorSettings", "EvenPacing", "Mouth", "Pacing"]
