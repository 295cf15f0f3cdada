"""Talkativeness: how much the performer says of its own accord, as one table of numbers.

The threshold: how important a reason must be for a line. Each line raises it, and it comes down by itself.

Many lines in a row pile up, so that it controls the rate by itself: the same reason is enough for a line in a quiet
stretch and not enough in a busy one. As it falls exponentially, the instant at which a reason is enough is known
beforehand, and nobody has to look again and again.
"""

import math
from typing import Final, Literal

from performer.core.cues import Rank
from performer.core.values import dataclass

FLOOR: Final = 0.25
"""What is less important than this is never worth a line."""
_RAISE: Final = 0.4
"""By so much a line raises it: two lines in a row, and for some seconds only what is out of the ordinary is said."""
_MOST: Final = 1.5
"""Above the floor: after any number of lines it is down again before long."""


class Threshold:
    """Falls from where the last line put it: in `settles_s` by 63 % of what it stands above the floor."""

    def __init__(self, settles_s: float) -> None:
        self.settles_s = settles_s
        self._above = 0.0
        self._at_s = 0.0

    def raise_level(self, at_s: float, interval: float = 1.0, share: float = 1.0) -> None:
        """Note a line, or a share of one, that ends at that instant; times are multiplied by the interval."""
        self._above = min(_MOST, self.above(at_s, interval) + _RAISE * share)
        self._at_s = at_s

    def hold(self, at_s: float) -> None:
        """Note that the line ended at that instant, which was only a guess before: from then on it falls."""
        self._at_s = at_s

    def above(self, at_s: float, interval: float = 1.0) -> float:
        """Return how far above its floor the threshold is at an instant."""
        return self._above * math.exp(-max(0.0, at_s - self._at_s) / (self.settles_s * interval))

    def opens_s(self, importance: float, interval: float = 1.0) -> float:
        """Return the instant from which a reason of that importance is enough; inf: never."""
        beyond = importance - FLOOR
        if beyond <= 0:
            return math.inf
        if beyond >= self._above:
            return -math.inf
        return self._at_s + self.settles_s * interval * math.log(self._above / beyond)


Talkativeness = Literal["silent", "low", "medium", "high"]


@dataclass(frozen=True, kw_only=True)
class MinuteShare:
    """What any minute may hold before a cue has to wait."""

    lines: int
    speech_s: float
    """Seconds of speech."""


@dataclass(frozen=True, kw_only=True)
class TalkLimits:
    """What one word of the setting means."""

    own: MinuteShare
    """For what game and picture are reason enough, and silence."""
    chat: MinuteShare
    """For lines of the chat that speak to nobody in particular."""
    idle_s: float
    """After about this long without a word, silence is a reason to speak; inf: never."""
    settles_s: float
    """How fast the threshold comes down after a line; a line now and then needs it slow."""

    def share(self, rank: Rank) -> MinuteShare:
        """Return the share of a minute that cues of this rank may fill; everything said counts, to whomever."""
        match rank:
            case Rank.EVENT | Rank.SILENCE:
                return self.own
            case Rank.CHAT:
                return self.chat
            case _:
                return ANSWERS


ANSWERS: Final = MinuteShare(lines=20, speech_s=45)
"""For a viewer who speaks to it, and for what was planned, always: only a flood of them has to wait."""

TALK_LIMITS: Final[dict[Talkativeness, TalkLimits]] = {
    "silent": TalkLimits(
        own=MinuteShare(lines=0, speech_s=0), chat=MinuteShare(lines=0, speech_s=0), idle_s=math.inf, settles_s=1
    ),
    "low": TalkLimits(
        own=MinuteShare(lines=3, speech_s=10), chat=MinuteShare(lines=5, speech_s=15), idle_s=100, settles_s=20
    ),
    "medium": TalkLimits(
        own=MinuteShare(lines=8, speech_s=22), chat=MinuteShare(lines=12, speech_s=30), idle_s=45, settles_s=8
    ),
    "high": TalkLimits(
        own=MinuteShare(lines=14, speech_s=36), chat=MinuteShare(lines=18, speech_s=42), idle_s=20, settles_s=4
    ),
}
