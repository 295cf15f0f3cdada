"""The deadlines of an answer: to its first token, between two tokens, and in all."""

from collections.abc import Awaitable, Callable
from dataclasses import field
from typing import TypeVar

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.values import dataclass

T = TypeVar("T")


@dataclass(eq=False)
class AnswerDeadlines:
    """Waits for one answer no longer than allowed, from when it is made."""

    clock: Clock
    who: str
    first_s: float
    between_s: float
    total_s: float
    _heard: float | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._began = self.clock.now()

    @classmethod
    def of(cls, clock: Clock, who: str, seconds: float) -> "AnswerDeadlines":
        """Make deadlines with one limit for everything."""
        return cls(clock, who, seconds, seconds, seconds)

    def heard(self) -> None:
        """Add a token; bytes alone are no sign of an answer, for a drip of them must not hold us."""
        self._heard = self.clock.now()

    def left_s(self) -> float:
        """Return the seconds until the nearest of the limits."""
        return self._find_nearest_s() - self.clock.now()

    def shorten_to(self, seconds: float) -> None:
        """Reduce the time in all to so many seconds from now on."""
        self.total_s = min(self.total_s, self.clock.now() - self._began + seconds)

    async def wait(self, step: Callable[[], Awaitable[T]]) -> T:
        """Run one step of reading; cancel it and raise ServiceError when the nearest of the limits passes first."""
        with self.clock.move_on_after(self.left_s()):
            return await step()
        raise ServiceError(self._describe_nearest())

    def _find_nearest_s(self) -> float:
        """Return the instant of the nearest limit: asked for each token, so no sentence is made of it here."""
        return min(self._next_token_s, self._began + self.total_s)

    @property
    def _next_token_s(self) -> float:
        return self._began + self.first_s if self._heard is None else self._heard + self.between_s

    def _describe_nearest(self) -> str:
        """Return what the server did, in a sentence, when the nearest limit has passed."""
        if self._began + self.total_s < self._next_token_s:
            return own("{who} was not done after {total_s:g} s.", who=self.who, total_s=self.total_s)
        if self._heard is None:
            return own("{who} did not begin to answer within {first_s:g} s.", who=self.who, first_s=self.first_s)
        return own("{who} fell silent for {between_s:g} s in mid-answer.", who=self.who, between_s=self.between_s)
