"""Breakers: where Discord refuses again and again, nothing is asked for a while, before it bans the address."""

from collections import deque
from collections.abc import Mapping
from typing import Final

from performer.clock import Clock

REST_S: Final = 600.0
_TOO_MANY: Final = 429
_JSON: Final = "application/json"
_INVALID: Final = frozenset({401, 403, _TOO_MANY})


class Held(Exception):
    """Nothing is asked of Discord now; the text says why and until when."""


class _Breaker:
    """Opens when something was counted so often within so long, and stays open for ten minutes."""

    def __init__(self, clock: Clock, most: int, within_s: float, why: str) -> None:
        self._clock = clock
        self._within_s = within_s
        self._why = why
        self._at: deque[float] = deque(maxlen=most)
        self._open_until = 0.0

    def count(self) -> bool:
        """Count one; tell whether it was the one too many."""
        now = self._clock.now()
        self._at.append(now)
        is_too_many = len(self._at) == self._at.maxlen and now - self._at[0] <= self._within_s
        if is_too_many:
            self._open_until = now + REST_S
            self._at.clear()
        return is_too_many

    @property
    def trouble(self) -> str:
        """Say why nothing may be asked now; empty when it may."""
        left_s = self._open_until - self._clock.now()
        return f"{self._why}: nothing is asked of it for {left_s / 60:.0f} more minutes" if left_s > 0 else ""


class Breakers:
    """Watches the answers: five bans within a minute, or 1,000 refusals within ten, and there is a rest.

    A ban is a 429 with a page in it: it comes from before Discord, and says not how long. One of Discord's own says so
    in JSON, and is obeyed. Discord bans an address after 10,000 refusals (401, 403, 429) within ten minutes.
    """

    def __init__(self, clock: Clock) -> None:
        self._hurry = _Breaker(clock, 5, 60.0, "Discord found five requests within a minute too many")
        self._invalid = _Breaker(clock, 1000, 600.0, "Discord refused a thousand requests within ten minutes")

    def answered(self, status: int, headers: Mapping[str, str]) -> str:
        """Take in an answer; say so when it was the one too many.

        A 429 of a limit that is shared with others is nobody's fault, and counts nowhere.
        """
        if status not in _INVALID or headers.get("X-RateLimit-Scope") == "shared":
            return ""
        is_too_many = self._invalid.count()
        if status == _TOO_MANY and not headers.get("Content-Type", "").startswith(_JSON):
            is_too_many = self._hurry.count() or is_too_many
        return self.trouble if is_too_many else ""

    @property
    def trouble(self) -> str:
        """Say why nothing may be asked now; empty when it may."""
        return self._hurry.trouble or self._invalid.trouble

    def check(self) -> None:
        """Let a request pass.

        Raises:
            Held: when there is a rest.
        """
        if self.trouble:
            raise Held(self.trouble)
