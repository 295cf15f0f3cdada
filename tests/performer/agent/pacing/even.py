"""The simplest pacing there is: the same gap after every line, whatever happens."""

import math

from performer.core.clock import Clock
from performer.core.cues import Cue, Rank, find_rank
from performer.core.events.parts import Resumed
from performer.core.events.speech import SpeechEnded, SpeechStarted
from performer.core.events.stream import EventStream
from performer.core.events.turns import TurnEnded


class EvenPacing:
    """Opens at once for people, for an event after an even gap of quiet, and for silence after a longer one.

    Args:
        clock: The show's clock.
        stream: Tells what is heard, and which turn came to nothing.
        gap_s: Quiet time after a line or a turn before an event may cause another.
        idle_s: After so long without a word it may speak by itself; inf: never.
    """

    def __init__(self, clock: Clock, stream: EventStream, *, gap_s: float = 0.0, idle_s: float = math.inf) -> None:
        self._gap_s = gap_s
        self._idle_s = idle_s
        # The show opens with the quiet already over: the first picture may be talked about at once.
        self._quiet_since_s = clock.now() - gap_s
        self._reader = stream.whole("even pacing", SpeechStarted, SpeechEnded, TurnEnded, Resumed)

    def opens_s(self, cue: Cue) -> float:
        """Return the instant from which this cue may become a turn."""
        if find_rank(cue) < Rank.EVENT:
            return -math.inf
        return self._since_s() + self._gap_s

    def silence_s(self) -> float:
        """Return the instant at which silence itself becomes a reason to speak."""
        return self._since_s() + self._idle_s

    def took(self, cue: Cue) -> None:
        """A turn that is taken changes nothing: what counts is what is heard, and its end."""

    def _since_s(self) -> float:
        for published in self._reader.taken():
            self._quiet_since_s = published.t
        return self._quiet_since_s
