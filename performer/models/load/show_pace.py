"""The pace of a show: how much rarer its lines, smaller its pictures and older its frames may be than usual."""

from performer.models.load.control import LoadControl
from performer.models.load.line_time import LineTime


class ShowPace:
    """The slower of what the graphics card allows and of what a line takes on this machine.

    Args:
        load: What the graphics card allows.
        line_time: How long a line takes.
        freshness_s: How old a picture may usually be when the line about it is ready, in seconds.
    """

    def __init__(self, load: LoadControl, line_time: LineTime, freshness_s: float) -> None:
        self._load = load
        self._line_time = line_time
        self._freshness_s = freshness_s

    def interval(self) -> float:
        """Return what the time between lines is multiplied by, 1 to 4."""
        return max(self._load.interval, self._line_time.interval)

    def shrink(self) -> int:
        """Return what the width of the next picture is divided by: 1, 2 or 4."""
        return max(self._load.shrink, self._line_time.shrink)

    def fresh_s(self) -> float:
        """Return how old a picture may be when the line about it is ready, in seconds."""
        return self._line_time.freshness_s(self._freshness_s)
