"""Talkativeness: how much the performer says of its own accord, as one table of numbers."""

import math
from dataclasses import dataclass
from typing import Final, Literal

from performer.cues import Rank

Talkativeness = Literal["silent", "low", "medium", "high"]


@dataclass(frozen=True, kw_only=True)
class Share:
    """What any minute may hold before a cue has to wait."""

    lines: int
    speech_s: float
    """Seconds of speech."""

    def times(self, factor: float) -> "Share":
        """Make it larger."""
        return Share(lines=round(self.lines * factor), speech_s=self.speech_s * factor)


@dataclass(frozen=True, kw_only=True)
class Manner:
    """What one word of the setting means."""

    own: Share
    """For what game and picture are reason enough, and silence."""
    chat: Share
    """For lines of the chat that speak to nobody in particular."""
    idle_s: float
    """After about this long without a word, silence is a reason to speak; inf: never."""
    settles_s: float
    """How fast the threshold comes down after a line; a line now and then needs it slow."""

    def share(self, rank: Rank) -> Share:
        """Tell what a minute may hold for a cue of this rank; whatever was said counts, whoever it was said to."""
        match rank:
            case Rank.EVENT | Rank.SILENCE:
                return self.own
            case Rank.CHAT:
                return self.chat
            case _:
                return ANSWERS


ANSWERS: Final = Share(lines=20, speech_s=45)
"""For a viewer who speaks to it, and for what was planned, in every manner: only a flood of them has to wait."""

MANNERS: Final[dict[Talkativeness, Manner]] = {
    "silent": Manner(own=Share(lines=0, speech_s=0), chat=Share(lines=0, speech_s=0), idle_s=math.inf, settles_s=1),
    "low": Manner(own=Share(lines=3, speech_s=10), chat=Share(lines=5, speech_s=15), idle_s=100, settles_s=20),
    "medium": Manner(own=Share(lines=8, speech_s=22), chat=Share(lines=12, speech_s=30), idle_s=45, settles_s=8),
    "high": Manner(own=Share(lines=14, speech_s=36), chat=Share(lines=18, speech_s=42), idle_s=20, settles_s=4),
}
