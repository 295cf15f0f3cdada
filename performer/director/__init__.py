"""The director: which cue becomes a turn, and when."""

from performer.director.director import Director
from performer.director.even_pacing import EvenPacing
from performer.director.pauses import BY_HAND
from performer.director.ports import Acts, Mouth, Pacing
from performer.director.settings import DirectorSettings

__all__ = ["BY_HAND", "Acts", "Director", "DirectorSettings", "EvenPacing", "Mouth", "Pacing"]
