"""Shares and percentiles, None where there is nothing to take them of."""

import math
from collections.abc import Sequence


def share(part: float, whole: float) -> float | None:
    """Divide, to four places."""
    return round(part / whole, 4) if whole else None


def percentile(values: Sequence[float], percent: float) -> float | None:
    """Tell the smallest value that so many percent of them do not exceed, to three places."""
    if not values:
        return None
    rank = math.ceil(len(values) * percent / 100)
    return round(sorted(values)[max(0, rank - 1)], 3)
