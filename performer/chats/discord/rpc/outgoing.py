"""Records that outlive a restart beside a Discord elsewhere: messages on their way, and small texts in one file."""

import json
from datetime import datetime
from pathlib import Path
from sqlite3 import Connection
from typing import Final

import anyio.to_thread
from pydantic import TypeAdapter

from performer.core.files.atomic import write_private
from performer.core.redact.redact import redact
from performer.core.storage import Store
from performer.core.text import parse_ms, to_ms
from performer.core.values import dataclass

MOST_WORDS: Final = 80
_PUT: Final = "INSERT OR REPLACE INTO sending (id, channel_id, begin, at_ms) VALUES (?, ?, ?, ?)"


@dataclass(frozen=True, kw_only=True)
class OutgoingMessage:
    """A message whose answer has not come."""

    id: str
    """The id of its call."""
    channel_id: str
    words: str
    """The first words of it."""
    at: datetime
    """Wall time, UTC, at which it was sent."""


class OutgoingStore:
    """Keeps messages that are on their way in the database: what has returned outlives this process."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def begin(self, sending: OutgoingMessage) -> None:
        """Keep a message before it is sent."""
        row = (sending.id, sending.channel_id, redact(sending.words), to_ms(sending.at))
        await self._store.write(lambda it: it.execute(_PUT, row).rowcount)

    def end(self, id_: str) -> None:
        """Forget a message soon: its outcome is known."""
        self._store.later(lambda it: it.execute("DELETE FROM sending WHERE id = ?", (id_,)))

    async def take_unanswered(self) -> tuple[OutgoingMessage, ...]:
        """Return the messages that an earlier run has left, the oldest first, and forget them."""
        return await self._store.write(_take_all)


def _take_all(connection: Connection) -> tuple[OutgoingMessage, ...]:
    rows = connection.execute("DELETE FROM sending RETURNING *").fetchall()
    return tuple(
        OutgoingMessage(id=row["id"], channel_id=row["channel_id"], words=row["begin"], at=parse_ms(row["at_ms"]))
        for row in sorted(rows, key=lambda row: row["at_ms"])
    )


_KEPT: Final = TypeAdapter(dict[str, str])
KEPT_FILE: Final = "discord-io.json"
"""The name of the file, in PERFORMER_HOME."""


class FileKeyValueStore:
    """A KeyValueStore for few and small texts, in one file that each change writes anew.

    A file that cannot be read is an empty one.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = anyio.Lock()

    async def kept(self, name: str) -> str:
        """Return the text of a name; empty when there is none."""
        async with self._lock:
            return (await anyio.to_thread.run_sync(self._read)).get(name, "")

    async def keep(self, name: str, value: str) -> None:
        """Keep a text by its name; it is written when this returns, or a ServiceError says why it cannot be."""
        async with self._lock:
            kept = {**await anyio.to_thread.run_sync(self._read), name: value}
            await anyio.to_thread.run_sync(write_private, self._file, json.dumps(kept, indent=2) + "\n")

    def _read(self) -> dict[str, str]:
        try:
            return _KEPT.validate_json(self._file.read_bytes())
        except (OSError, ValueError):
            return {}
