"""A season: a timetable and a keeper before a director that really directs, in virtual time, over several runs."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from datetime import UTC, datetime, timedelta

import anyio

from performer.agent.queue.kept import CueKeeper
from performer.agent.schedule.plan import Plan, PlanRequest, ScheduleSettings
from performer.agent.schedule.scheduler import Scheduler
from performer.core.clock import VirtualClock
from performer.core.cues import Cue, format_words
from tests.performer.agent.director.scripted_show import Rehearsal
from tests.performer.memory.inline import InlineStore


class Wall(VirtualClock):
    """A virtual clock whose wall time can be set, as people and time servers do."""

    def __init__(self) -> None:
        super().__init__(seed=7)
        self.ahead = timedelta()

    def utc(self) -> datetime:
        return super().utc() + self.ahead


class Run:
    """One run of the performer on a store; `said` are the words of the cues that were performed."""

    def __init__(self, clock: Wall, store: InlineStore, **settings: object) -> None:
        self.clock = clock
        self.store = store
        self.it = Rehearsal(clock)
        self.it.hand.is_silent = True
        self.keeper = CueKeeper(clock, self.it.stream, store, self.it.inbox.put)
        self.it.turns.keeper = self.keeper
        self.timetable = Scheduler(
            clock,
            self.it.stream,
            ScheduleSettings.model_validate({"zone": "UTC", **settings}),
            store,
            give=self.keeper.give,
            room=self.keeper.room,
        )

    def cut_the_power(self) -> None:
        """Have nothing more reach the disk."""
        self.store.is_cut = True

    @property
    def said(self) -> list[str]:
        return [format_words(cue) for cue in self.it.hand.cues]

    @property
    def cues(self) -> list[Cue]:
        return self.it.hand.cues

    async def plan(self, when: str, prompt: str = "drink", **others: object) -> Plan:
        plan, _ = await self.timetable.add(PlanRequest(when=when, prompt=prompt, is_own=True, **others))  # type: ignore[arg-type]  # a test's own words
        return plan


class Season:
    """Runs, one after the other, on the same store and under the same clock."""

    def __init__(self) -> None:
        self.clock = Wall()
        self.store = InlineStore()

    @asynccontextmanager
    async def run(self, **settings: object) -> AsyncIterator[Run]:
        """Let the performer run; at the end of the block it is gone."""
        self.store.is_cut = False
        run = Run(self.clock, self.store, **settings)
        async with anyio.create_task_group() as tasks:
            await tasks.start(run.it.note)
            await tasks.start(run.timetable.run)
            await tasks.start(run.keeper.run)
            await tasks.start(run.it.hand.run)
            await tasks.start(run.it.director.run)
            yield run
            tasks.cancel_scope.cancel()

    def states(self) -> list[str]:
        return [row["state"] for row in self.store.rows("SELECT state FROM run ORDER BY due_ms")]


@contextmanager
def season() -> Iterator[Season]:
    it = Season()
    with closing(it.store):
        yield it


BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
"""When virtual time begins."""
