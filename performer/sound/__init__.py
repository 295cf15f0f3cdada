"""Sound on this machine as the performer knows it: how its player is started, and whether anybody sounds."""

from performer.sound.settings import SoundSettings
from performer.sound.watch import SoundWatch

__all__ = ["SoundSettings", "SoundWatch"]
