"""The deadlines of an answer: to its first token, between two tokens, and in all."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from performer.core.clock import Clock
from performer.core.errors import ServiceError

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
        until, _ = min(self._limits())
        return until - self.clock.now()

    def shorten_to(self, seconds: float) -> None:
        """Reduce the time in all to so many seconds from now on."""
        self.total_s = min(self.total_s, self.clock.now() - self._began + seconds)

    async def wait(self, step: Callable[[], Awaitable[T]]) -> T:
        """Run one step of reading; cancel it and raise ServiceError when the nearest of the limits passes first."""
        until, sentence = min(self._limits())
        with self.clock.move_on_after(until - self.clock.now()):
            return await step()
        raise ServiceError(f"{self.who} {sentence}.")

    def _limits(self) -> tuple[tuple[float, str], ...]:
        total = (self._began + self.total_s, f"was not done after {self.total_s:g} s")
        if self._heard is None:
            return (self._began + self.first_s, f"did not begin to answer within {self.first_s:g} s"), total
        return (self._heard + self.between_s, f"fell silent for {self.between_s:g} s in mid-answer"), total
