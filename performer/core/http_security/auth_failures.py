"""Strangers: who comes without a right token. They are told in the log, and kept waiting when they are many.

Nobody is locked out: on one machine all have the same address, so that a lock would shut out the streamer. A token has
192 bits; what a wrong one could cost is time, and a page in OBS that still has the address of yesterday is harmless.
"""

import logging
from typing import Final

from performer.core.clock import Clock
from performer.core.http_security.connection_limits import Allowance

_log = logging.getLogger(__name__)

AT_ONCE: Final = 200
"""How many refusals are given at once; more than all browser sources ask for that hold an old address."""
_PER_S: Final = 10.0
_WAIT_S: Final = 1.0
_TOLD_EVERY_S: Final = 60.0


class AuthFailures:
    """Counts them.

    Args:
        clock: Whose seconds count.
        hint: What may be the reason, for the log.
    """

    def __init__(self, clock: Clock, hint: str) -> None:
        self._clock = clock
        self._hint = hint
        self._prompt = Allowance(clock, at_once=AT_ONCE, per_s=_PER_S)
        self._came = 0
        self._told_s = -_TOLD_EVERY_S

    async def turn_away(self) -> None:
        """Return when one more may be refused: at once, or a second later when there were too many of them."""
        self._came += 1
        self._tell()
        if not self._prompt.take():
            await self._clock.sleep(_WAIT_S)

    def _tell(self) -> None:
        now_s = self._clock.now()
        if now_s - self._told_s < _TOLD_EVERY_S:
            return
        _log.info("Refused for a token that is missing or wrong: %d. %s", self._came, self._hint)
        self._told_s, self._came = now_s, 0
