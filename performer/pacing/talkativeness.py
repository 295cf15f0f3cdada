"""Talkativeness: how much the performer says of its own accord, as one table of numbers."""

import math
from dataclasses import dataclass
from typing import Final, Literal

from performer.cues import Rank

Talkativeness = Literal["silent", "low", "medium", "high"]

_LOOSER: Final = {Rank.CHAT: 1.5, Rank.SCHEDULE: 2.0, Rank.DIRECT: 2.0}
"""People who talk to it may have more than the game; whatever was said counts, whoever it was said to."""


@dataclass(frozen=True, kw_only=True)
class Manner:
    """What one word of the setting means."""

    lines: float
    """Lines in any minute, from which on game, picture and silence are no reason for another."""
    speech_s: float
    """Seconds of speech in any minute, likewise."""
    idle_s: float
    """After about this long without a word silence is a reason to speak."""
    least: float
    """What is less important than this is never worth a line, 0 to 1."""

    def allows(self, rank: Rank) -> tuple[float, float]:
        """Tell how many lines and seconds a minute may hold for a cue of this rank."""
        share = _LOOSER.get(rank, 1.0)
        return self.lines * share, self.speech_s * share


MANNERS: Final[dict[Talkativeness, Manner]] = {
    "silent": Manner(lines=0, speech_s=0, idle_s=math.inf, least=1.0),
    "low": Manner(lines=3, speech_s=9, idle_s=100, least=0.5),
    "medium": Manner(lines=8, speech_s=22, idle_s=45, least=0.3),
    "high": Manner(lines=14, speech_s=36, idle_s=20, least=0.2),
}
