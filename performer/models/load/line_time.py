"""The time that a line takes on this machine, and the show's times that follow from it."""

from collections import deque
from collections.abc import Callable
from dataclasses import field
from statistics import median
from typing import Final

from performer.core.own_text import capitalize_first, own
from performer.core.values import dataclass
from performer.models.load.control import LoadControl

_KEPT: Final = 8
"""Lines that count: a machine is as quick as it was lately."""
_LEAST: Final = 3
"""Lines that must be known before they count for more than a probe's measure."""
_FRESH: Final = 2.0
"""Lines' times that a picture stays fresh: a machine that needs 4 s for a line gets 8 s."""
_LONGEST_FRESH_S: Final = 20.0
"""The limit on a slow machine: nobody remembers any more what a line is about that comes later."""
_EASY_S: Final = 2.0
"""A line that takes no longer takes nothing from the usual pace."""
_RAREST: Final = 4.0
_SMALLER: Final = ((6.0, 4), (3.0, 2))
"""The divisor of pictures' width, by the least seconds of a line: reading a picture is most of it."""
_SLOW_S: Final = _SMALLER[0][0]
"""A line that takes so long is asked for in few words, and an answer to somebody in few sentences."""
_FEW_SENTENCES: Final = 2
PATIENCE_S: Final = 8.0
"""The usual time to wait for a line's first word, in seconds: for so long the air may be dead."""
_SPREAD: Final = 1.25
"""Times the usual that a slow model's line is waited for."""
TOO_SLOW_S: Final = 16.0
"""A line that takes longer comes too late for what it is about: the understudy performs beside it."""


@dataclass(eq=False)
class LineTime:
    """The times that the last lines took, from the question to the finished sentence."""

    _expected_s: Callable[[], float | None] = lambda: None
    """Returns the seconds that a probe measured for a line; None: nothing was measured."""
    _took_s: deque[float] = field(default_factory=lambda: deque(maxlen=_KEPT), init=False)
    _mode: str = field(default="", init=False)
    """The mode in which the model was asked for the last line; empty before the first."""

    def took(self, line_s: float, *, mode: str = "") -> None:
        """Add the time of a line, of a model that was asked in this mode."""
        self._took_s.append(line_s)
        self._mode = mode

    @property
    def line_s(self) -> float | None:
        """Seconds that a line takes, the median of the last ones or as a probe measured it; None: not known."""
        if len(self._took_s) >= _LEAST:
            return median(self._took_s)
        return self._expected_s() or (median(self._took_s) if self._took_s else None)

    @property
    def is_slow(self) -> bool:
        """Whether lines take so long that they are to be short."""
        return (self.line_s or 0.0) >= _SLOW_S

    @property
    def patience_s(self) -> float:
        """Seconds to wait for a line's first word: longer for a model of which it is known that it comes."""
        line_s = self.line_s or 0.0
        return min(max(PATIENCE_S, _SPREAD * line_s), TOO_SLOW_S) if line_s <= TOO_SLOW_S else PATIENCE_S

    def sentences(self, usual: int) -> int:
        """Return how many sentences an answer may have that is spoken, at most the usual."""
        return min(usual, _FEW_SENTENCES) if self.is_slow else usual

    def freshness_s(self, usual_s: float) -> float:
        """Return the age that a picture may have when the line about it is ready, at least the usual."""
        return max(usual_s, min(_FRESH * (self.line_s or 0.0), _LONGEST_FRESH_S))

    @property
    def interval(self) -> float:
        """The factor of the time between lines, 1 to 4."""
        return min(max((self.line_s or 0.0) / _EASY_S, 1.0), _RAREST)

    @property
    def shrink(self) -> int:
        """The divisor of the next picture's width: 1, 2 or 4."""
        line_s = self.line_s or 0.0
        return next((by for longer_s, by in _SMALLER if line_s >= longer_s), 1)

    @property
    def why(self) -> str:
        """The time that a line takes, and what that means for the streamer, with the remedy, in sentences.

        Empty while it is not known.
        """
        line_s = self.line_s
        if line_s is None:
            return ""
        if line_s <= _EASY_S:
            return own("A line takes {line_s:.1f} s.", line_s=line_s)
        if not self.is_slow:
            return own("A line takes {line_s:.1f} s, so the model is asked less often than usual.", line_s=line_s)
        told = capitalize_first(describe_slow(line_s, only_talks=self._mode in ("", "talk")))
        if line_s > TOO_SLOW_S:
            return own("{told}. This is too slow for a show.", told=told)
        return own("{told}. It is asked less often than usual, for short lines and with smaller pictures.", told=told)


def describe_slow(line_s: float, *, only_talks: bool) -> str:
    """Format how long a model takes for a line, and what would be livelier; to have it only talk is quickest."""
    told = own("the model needs {line_s:.0f} s a line", line_s=line_s)
    if only_talks:
        return own("{told}; a smaller one would be livelier", told=told)
    return own("{told}; a smaller one would be livelier, or model.mode = talk", told=told)


@dataclass(frozen=True)
class ShowPace:
    """The slower of what the graphics card allows and of what a line takes on this machine."""

    _load: LoadControl
    _line_time: LineTime
    _freshness_s: Callable[[], float]
    """Returns how old a picture may usually be when the line about it is ready, in seconds."""

    def interval(self) -> float:
        """Return what the time between lines is multiplied by, 1 to 4."""
        return max(self._load.interval, self._line_time.interval)

    def shrink(self) -> int:
        """Return what the width of the next picture is divided by: 1, 2 or 4."""
        return max(self._load.shrink, self._line_time.shrink)

    def fresh_s(self) -> float:
        """Return how old a picture may be when the line about it is ready, in seconds."""
        return self._line_time.freshness_s(self._freshness_s())
