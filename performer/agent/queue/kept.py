"""The keeper: what the streamer asked for and what was planned outlives the process until its turn begins.

Nothing of it becomes a turn twice: its row is taken out before the turn begins, and only who gets it out performs it.
"""

import logging
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from itertools import count
from typing import Final

from anyio import TASK_STATUS_IGNORED
from anyio.abc import TaskStatus

from performer.agent.queue.inbox import MOST_PLANNED
from performer.agent.queue.store import KeptCue, SqlCueStore
from performer.core.clock import Clock
from performer.core.cues import AnswerCue, Cue, OperatorCue, SayCue, ScheduleCue, find_kept_id, format_words, name_kind
from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream
from performer.core.events.turns import CueDropped

_log = logging.getLogger(__name__)

_OLDEST: Final = timedelta(days=1)
"""What has waited for longer when the performer comes back is of another day."""
_MOST_BACK: Final = MOST_PLANNED
"""So many of a kind come back at a start, the newest."""

Keepable = SayCue | OperatorCue | ScheduleCue | AnswerCue


class CueKeeper:
    """Keeps cues until they are taken, or let go; `run` first gives what the last run has left.

    Args:
        clock: The show's clock.
        stream: Tells which cues are let go, and is told of those that come back too late.
        rows: Where they are kept.
        give: Takes a cue in, as the director does.
    """

    def __init__(self, clock: Clock, stream: EventStream, rows: SqlCueStore, give: Callable[[Cue], None]) -> None:
        self.came_back = 0
        """How many cues of the last run were given again."""
        self._clock = clock
        self._stream = stream
        self._rows = rows
        self._hand_on = give
        self._in_line: dict[str, Cue] = {}
        self._dropped = stream.whole("kept cues", CueDropped)
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
            await self._rows.add(id_, kept, self._clock.utc())
        except ServiceError as error:
            _log.warning("A request is not kept over a restart: %s", error)
            self._hand_on(cue)
            return
        try:
            self.give(kept)
        except ServiceError:
            self._let_go(id_)
            raise

    def give(self, cue: Cue) -> None:
        """Put a cue into the inbox that is kept already.

        Raises:
            ServiceError: as the director does.
        """
        self._in_line[find_kept_id(cue)] = cue
        self._hand_on(cue)

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
        kept = [each for each in await self._rows.waiting(self._clock.now()) if each.id not in self._in_line]
        left = Counter(name_kind(each.cue) for each in kept)
        for each in kept:
            left[name_kind(each.cue)] -= 1
            if self._clock.utc() - each.at > _OLDEST:
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
        self._stream.publish(CueDropped(kind=name_kind(kept.cue), reason=reason, text=format_words(kept.cue)))
        self._rows.drop(kept.id)
