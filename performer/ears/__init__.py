"""The ears: whether the streamer speaks, so that nothing of ours begins then, and what we say stops."""

from performer.ears.ears import Ears
from performer.ears.floor import StreamersFloor
from performer.ears.hearing import Hearing
from performer.ears.settings import MicSettings
from performer.ears.slices import SLICE_S, Hears, Slice, Slices
from performer.ears.track import Spell, Track

__all__ = ["SLICE_S", "Ears", "Hearing", "Hears", "MicSettings", "Slice", "Slices", "Spell", "StreamersFloor", "Track"]
