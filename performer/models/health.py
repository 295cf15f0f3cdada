"""Health: how an endpoint is doing, for the status."""

from dataclasses import dataclass
from typing import Literal

from performer.models.endpoint import Endpoint

State = Literal["leads", "stands by", "in reserve", "describes", "judges", "helps", "loading", "down"]


@dataclass(frozen=True, kw_only=True)
class Health:
    """One endpoint at a moment."""

    name: str
    """Its model; empty while it is not known."""
    place: str
    """Its address, without a password."""
    state: State
    reason: str
    """Why it is this model, or why it is down."""
    last_error: str
    """The last failure, though it may be over; empty when there was none."""
    answers: int
    failures: int
    answer_s: float | None
    """How long an answer takes, the median of the last 50; None before the first."""
    load_s: float | None
    """How long it took to be ready the last time."""
    tokens_per_s: float | None
    """How fast it writes; None where the server does not say."""
    cold_reads: int = 0
    """Reactions that were read from the beginning, for something else had been asked before."""

    @classmethod
    def of_helper(cls, endpoint: Endpoint, does: State) -> "Health":
        """Look at one now that never leads, and does something else when it is there."""
        return cls.of(endpoint, does if endpoint.is_up else "down" if endpoint.trouble else "loading")

    @classmethod
    def of(cls, endpoint: Endpoint, state: State) -> "Health":
        """Look at an endpoint now."""
        figures = endpoint.figures
        return cls(
            name=endpoint.name,
            place=endpoint.place,
            state=state,
            reason=endpoint.reason,
            last_error=figures.last_error,
            answers=figures.answers,
            failures=figures.failures,
            answer_s=figures.answer_s,
            load_s=figures.load_s,
            tokens_per_s=figures.tokens_per_s,
            cold_reads=endpoint.warmth.cold_reads,
        )
