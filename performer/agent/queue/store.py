"""Kept cues in the database: what the streamer asked for and what was planned, until it is taken."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from sqlite3 import Connection

from performer.agent.schedule.store import finish_run
from performer.core.cues import Cue, name_kind
from performer.core.cues_json import format_cue_json, parse_cue_json
from performer.core.storage import Store
from performer.core.text import parse_ms, to_ms

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class KeptCue:
    """A cue that was kept when the performer ended."""

    id: str
    cue: Cue
    at: datetime
    """When it was given, in UTC."""


class SqlCueStore:
    """Keeps cues; whatever has returned survives a power cut."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, id_: str, cue: Cue, at: datetime) -> None:
        """Keep a cue under an id that no other has.

        Raises:
            ServiceError: when the disk has failed.
        """
        sql = "INSERT INTO cue (id, kind, body, at_ms) VALUES (?, ?, ?, ?)"
        row = (id_, name_kind(cue), format_cue_json(cue), to_ms(at))
        await self._store.write(lambda it: it.execute(sql, row).rowcount, durable=True)

    async def take(self, id_: str) -> bool:
        """Remove a cue for good, and tell whether it was there: of all who try one gets it.

        Raises:
            ServiceError: when the disk has failed; it may still be there at the next start.
        """
        return await self._store.write(partial(_take, id_), durable=True)

    def drop(self, id_: str) -> None:
        """Drop a cue, soon: its turn is over, or it will never become one."""
        self._store.later(partial(_drop, id_))

    async def waiting(self, at_s: float) -> Sequence[KeptCue]:
        """Return the cues that are kept, the oldest first, as of an instant; drop what nobody can read."""
        rows = await self._store.read(lambda it: it.execute("SELECT * FROM cue ORDER BY at_ms, id").fetchall())
        found = []
        for row in rows:
            try:
                cue = parse_cue_json(row["body"], at_s=at_s)
            except ValueError as error:
                _log.warning("The kept cue %s cannot be read (%s); it is let go.", row["id"], error)
                self.drop(row["id"])
            else:
                found.append(KeptCue(id=row["id"], cue=cue, at=parse_ms(row["at_ms"])))
        return found


def _take(id_: str, connection: Connection) -> bool:
    return connection.execute("DELETE FROM cue WHERE id = ?", (id_,)).rowcount > 0


def _drop(id_: str, connection: Connection) -> None:
    _take(id_, connection)
    finish_run(id_, connection)
