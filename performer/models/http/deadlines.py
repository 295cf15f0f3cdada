"""The deadlines of an answer: to its first token, between two tokens, and in all."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.own_text import own

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
        raise ServiceError(own("{who} {sentence}.", who=self.who, sentence=sentence))

    def _limits(self) -> tuple[tuple[float, str], ...]:
        total = (self._began + self.total_s, own("was not done after {total_s:g} s", total_s=self.total_s))
        if self._heard is None:
            return (
                self._began + self.first_s,
                own("did not begin to answer within {first_s:g} s", first_s=self.first_s),
            ), total
        return (
            self._heard + self.between_s,
            own("fell silent for {between_s:g} s in mid-answer", between_s=self.between_s),
        ), total
