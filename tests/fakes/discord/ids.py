"""Numbers as Discord gives them: snowflakes, which hold their time and grow with it."""

import time
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000


class Ids:
    """Gives numbers, each larger than the one before, as texts."""

    def __init__(self) -> None:
        self._count = 0
        self._last_ms = 0

    def next(self, *, ago_s: float = 0.0) -> str:
        """Return the number of something that came to be now, or so many seconds ago."""
        self._count = (self._count + 1) % (1 << 22)
        if ago_s:
            return _number(int((time.time() - ago_s) * 1000), self._count)
        self._last_ms = max(self._last_ms, int(time.time() * 1000))
        return _number(self._last_ms, self._count)


def _number(at_ms: int, count: int) -> str:
    return str(((at_ms - EPOCH_MS) << 22) + count)


def time_of(snowflake: str) -> datetime:
    """Return when a number was given."""
    return datetime.fromtimestamp(((int(snowflake) >> 22) + EPOCH_MS) / 1000, UTC)


def written(at: datetime) -> str:
    """Write a time as Discord does."""
    return at.isoformat(timespec="microseconds")
