"""Barge-in: what becomes of our line while the streamer speaks.

The module never waits, and knows no time but the instants that it is asked about.
"""

from enum import Enum
from typing import Final

from performer.core.values import dataclass
from performer.speech.hearing.voice_activity import SHORT_S, SpeechBurst, Talk

SOFTEN_AFTER_S: Final = 0.032
"""Seconds of speech that make our line softer: a single slice, for if it is none only a moment is soft."""
LOUDEN_AFTER_S: Final = 0.25
"""Silence after which our line is as loud as ever."""
HOLD_AFTER_S: Final = 0.38
"""Seconds of speech that silence our line; a cough and a hum have less."""
SILENT_WITHIN_S: Final = 0.46
"""Seconds of speech at which our line stops at the latest, at a word's end if one comes; the way there takes 0.1 s."""
RECENT_S: Final = 0.5
"""Speech that ended longer ago says nothing about now: on a busy machine news of it may come late."""
_SURE_AFTER_S: Final = 1.0
"""Seconds of speech after which even a detector in doubt is believed."""
RESUME_AFTER_S: Final = 0.45
"""Silence after a burst that was none of our business, before our line goes on."""
_AT_MOST_S: Final = 1.9
"""By then it is decided whether our line goes on."""
_LONGEST_HOLD_S: Final = 10.0
"""A line that must not be lost (the operator's) waits no longer than this for a streamer who does not stop."""
_MOST_RESUMES: Final = 2
"""A line that went on so often is stopped by talk alone from then on."""
_TICK_S: Final = 0.001
"""An instant counts as come when it is nearer than this: sums of seconds differ in their last digit."""
_NEVER: Final = float("inf")


class LineAction(Enum):
    """A change that the listener makes to our line."""

    SOFTEN = "soften"
    LOUDEN = "louden"
    HOLD = "hold"
    RESUME = "resume"
    GIVE_WAY = "give way"


@dataclass
class _Held:
    """The hold of our line: silent, in its middle."""

    turn: int
    since_s: float
    has_given_way: bool = False


class BargeIn:
    """The decisions about our line; the caller asks for a step, carries the step out, and asks again."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._held: _Held | None = None
        self._resumed_s = float("-inf")
        self._resumed_turn = 0
        self._resumes = 0
        """How often that turn went on."""
        self._never_again = 0
        self._is_soft = False

    def step(self, now_s: float, speaking: int | None) -> LineAction | None:
        """Return what is to be done at an instant, if anything; `speaking` is the turn whose line is heard or held."""
        if self._held is not None and speaking != self._held.turn and not self._held.has_given_way:
            self._held = None  # somebody else has cut it
        if self._held is None:
            return self._hold(now_s, speaking) or self._soften(now_s, speaking)
        burst = self._talk.burst
        must_decide = now_s >= self._held.since_s + _AT_MOST_S - _TICK_S
        if not self._held.has_given_way and burst is not None and _is_real(burst, must_decide):
            self._held.has_given_way = True
            return LineAction.GIVE_WAY
        return self._resume(self._held, now_s) if now_s >= self.find_next_s() - _TICK_S else None

    def find_next_s(self) -> float:
        """Return the instant at which a step is due even if nothing is heard until then."""
        if self._held is None:
            return self._talk.burst.end_s + LOUDEN_AFTER_S if self._is_soft and self._talk.burst else _NEVER
        if self._held.has_given_way:
            return min(self._talk.free_s, self._held.since_s + _LONGEST_HOLD_S)
        burst = self._talk.burst
        quiet_s = self._held.since_s if burst is None else burst.end_s + RESUME_AFTER_S
        return min(quiet_s, self._held.since_s + _AT_MOST_S)

    def _hold(self, now_s: float, speaking: int | None) -> LineAction | None:
        burst = self._talk.burst
        if speaking is None or speaking == self._never_again or burst is None:
            return None
        is_news = burst.end_s >= max(now_s - RECENT_S, self._resumed_s + HOLD_AFTER_S)
        # What went on twice is not held for another short burst: beside somebody who laughs it would come no further.
        stutters = speaking == self._resumed_turn and self._resumes >= _MOST_RESUMES
        enough_s = SHORT_S if stutters else HOLD_AFTER_S
        if not is_news or not burst.lasts(enough_s):
            return None
        self._held, self._is_soft = _Held(speaking, now_s), False
        return LineAction.HOLD

    def _soften(self, now_s: float, speaking: int | None) -> LineAction | None:
        burst = self._talk.burst
        if self._is_soft:
            is_over = burst is None or now_s >= burst.end_s + LOUDEN_AFTER_S - _TICK_S
            if not is_over and speaking is not None:
                return None
            self._is_soft = False
            return LineAction.LOUDEN
        is_news = burst is not None and burst.end_s >= now_s - LOUDEN_AFTER_S / 2
        if speaking is None or speaking == self._never_again or not is_news or not self._talk.lasts(SOFTEN_AFTER_S):
            return None
        self._is_soft = True
        return LineAction.SOFTEN

    def _resume(self, held: _Held, now_s: float) -> LineAction:
        if held.has_given_way and now_s < self._talk.free_s - _TICK_S:
            # It has waited long enough, and would only be held again at once.
            self._never_again = held.turn
        self._held = None
        self._resumes = self._resumes + 1 if held.turn == self._resumed_turn else 1
        self._resumed_s, self._resumed_turn = now_s, held.turn
        return LineAction.RESUME


def _is_real(burst: SpeechBurst, must_decide: bool) -> bool:
    """Whether a burst is talk: long, and surely speech. When it must be decided, a long burst is enough."""
    return burst.lasts(SHORT_S) and (must_decide or burst.is_sure or burst.lasts(_SURE_AFTER_S))
