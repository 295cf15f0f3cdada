"""The pacing: from which instant a cue may become a turn. It remembers what was heard, and decides nothing else."""

import math
from collections.abc import Callable

from performer.clock import Clock
from performer.cues import Cue, Rank, SilenceCue, rank
from performer.events import EventStream, SpeechEnded, SpeechStarted
from performer.pacing.settings import PacingSettings
from performer.pacing.talkativeness import MANNERS

_BREATH_S = 1.0
_GAP_S = 5.0


class TalkPacing:
    """Paces the show by what is heard on the stream.

    Args:
        clock: The show's clock, whose chance makes the idle time uneven.
        stream: Tells what is heard.
        settings: How much it talks.
        interval: What every time between lines is multiplied by right now; 1 is the usual pace.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        settings: PacingSettings,
        *,
        interval: Callable[[], float] = lambda: 1.0,
    ) -> None:
        self.on_change: Callable[[], None] = lambda: None
        """Called when an instant may have moved for another reason than a turn or a line."""
        self._clock = clock
        self._settings = settings
        self._manner = MANNERS[settings.talkativeness]
        self._interval = interval
        self._heard = stream.whole("pacing", SpeechStarted, SpeechEnded)
        # The show opens with the quiet already over: the first picture may be talked about at once.
        self._quiet_since_s = -math.inf
        self._idle_since_s = clock.now()

    def opens_s(self, cue: Cue) -> float:
        """Tell the instant from which this cue may become a turn; inf: time alone will not open it."""
        self._listen()
        match rank(cue):
            case Rank.OPERATOR:
                return -math.inf
            case Rank.EVENT | Rank.SILENCE if not self._manner.lines:
                return math.inf
            case Rank.EVENT | Rank.SILENCE:
                return self._quiet_since_s + _GAP_S * self._interval()
            case _:
                return self._quiet_since_s + _BREATH_S

    def silence_s(self) -> float:
        """Tell the instant at which silence itself becomes a reason to speak; inf: never."""
        self._listen()
        return self._idle_since_s + (self._settings.idle_s or self._manner.idle_s) * self._interval()

    def took(self, cue: Cue) -> None:
        """Take in that a cue became a turn."""
        self._listen()
        if isinstance(cue, SilenceCue):
            self._idle_since_s = self._clock.now()

    def _listen(self) -> None:
        for published in self._heard.taken():
            self._quiet_since_s = self._idle_since_s = published.t
