"""The threshold: how important a reason must be for a line. Each line raises it, and it comes down by itself.

Many lines in a row pile up, so that it controls the rate by itself: the same reason is enough for a line in a quiet
stretch and not enough in a busy one. As it falls exponentially, the instant at which a reason is enough is known
beforehand, and nobody has to look again and again.
"""

import math
from typing import Final

FLOOR: Final = 0.25
"""What is less important than this is never worth a line."""
_RAISE: Final = 0.4
"""By so much a line raises it: two lines in a row, and for some seconds only what is out of the ordinary is said."""
_MOST: Final = 1.5
"""Above the floor: after any number of lines it is down again before long."""


class Threshold:
    """Falls from where the last line put it.

    Args:
        settles_s: In so much time it comes down by 63 % of what it stands above the floor.
    """

    def __init__(self, settles_s: float) -> None:
        self.settles_s = settles_s
        self._above = 0.0
        self._at_s = 0.0

    def rise(self, at_s: float, interval: float = 1.0, share: float = 1.0) -> None:
        """Take in a line, or a share of one, that ends at that instant.

        Args:
            at_s: From then on it falls again.
            interval: What times are multiplied by.
            share: Of what a line raises it by.
        """
        self._above = min(_MOST, self.above(at_s, interval) + _RAISE * share)
        self._at_s = at_s

    def hold(self, at_s: float) -> None:
        """Take in that the line ended at that instant, which was only a guess before: from then on it falls."""
        self._at_s = at_s

    def above(self, at_s: float, interval: float = 1.0) -> float:
        """Tell how far above the floor it is at an instant."""
        return self._above * math.exp(-max(0.0, at_s - self._at_s) / (self.settles_s * interval))

    def opens_s(self, importance: float, interval: float = 1.0) -> float:
        """Tell the instant from which a reason of that importance is enough; inf: never."""
        beyond = importance - FLOOR
        if beyond <= 0:
            return math.inf
        if beyond >= self._above:
            return -math.inf
        return self._at_s + self.settles_s * interval * math.log(self._above / beyond)
