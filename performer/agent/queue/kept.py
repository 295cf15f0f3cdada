"""Kept cues: what the streamer asked for and what was planned is in the database until its turn begins.

Nothing of it becomes a turn twice: its row is taken out before the turn begins, and only who gets it out performs it.
"""

import logging
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import field, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from sqlite3 import Connection
from typing import Final

from anyio import TASK_STATUS_IGNORED
from anyio.abc import TaskStatus

from performer.agent.queue.inbox import MOST_PLANNED
from performer.agent.schedule.store import finish_run
from performer.core.clock import Clock
from performer.core.cues import AnswerCue, Cue, OperatorCue, SayCue, ScheduleCue, find_kept_id, format_words, name_kind
from performer.core.cues_json import format_cue_json, parse_cue_json
from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream
from performer.core.events.turns import CueDropped
from performer.core.storage import Store
from performer.core.text import parse_ms, to_ms
from performer.core.values import dataclass

_log = logging.getLogger(__name__)

_OLDEST: Final = timedelta(days=1)
"""What has waited for longer when the performer comes back is of another day."""
_MOST_BACK: Final = MOST_PLANNED
"""The most cues of a kind that come back at a start, the newest."""

Keepable = SayCue | OperatorCue | ScheduleCue | AnswerCue


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
        """Keep a cue under an id that no other has; raise ServiceError when the disk has failed."""
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


@dataclass(eq=False)
class CueKeeper:
    """Keeps cues until they are taken, or let go; `run` first gives what the last run has left."""

    clock: Clock
    stream: EventStream
    database: Store
    put: Callable[[Cue], None]
    """Puts a cue into the inbox."""
    came_back: int = field(init=False, default=0)
    """How many cues of the last run were given again."""

    def __post_init__(self) -> None:
        self._rows = SqlCueStore(self.database)
        self._in_line: dict[str, Cue] = {}
        self._dropped = self.stream.whole("kept cues", CueDropped)
        self._order = count()
        """Begins the ids: what is kept in the same millisecond comes back in its order."""
        self._is_over = False

    def room(self) -> int:
        """Return how many more planned cues may wait, so that none crowds out another."""
        return MOST_PLANNED - sum(isinstance(cue, ScheduleCue) for cue in self._in_line.values())

    async def run(self, *, task_status: TaskStatus[None] = TASK_STATUS_IGNORED) -> None:
        """Put what the last run has left into the inbox, then drop the rows of dropped cues, until cancelled."""
        await self._come_back()
        task_status.started()
        while await self._dropped.wait():
            self._catch_up()

    async def keep(self, cue: Keepable) -> None:
        """Keep a cue and give it; it is on the disk when this returns. On a disk that fails it is given all the same.

        Raises:
            ServiceError: when too many requests of the streamer's wait already; then it is not kept.
        """
        id_ = f"{next(self._order):06}-{secrets.token_hex(8)}"
        kept = replace(cue, id=id_)
        try:
            await self._rows.add(id_, kept, self.clock.utc())
        except ServiceError as error:
            _log.warning("A request is not kept over a restart: %s", error)
            self.put(cue)
            return
        try:
            self.give(kept)
        except ServiceError:
            self._let_go(id_)
            raise

    def give(self, cue: Cue) -> None:
        """Put a cue into the inbox that is kept already; raise ServiceError as the director does."""
        self._in_line[find_kept_id(cue)] = cue
        self.put(cue)

    async def take(self, cue: Cue) -> str:
        """Remove a cue before its turn begins; empty when it may begin, else why not."""
        id_ = find_kept_id(cue)
        if not id_:
            return ""
        try:
            is_there = await self._rows.take(id_)
        except ServiceError as error:
            return f"it may be performed already, and nothing can be noted: {error}"
        return "" if is_there else "it was taken already, or taken back"

    @asynccontextmanager
    async def taking(self, cue: Cue) -> AsyncIterator[str]:
        """Remove a cue as `take` does, and let it go at the end of the block in which its turn is performed."""
        try:
            yield await self.take(cue)
        finally:
            self._let_go(find_kept_id(cue))

    def close(self) -> None:
        """Keep the rows of whatever is dropped from now on for the next start: the show ends."""
        self._catch_up()
        self._is_over = True

    def _catch_up(self) -> None:
        for published in self._dropped.taken():
            if isinstance(published.event, CueDropped) and not self._is_over:
                self._let_go(published.event.cue)

    def _let_go(self, id_: str) -> None:
        if self._in_line.pop(id_, None):
            self._rows.drop(id_)

    async def _come_back(self) -> None:
        kept = [each for each in await self._rows.waiting(self.clock.now()) if each.id not in self._in_line]
        left = Counter(name_kind(each.cue) for each in kept)
        for each in kept:
            left[name_kind(each.cue)] -= 1
            if self.clock.utc() - each.at > _OLDEST:
                self._refuse(each, "it was kept for more than a day")
            elif left[name_kind(each.cue)] >= _MOST_BACK:
                self._refuse(each, "newer ones were kept as well")
            else:
                self._give_back(each)
        if self.came_back:
            _log.info("Of the last run %d cues come back: they were kept until now.", self.came_back)

    def _give_back(self, kept: KeptCue) -> None:
        try:
            self.give(kept.cue)
            self.came_back += 1
        except ServiceError as error:
            self._refuse(kept, str(error))

    def _refuse(self, kept: KeptCue, reason: str) -> None:
        self._in_line.pop(kept.id, None)
        self.stream.publish(CueDropped(kind=name_kind(kept.cue), reason=reason, text=format_words(kept.cue)))
        self._rows.drop(kept.id)
