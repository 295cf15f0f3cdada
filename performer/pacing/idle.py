"""The idle time: after how long without a word silence itself is a reason to speak. It is never the same twice."""

import math
import random
from typing import Final

_SHORTEST: Final = 0.4
"""Share of the mean that always passes; the rest is drawn, so that the times vary by more than half of their mean."""
_LONGEST: Final = 3.0


def idle_time_s(chance: random.Random, mean_s: float) -> float:
    """Draw an idle time: a part of the mean, and an exponential rest, which nobody can foresee; inf stays inf."""
    if math.isinf(mean_s):
        return mean_s
    rest_s = chance.expovariate(1 / (mean_s * (1 - _SHORTEST)))
    return min(mean_s * _LONGEST, mean_s * _SHORTEST + rest_s)
