"""Requests without a right token: they are logged, and delayed when they are many.

Nobody is locked out: on one machine all clients have the same address, so that a lock would shut out the streamer. A
token has 192 bits, so that nobody guesses one; and a page in OBS with yesterday's address is harmless.
"""

import logging
from typing import Final

from performer.core.clock import Clock
from performer.core.http_security.connection_limits import Allowance

_log = logging.getLogger(__name__)

AT_ONCE: Final = 200
"""The most refusals without a delay: more than all browser sources with an old address ask for."""
_PER_S: Final = 10.0
_WAIT_S: Final = 1.0
_LOG_EVERY_S: Final = 60.0


class AuthFailures:
    """The count of requests that were refused for their token; the log gets a `hint` at a likely reason."""

    def __init__(self, clock: Clock, hint: str) -> None:
        self._clock = clock
        self._hint = hint
        self._prompt = Allowance(clock, at_once=AT_ONCE, per_s=_PER_S)
        self._count = 0
        self._logged_s = -_LOG_EVERY_S

    async def turn_away(self) -> None:
        """Count and log one more refusal, and wait for a second when there were too many of them."""
        self._count += 1
        now_s = self._clock.now()
        if now_s - self._logged_s >= _LOG_EVERY_S:
            _log.info("Refused for a token that is missing or wrong: %d. %s", self._count, self._hint)
            self._logged_s, self._count = now_s, 0
        if not self._prompt.take():
            await self._clock.sleep(_WAIT_S)
