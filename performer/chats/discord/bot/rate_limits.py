"""Limits of Discord's: of identifying, of each route's requests, and of requests that it refuses."""

import asyncio
import json
from collections import deque
from collections.abc import Mapping
from types import TracebackType
from typing import Final

import aiohttp
import anyio
from discord import RateLimited
from discord.http import Ratelimit
from pydantic import TypeAdapter, ValidationError

from performer.core.clock import Clock
from performer.core.own_text import own
from performer.core.remembered_conversation import KeyValueStore

AN_HOUR: Final = 20
A_DAY: Final = 200
_WINDOWS: Final = ((AN_HOUR, 3600.0), (A_DAY, 86_400.0))
_NAME: Final = "discord.identifies"
_INSTANTS: Final = TypeAdapter(list[float])


class IdentifyBudget:
    """Counts IDENTIFYs: 20 an hour and 200 a day, over restarts too.

    Discord resets the token of a bot that identifies a thousand times a day.
    """

    def __init__(self, clock: Clock, keeps: KeyValueStore) -> None:
        self._clock = clock
        self._keeps = keeps
        self._spent: list[float] | None = None

    async def find_wait_s(self) -> float:
        """Return the seconds until the next IDENTIFY is allowed; 0 when it is."""
        spent, now = await self._known(), self._clock.utc().timestamp()
        recent = [(most, within_s, [at for at in spent if now - at < within_s]) for most, within_s in _WINDOWS]
        return max(at[-most] + within_s - now if len(at) >= most else 0.0 for most, within_s, at in recent)

    async def spend(self) -> None:
        """Count one IDENTIFY; it is kept when this returns."""
        spent, now = await self._known(), self._clock.utc().timestamp()
        self._spent = [at for at in (*spent, now) if now - at < _WINDOWS[-1][1]]
        await self._keeps.keep(_NAME, json.dumps([round(at, 3) for at in self._spent]))

    async def _known(self) -> list[float]:
        """Return the instants of IDENTIFYs, the oldest first; what was kept and cannot be read counts as nothing."""
        if self._spent is None:
            try:
                self._spent = _INSTANTS.validate_json(await self._keeps.kept(_NAME) or "[]")
            except ValidationError:
                self._spent = []
        # A clock that was set back makes instants of the future; they would count for too long.
        now = self._clock.utc().timestamp()
        self._spent = sorted(min(at, now) for at in self._spent)
        return self._spent


LONGEST_S: Final = 30.0
"""The longest that a request waits for its turn."""


class RouteLimit(Ratelimit):
    """Counts as discord.py's own does, which has the last request of a window wait for the next window."""

    __slots__ = ("_changed", "_clock", "_is_known", "_line")

    def __init__(self, clock: Clock) -> None:
        super().__init__(LONGEST_S)
        self._clock = clock
        self._line = anyio.Lock()
        self._changed = anyio.Event()
        self._is_known = False

    def is_inactive(self) -> bool:
        """Return whether the limit can be forgotten."""
        return self.outgoing == 0 and (self.expires is None or self.is_expired())

    async def acquire(self) -> None:
        """Wait for one's turn, or raise RateLimited when that would take too long; who comes first is served first."""
        async with self._line:
            while True:
                if self.is_expired():
                    self.remaining, self.expires = self.limit - self.outgoing, None
                if self.remaining > 0:
                    break
                left_s = LONGEST_S if self.expires is None else self.expires - asyncio.get_running_loop().time()
                if left_s > LONGEST_S:
                    raise RateLimited(left_s)
                # When a request is answered, it may be known at last when the window is over.
                with self._clock.move_on_after(max(left_s, 0.0) + 0.001):
                    await self._changed.wait()
            self.remaining -= 1
            self.outgoing += 1

    def update(self, response: aiohttp.ClientResponse, *, use_clock: bool = False) -> None:
        """Update what is left from an answer: requests that are under way are not counted in it."""
        left = self.remaining
        super().update(response, use_clock=use_clock)
        told = int(response.headers.get("X-Ratelimit-Remaining", 0))
        self.remaining = min(left, told) if self._is_known else max(told - self.outgoing + 1, 0)
        self._is_known = True

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Wake the next one."""
        self.outgoing -= 1
        if self.expires is None and self.remaining <= 0:
            self.remaining = self.limit - self.outgoing
        self._changed.set()
        self._changed = anyio.Event()


REST_S: Final = 600.0
_TOO_MANY: Final = 429
_JSON: Final = "application/json"
_INVALID: Final = frozenset({401, 403, _TOO_MANY})


class RequestsPaused(Exception):
    """Nothing is asked of Discord now; the text says why, and `again_in_s` for how long."""

    def __init__(self, why: str, again_in_s: float) -> None:
        super().__init__(why)
        self.again_in_s = again_in_s


class _CircuitBreaker:
    """Opens when something was counted so often within so long, and stays open for ten minutes."""

    def __init__(self, clock: Clock, most: int, within_s: float, why: str) -> None:
        self._clock = clock
        self._within_s = within_s
        self._why = why
        self._at: deque[float] = deque(maxlen=most)
        self._open_until = 0.0

    def count(self) -> bool:
        """Count one, and return whether it was the one too many."""
        now = self._clock.now()
        self._at.append(now)
        is_too_many = len(self._at) == self._at.maxlen and now - self._at[0] <= self._within_s
        if is_too_many:
            self._open_until = now + REST_S
            self._at.clear()
        return is_too_many

    @property
    def left_s(self) -> float:
        """The seconds for which nothing may be asked; 0 when it may."""
        return max(self._open_until - self._clock.now(), 0.0)

    @property
    def trouble(self) -> str:
        """The reason why nothing may be asked now; empty when it may."""
        left_s = self.left_s
        rests = own("{why}: nothing is asked of it for {min:.0f} more minutes", why=self._why, min=left_s / 60)
        return rests if left_s else ""


class CircuitBreakers:
    """Watches the answers: five bans within a minute, or 1,000 refusals within ten, and there is a rest.

    A ban is a 429 with a page in it: it comes from before Discord, and says not how long. One of Discord's own says so
    in JSON, and is obeyed. Discord bans an address after 10,000 refusals (401, 403, 429) within ten minutes.
    """

    def __init__(self, clock: Clock) -> None:
        self._hurry = _CircuitBreaker(clock, 5, 60.0, own("Discord found five requests within a minute too many"))
        self._invalid = _CircuitBreaker(
            clock, 1000, 600.0, own("Discord refused a thousand requests within ten minutes")
        )

    def count_answer(self, status: int, headers: Mapping[str, str]) -> str:
        """Count an answer, and return why there is a rest when it was the one too many; else nothing.

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
        """The reason why nothing may be asked now; empty when it may."""
        return self._hurry.trouble or self._invalid.trouble

    def check(self) -> None:
        """Raise RequestsPaused while there is a rest."""
        if self.trouble:
            raise RequestsPaused(self.trouble, max(self._hurry.left_s, self._invalid.left_s))
