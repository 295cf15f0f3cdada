"""The errands: calls that take long go on beside the show, and what they come to is told in a turn of its own."""

import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

import anyio
from anyio.abc import TaskGroup, TaskStatus

from performer.core import events
from performer.core.clock import Clock
from performer.core.cues import AnswerCue, find_origin, find_reply_place
from performer.core.errors import ConfigError, ServiceError, ToolRefusedError
from performer.core.events.stream import EventStream
from performer.core.status import Role
from performer.core.text import format_json_line
from performer.guard.guard import Guard
from performer.tools.jobs.job import Came, Job, JobStore, RunningJob
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
_LOST: Final = "Nobody knows whether it was done: the performer was ended meanwhile. It is not tried again."


class Jobs:
    """Sends calls on their way, tells when they are back, and ends them with their turn, at a hush, or by number.

    What was under way when the performer ended is told as lost, and never run again.

    Args:
        clock: Times them.
        stream: Told what is begun and ended; tells which turn was cut, and that all is to be quiet.
        store: Keeps them.
        within_s: How long one may take, in seconds.
        guard: Decides of what is told of them.
        answer: Takes what one came to, as a cue that goes on with its turn.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        store: JobStore,
        within_s: float,
        *,
        guard: Guard,
        answer: Callable[[AnswerCue], Awaitable[object]],
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._store = store
        self._within_s = within_s
        self._guard = guard
        self._answer = answer
        self._under_way: list[RunningJob] = []
        self._askers = AskCounter()
        self._running: TaskGroup | None = None

    @property
    def under_way(self) -> Sequence[tuple[Job, RunningJob]]:
        """Those that nobody waits for, the oldest first."""
        return tuple((each.errand, each) for each in self._under_way if each.errand)

    def roles(self) -> tuple[Role, ...]:
        """Tell how many are under way; nothing when none is."""
        count = len(self.under_way)
        if not count:
            return ()
        plays = "1 long call is under way" if count == 1 else f"{count} long calls are under way"
        return (Role(part="errands", plays=plays, why="python3 run.py errands shows them"),)

    async def send(self, call: ToolCall, proceed: Proceed) -> ToolResult:
        """Send a call on its way, and give the sentence that the model reads meanwhile, or the answer if it is quick.

        While nobody runs the errands, it is waited for.

        Raises:
            ToolRefused: when too many are under way; and, as `ToolFailed`, what a quick one came to.
        """
        if self._running is None:
            return await proceed(call)
        twin = next((each for each in self._under_way if _is_same(each.call, call)), None)
        if twin is not None:
            return ToolResult.of(_make_already_running(twin.errand))
        self._make_room(call)
        going = RunningJob(self._clock, call, self._within_s)
        self._under_way.append(going)
        self._running.start_soon(self._go, going, proceed)
        return await self._waited_for_a_moment(going)

    async def cancel(self, number: int) -> str:
        """End one by its number, and tell what was done; nobody is told on the stage.

        Raises:
            ConfigError: when none of that number is under way.
        """
        for errand, going in self.under_way:
            if errand.number == number:
                is_ended = going.cancel("somebody wanted it so")
                return (
                    f"number {number}, {errand.tool}, is cancelled" if is_ended else _make_too_late(number, going.came)
                )
        came = await self._store.came(number)
        if came is not None:
            return _make_too_late(number, came)
        known = ", ".join(str(errand.number) for errand, _ in self.under_way) or "none"
        raise ConfigError(f"There is no errand number {number}. Those under way: {known}.")

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Tell what an earlier run has lost, then run what is sent, until cancelled."""
        await self._tell_lost()
        with self._stream.whole("errands", events.TurnCut, events.Hushed) as reader:
            try:
                async with anyio.create_task_group() as self._running:
                    task_status.started()
                    async for published in reader:
                        self._cut(published.event)
            finally:
                self._running = None

    def _make_room(self, call: ToolCall) -> None:
        if len(self._under_way) >= MOST:
            raise ToolRefusedError(f"{MOST} long calls are under way already. Let it go until one is done.")
        if self._askers.count(call) > MOST_OF_A_TURN:
            raise ToolRefusedError(f"You have started {MOST_OF_A_TURN} long calls now. Let it go.")

    async def _waited_for_a_moment(self, going: RunningJob) -> ToolResult:
        """Give what a quick one came to; else have it kept, and nobody waits for it any more."""
        try:
            with self._clock.move_on_after(AT_ONCE_S):
                await going.over.wait()
        except anyio.get_cancelled_exc_class():
            going.cancel("its turn ended")
            going.kept.set()
            raise
        if going.over.is_set():
            going.kept.set()
            return going.answer()
        with anyio.CancelScope(shield=True):  # it is on its way, whatever becomes of its turn
            errand = await self._kept(going)
        return ToolResult.of(
            f"It is started as number {errand.number} and takes a while; you will be told. Do not wait for it."
        )

    async def _kept(self, going: RunningJob) -> Job:
        call = going.call
        errand = Job(
            tool=call.name,
            server=call.tool.server if call.tool else "",
            call=call.id,
            arguments=call.arguments,
            origin=find_origin(call.cue),
            said=call.said,
            began_at=self._clock.utc(),
        )
        try:
            errand = replace(errand, number=await self._store.add(errand))
        except ServiceError as error:
            _log.error("%s cannot go on beside the show: %s", call.name, error)
            going.cancel("it cannot be kept")
            raise ToolRefusedError("Nothing that takes long can be started now. Let it go.") from None
        else:
            going.errand = errand
            self._stream.publish(
                events.ErrandStarted(
                    turn=call.turn,
                    errand=errand.number,
                    call=call.id,
                    tool=call.name,
                    server=errand.server,
                    within_s=self._within_s,
                )
            )
        finally:
            going.kept.set()
        return errand

    async def _go(self, going: RunningJob, proceed: Proceed) -> None:
        try:
            await going.run(proceed)
            await going.kept.wait()
            if going.errand and going.came:
                took_s = self._clock.now() - going.began_s
                await self._ended(going.errand, going.came, going.text, turn=going.call.turn, took_s=took_s)
        finally:
            self._under_way.remove(going)

    def _cut(self, event: events.Event) -> None:
        """End what goes with what was cut."""
        for going in self._under_way:
            if isinstance(event, events.Hushed):
                going.cancel("all is to be quiet")
            elif event.turn is not None and going.call.turn == event.turn:
                going.cancel("its turn was cut")

    async def _tell_lost(self) -> None:
        for errand in await self._store.going():
            await self._ended(errand, "lost", _LOST)

    async def _ended(self, errand: Job, came: Came, text: str, *, turn: int | None = None, took_s: float = 0.0) -> None:
        with anyio.CancelScope(shield=True):
            with _log_and_continue():
                await self._store.finish(errand.number, came)
            self._stream.publish(
                events.ErrandEnded(
                    turn=turn,
                    errand=errand.number,
                    call=errand.call,
                    tool=errand.tool,
                    came=came,
                    text=self._guard.recorded(text[:_TOLD_CHARS]),
                    took_s=round(took_s, 3),
                )
            )
            if came != "cancelled":
                with _log_and_continue():
                    await self._answer(self._cue(errand, text))

    def _cue(self, errand: Job, text: str) -> AnswerCue:
        return AnswerCue(
            tool=errand.tool,
            arguments=format_json_line(errand.arguments),
            text=text[:_ANSWER_CHARS],
            origin=errand.origin,
            said=errand.said,
            at_s=self._clock.now(),
        )


def _is_same(one: ToolCall, other: ToolCall) -> bool:
    return _asked(one) == _asked(other)


def _asked(call: ToolCall) -> tuple[object, ...]:
    """Tell what is asked, and in which channel it is answered."""
    return call.name, call.arguments, find_reply_place(call.cue)[0] if call.cue else ""


def _make_too_late(number: int, came: Came | None) -> str:
    return f"too late: number {number} is {came or 'over'} already"


def _make_already_running(errand: Job | None) -> str:
    known = f" as number {errand.number}" if errand else ""
    return f"It is under way already{known}; you will be told."


@contextmanager
def _log_and_continue() -> Iterator[None]:
    """Go on where something cannot be kept or said; the log has it."""
    try:
        yield
    except ServiceError as error:
        _log.warning("A long call goes on with less: %s", error)
