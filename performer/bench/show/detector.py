"""The detector: what a detector of speech would tell of a track, so late and so sure as real ones are."""

from typing import Final

from performer import ears
from performer.bench.show.microphone import Burst, Kind, Track
from performer.clock import Clock

_SURE: Final[dict[Kind, float]] = {"speech": 0.9, "cough": 0.8, "noise": 0.2}
"""The probability of speech; a cough passes for some, a clatter for none."""
_LATE_S: Final = 0.05
"""For the buffer of a sound system, the detector's own window, and the way from its process to ours."""


def detected(clock: Clock, track: Track) -> ears.Hears:
    """Hear a track as the ears do, in the clock's time."""
    return ears.Track(clock, [_spell(burst) for burst in track.bursts])


def _spell(burst: Burst) -> ears.Spell:
    begin_s, end_s = burst.span
    return ears.Spell(begin_s=begin_s + _LATE_S, end_s=end_s + _LATE_S, speech=_SURE[burst.kind])
