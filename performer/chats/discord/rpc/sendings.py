"""Sendings: the messages that are on their way to a Discord elsewhere, so that a restart can tell which may be lost."""

from dataclasses import dataclass
from datetime import datetime
from sqlite3 import Connection
from typing import Final, Protocol

from performer.instants import instant_of, ms_of
from performer.redaction import redacted
from performer.store import Store

MOST_WORDS: Final = 80
_PUT: Final = "INSERT OR REPLACE INTO sending (id, channel_id, begin, at_ms) VALUES (?, ?, ?, ?)"


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


class KeptSendings:
    """Keeps them in the store: what has returned outlives this process.

    Args:
        store: Where.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def begin(self, sending: Sending) -> None:
        """Keep one before it is sent."""
        row = (sending.id, sending.channel_id, redacted(sending.words), ms_of(sending.at))
        await self._store.write(lambda it: it.execute(_PUT, row).rowcount)

    def ended(self, id_: str) -> None:
        """Forget one soon."""
        self._store.later(lambda it: it.execute("DELETE FROM sending WHERE id = ?", (id_,)))

    async def unanswered(self) -> tuple[Sending, ...]:
        """Give those that an earlier run has left, and forget them."""
        return await self._store.write(_taken)


def _taken(connection: Connection) -> tuple[Sending, ...]:
    rows = connection.execute("DELETE FROM sending RETURNING *").fetchall()
    found = [
        Sending(
            id=row["id"],
            channel_id=row["channel_id"],
            words=row["begin"],
            at=instant_of(row["at_ms"]),
        )
        for row in rows
    ]
    return tuple(sorted(found, key=lambda each: each.at))
