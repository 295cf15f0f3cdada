"""The jobs: calls that take long go on beside the show, and what they come to is told in a turn of its own."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import field, replace
from typing import Any, Final

import anyio
from anyio.abc import TaskGroup, TaskStatus

from performer.core import events
from performer.core.command_line import COMMAND
from performer.core.cues import AnswerCue
from performer.core.errors import ConfigError, ServiceError, ToolRefusedError
from performer.core.own_text import own
from performer.core.status import Role
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.tools.hooks.permission import Patience
from performer.tools.jobs.job import Came, Job, JobTable, RunningJob
from performer.tools.persistent_calls import (
    LOST,
    KeepPictures,
    copy_call,
    keep_no_picture,
    log_and_continue,
    make_answer,
)
from performer.tools.rates import AskCounter
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Proceed

_log = logging.getLogger(__name__)

MOST: Final = 5
MOST_OF_A_TURN: Final = 3
AT_ONCE_S: Final = 1.0
"""A call that is done within this is answered at once, in seconds."""
_ANSWER_CHARS: Final = 20_000
_TOLD_CHARS: Final = 100_000


@dataclass(eq=False)
class Jobs:
    """Starts long calls, tells when they are done, and ends them with their turn, at a hush, or by number.

    What was under way when the performer ended is told as lost, and never run again.
    """

    _runtime: Runtime
    _table: JobTable
    within_s: float
    """How long one may take."""
    _answer: Callable[[AnswerCue], Awaitable[object]]
    """Takes what one came to, as a cue that goes on with its turn."""
    _keep_pictures: KeepPictures = keep_no_picture
    """Keeps the pictures among what one came to, for the turn that is told of it."""
    _under_way: list[RunningJob] = field(default_factory=list, init=False)
    _askers: AskCounter = field(default_factory=AskCounter, init=False)
    _running: TaskGroup | None = field(default=None, init=False)

    @property
    def under_way(self) -> Sequence[tuple[Job, RunningJob]]:
        """The jobs that nobody waits for, the oldest first."""
        return tuple((each.job, each) for each in self._under_way if each.job)

    def roles(self) -> tuple[Role, ...]:
        """Return a line for the start-up table with the number of jobs under way; nothing when there are none."""
        count = len(self.under_way)
        plays = "1 long call is under way" if count == 1 else f"{count} long calls are under way"
        return (
            (Role(part="errands", plays=plays, why=own("{start} errands shows them", start=COMMAND)),) if count else ()
        )

    async def send(self, call: ToolCall, proceed: Proceed, patience: Patience | None = None) -> ToolResult:
        """Start a call, and return the sentence that the model reads meanwhile, or the answer if it is quick.

        One with `patience` counts as a long call only once its turn has waited long enough for it. While nobody runs
        the jobs, the call is waited for.

        Raises:
            ToolRefusedError: when too many are under way; and, as `ToolFailedError`, what a quick one came to.
        """
        if self._running is None:
            return await proceed(call)
        asked = (call.name, call.arguments, call.channel)
        same = (each for each in self._under_way if (each.call.name, each.call.arguments, each.call.channel) == asked)
        twin = next(same, None)
        if twin is not None:
            known = f" as number {twin.job.number}" if twin.job else ""
            return ToolResult.of(f"It is under way already{known}; you will be told.")
        if patience is None:
            self._require_room(call, len(self._under_way))
        going = RunningJob(self._runtime.clock, call, patience.within_s if patience else self.within_s)
        self._under_way.append(going)
        self._running.start_soon(self._go, going, proceed)
        return await self._wait_for_a_moment(going, patience)

    async def cancel(self, number: int) -> str:
        """End a job by its number, and return what was done; nobody is told on the stage.

        Raises:
            ConfigError: when there is no job of that number.
        """
        going = next((going for job, going in self.under_way if job.number == number), None)
        if going and going.cancel(own("somebody wanted it so")):
            return f"number {number}, {going.call.name}, is cancelled"
        came = (going.came or "over") if going else await self._table.came(number)
        if came is None:
            known = ", ".join(str(job.number) for job, _ in self.under_way) or "none"
            raise ConfigError(
                own("There is no errand number {number}. Those under way: {known}.", number=number, known=known)
            )
        return f"too late: number {number} is {came} already"

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Publish which jobs an earlier run has lost, then run what is sent, until cancelled."""
        for job in await self._table.in_state("going"):
            await self._end(job, "lost", LOST)
        with self._runtime.stream.whole("errands", events.TurnCut, events.Hushed) as reader:
            try:
                async with anyio.create_task_group() as self._running:
                    task_status.started()
                    async for published in reader:
                        self._cut(published.event)
            finally:
                self._running = None

    def _require_room(self, call: ToolCall, under_way: int) -> None:
        """Check that one more long call may be under way beside so many.

        Raises:
            ToolRefusedError: when there are too many, of all or of its turn.
        """
        if under_way >= MOST:
            raise ToolRefusedError(
                own("{most} long calls are under way already. Let it go until one is done.", most=MOST)
            )
        if self._askers.count(call) > MOST_OF_A_TURN:
            raise ToolRefusedError(own("You have started {most} long calls now. Let it go.", most=MOST_OF_A_TURN))

    async def _wait_for_a_moment(self, going: RunningJob, patience: Patience | None) -> ToolResult:
        """Return what a quick call came to; keep any other, and nobody waits for it any more."""
        try:
            with self._runtime.clock.move_on_after(patience.waits_s if patience else AT_ONCE_S):
                await going.over.wait()
        except anyio.get_cancelled_exc_class():
            going.cancel(own("its turn ended"))
            going.kept.set()
            raise
        if going.over.is_set():
            going.kept.set()
            return going.answer()
        if patience:
            try:
                self._require_room(going.call, len(self.under_way))
            except ToolRefusedError as no:
                going.cancel(str(no))
                going.kept.set()
                raise
        with anyio.CancelScope(shield=True):  # it is on its way, whatever becomes of its turn
            number = await self._keep(going)
        told = f"It is started as number {number} and takes a while; you will be told. Do not wait for it."
        return ToolResult.of(told)

    async def _keep(self, going: RunningJob) -> int:
        call = going.call
        job = Job(**copy_call(call), began_at=self._runtime.clock.utc())
        try:
            number = await self._table.add(job)
        except ServiceError as error:
            _log.error("%s cannot go on beside the show: %s", call.name, error)
            going.cancel(own("it cannot be kept"))
            raise ToolRefusedError(own("Nothing that takes long can be started now. Let it go.")) from None
        else:
            going.job = replace(job, number=number)
            started = events.ErrandStarted(**_name_job(going.job), server=job.server, within_s=going.within_s)
            self._runtime.stream.publish(started)
        finally:
            going.kept.set()
        return number

    async def _go(self, going: RunningJob, proceed: Proceed) -> None:
        try:
            await going.run(proceed)
            await going.kept.wait()
            if going.job and going.came:
                took_s = self._runtime.clock.now() - going.began_s
                await self._end(going.job, going.came, going.text, took_s=took_s, seen=going.seen)
        finally:
            self._under_way.remove(going)

    def _cut(self, event: events.Event) -> None:
        """Cancel the jobs of a turn that was cut, or all of them at a hush."""
        for going in self._under_way:
            if isinstance(event, events.Hushed):
                going.cancel(own("all is to be quiet"))
            elif event.turn is not None and going.call.turn == event.turn:
                going.cancel(own("its turn was cut"))

    async def _end(self, job: Job, came: Came, text: str, *, took_s: float = 0.0, seen: Sequence[bytes] = ()) -> None:
        with anyio.CancelScope(shield=True):
            with log_and_continue():
                await self._table.finish(job.number, came)
            told = self._runtime.guard.recorded(text[:_TOLD_CHARS])
            ended = events.ErrandEnded(**_name_job(job), came=came, text=told, took_s=round(took_s, 3))
            self._runtime.stream.publish(ended)
            if came != "cancelled":
                with log_and_continue():
                    kept, text = await self._keep_pictures(seen), text[:_ANSWER_CHARS]
                    now_s, has_failed = self._runtime.clock.now(), came != "done"
                    await self._answer(make_answer(job, text, now_s, has_failed=has_failed, pictures=kept))


def _name_job(job: Job) -> dict[str, Any]:
    """Return what every event about a job says of it."""
    return {"turn": job.turn, "errand": job.number, "call": job.call, "tool": job.tool}
