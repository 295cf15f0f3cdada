"""Performers that plan, keep and perform on one database, each killed at some moment: see `tests.dying`.

Each word of what happened is told at once. The last is left alone until all is done.
"""

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import anyio

from performer.agent.queue.kept import CueKeeper, SqlCueStore
from performer.agent.schedule.plan import PlanRequest, ScheduleSettings
from performer.agent.schedule.scheduler import Scheduler
from performer.core.clock import Deadline, SystemClock
from performer.core.cues import Cue, OperatorCue, ScheduleCue, format_words
from performer.core.events.stream import EventStream
from performer.core.events.turns import CueDropped
from performer.memory.database import open_database
from tests.dying import Tell, die

FASTER = 600
"""A minute takes a tenth of a second."""
_BEGAN_S = time.time()


class Hurry(SystemClock):
    """A clock on which everything takes less time; all the processes of one run have the same wall time."""

    def now(self) -> float:
        return super().now() * FASTER

    def utc(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=(time.time() - _BEGAN_S) * FASTER)

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds / FASTER)

    def move_on_after(self, seconds: float) -> Deadline:
        return super().move_on_after(seconds / FASTER)


class Performs:
    """Tells what it performs: at once, and again when it is through."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    async def perform(self, _turn: int, cue: Cue) -> None:
        self._tell(f"began {format_words(cue)}")
        await anyio.sleep(0.005)


async def perform(folder: Path, number: int, tell: Tell, *, is_last: bool) -> None:
    """Plan and keep a few things, tell each that is acknowledged, and perform whatever is due."""
    clock = Hurry()
    stream = EventStream(clock)
    dropped = stream.whole("told", CueDropped)
    send, receive = anyio.create_memory_object_stream[Cue](1000)
    async with open_database(clock, folder / "memory.db") as store, anyio.create_task_group() as tasks:

        async def told() -> None:
            async for published in dropped:
                assert isinstance(published.event, CueDropped)
                tell(f"lost {published.event.text}")

        tasks.start_soon(told)
        keeper = CueKeeper(clock, stream, store, send.send_nowait)
        timetable = Scheduler(clock, stream, ScheduleSettings(zone="UTC"), store, give=keeper.give, room=keeper.room)
        await tasks.start(timetable.run)
        await tasks.start(keeper.run)
        performs = Performs(tell)

        async def play() -> None:
            async for cue in receive:
                assert isinstance(cue, ScheduleCue | OperatorCue)
                async with keeper.taking(cue) as why_not:
                    if not why_not:
                        await performs.perform(1, cue)

        tasks.start_soon(play)
        for each in range(0 if is_last else 6):
            await timetable.add(PlanRequest(when=f"in {10 + 60 * each} s", prompt=f"plan-{number}-{each}", is_own=True))
            tell(f"acked plan-{number}-{each}")
            if each == 0:
                await keeper.keep(OperatorCue(text=f"wish-{number}"))
                tell(f"acked wish-{number}")
        if not is_last:
            await anyio.sleep_forever()
        while await timetable.plans() or await SqlCueStore(store).waiting(0):  # noqa: ASYNC110  other parts take them
            await anyio.sleep(0.05)
        await anyio.sleep(0.1)
        tasks.cancel_scope.cancel()


if __name__ == "__main__":
    die(perform, oldest_s=0.15)
