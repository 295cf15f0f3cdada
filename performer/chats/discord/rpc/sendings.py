"""Sendings: the messages that are on their way to a Discord elsewhere, so that a restart can tell which may be lost."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

MOST_WORDS: Final = 80


@dataclass(frozen=True, kw_only=True)
class Sending:
    """A message whose answer has not come."""

    id: str
    """Of its call."""
    channel_id: str
    words: str
    """The first words of it."""
    at: datetime
    """Wall time, UTC, at which it was sent."""


class Sendings(Protocol):
    """Keeps them over restarts."""

    async def begin(self, sending: Sending) -> None:
        """Keep one before it is sent; kept when this returns."""
        ...

    def ended(self, id_: str) -> None:
        """Forget one soon: it is known what came of it."""
        ...

    async def unanswered(self) -> tuple[Sending, ...]:
        """Give those that an earlier run has left, the oldest first, and forget them."""
        ...


class NoSendings:
    """Keeps nothing."""

    async def begin(self, sending: Sending) -> None:
        """Let it go."""

    def ended(self, id_: str) -> None:
        """Know of none."""

    async def unanswered(self) -> tuple[Sending, ...]:
        """Give none."""
        return ()
