"""The deadlines of an answer: to its first token, between two tokens, and in all."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.models.settings import ModelSettings

T = TypeVar("T")


class AnswerDeadlines:
    """Waits for one answer no longer than allowed, from when it is made."""

    def __init__(self, clock: Clock, who: str, *, first_s: float, between_s: float, total_s: float) -> None:
        self._clock = clock
        self._who = who
        self._first_s = first_s
        self._between_s = between_s
        self._total_s = total_s
        self._began = clock.now()
        self._heard: float | None = None

    @classmethod
    def of(cls, clock: Clock, who: str, seconds: float) -> "AnswerDeadlines":
        """Make deadlines with one limit for everything."""
        return cls(clock, who, first_s=seconds, between_s=seconds, total_s=seconds)

    @classmethod
    def for_step(cls, clock: Clock, who: str, settings: ModelSettings) -> "AnswerDeadlines":
        """Make the deadlines that the settings have for one answer."""
        first_s, between_s = settings.first_token_s, settings.between_tokens_s
        return cls(clock, who, first_s=first_s, between_s=between_s, total_s=settings.total_s)

    def heard(self) -> None:
        """Add a token; bytes alone are no sign of an answer, for a drip of them must not hold us."""
        self._heard = self._clock.now()

    def left_s(self) -> float:
        """Return the seconds until the nearest of the limits."""
        until, _ = min(self._limits())
        return until - self._clock.now()

    def shorten_to(self, seconds: float) -> None:
        """Reduce the time in all to so many seconds from now on."""
        self._total_s = min(self._total_s, self._clock.now() - self._began + seconds)

    async def wait(self, step: Callable[[], Awaitable[T]]) -> T:
        """Run one step of reading the answer.

        Raises:
            ServiceError: when the nearest of the limits passes first; the step is then cancelled.
        """
        until, sentence = min(self._limits())
        with self._clock.move_on_after(until - self._clock.now()):
            return await step()
        raise ServiceError(f"{self._who} {sentence}.")

    def _limits(self) -> tuple[tuple[float, str], ...]:
        total = (self._began + self._total_s, f"was not done after {self._total_s:g} s")
        if self._heard is None:
            return (self._began + self._first_s, f"did not begin to answer within {self._first_s:g} s"), total
        return (self._heard + self._between_s, f"fell silent for {self._between_s:g} s in mid-answer"), total
