"""How often the bot may introduce itself: Discord resets the token of one that does it a thousand times a day."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from performer.clock import Clock
from performer.recollection import Keeps

AN_HOUR: Final = 20
A_DAY: Final = 200
_WINDOWS: Final = ((AN_HOUR, 3600.0), (A_DAY, 86_400.0))
_NAME: Final = "discord.identifies"


class IdentifyBudget:
    """Counts IDENTIFYs: 20 an hour and 200 a day, over restarts too.

    Args:
        clock: Whose wall time counts.
        keeps: Keeps the count.
    """

    def __init__(self, clock: Clock, keeps: Keeps) -> None:
        self._clock = clock
        self._keeps = keeps
        self._spent: list[float] | None = None

    async def wait_s(self) -> float:
        """Return the seconds until the next IDENTIFY is allowed; 0 when it is."""
        spent, now = await self._known(), self._now()
        return max(_wait_s(spent, now, most, within_s) for most, within_s in _WINDOWS)

    async def spend(self) -> None:
        """Count one; kept when this returns."""
        spent, now = await self._known(), self._now()
        self._spent = [at for at in (*spent, now) if now - at < _WINDOWS[-1][1]]
        await self._keeps.keep(_NAME, json.dumps([round(at, 3) for at in self._spent]))

    async def _known(self) -> list[float]:
        if self._spent is None:
            self._spent = _read(await self._keeps.kept(_NAME))
        # A clock that was set back makes instants of the future; they would count for too long.
        now = self._now()
        self._spent = [min(at, now) for at in self._spent]
        return self._spent

    def _now(self) -> float:
        at: datetime = self._clock.utc()
        return at.timestamp()


def _wait_s(spent: Sequence[float], now: float, most: int, within_s: float) -> float:
    recent = sorted(at for at in spent if now - at < within_s)
    return recent[-most] + within_s - now if len(recent) >= most else 0.0


def _read(kept: str) -> list[float]:
    """Read what was kept; what is no list of instants counts as nothing."""
    try:
        instants = json.loads(kept or "[]")
        return [float(at) for at in instants]
    except (ValueError, TypeError):
        return []
