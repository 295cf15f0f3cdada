"""Flight: whether a request of a call is under way to Discord right now, so that nobody knows what has come of it."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class RequestState:
    """Of one call."""

    is_out: bool = False
    """Whether a request was sent and is not answered."""


CURRENT: ContextVar[RequestState | None] = ContextVar("flight", default=None)


def note_sent() -> None:
    """Take in that a request goes out."""
    flight = CURRENT.get()
    if flight is not None:
        flight.is_out = True


def note_answered() -> None:
    """Take in that it was answered."""
    flight = CURRENT.get()
    if flight is not None:
        flight.is_out = False
