"""Dead air: the time without a lead, or with one over its time, after which the understudy performs."""

import math
from collections.abc import Awaitable, Callable
from dataclasses import field, replace
from typing import Final

import anyio
from anyio.abc import TaskGroup, TaskStatus

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.models.call_meter import CallMeter
from performer.models.endpoint.endpoint import EndpointGone
from performer.models.load.line_time import PATIENCE_S, LineTime
from performer.models.model import OnText, Step, StepRequest

AWAY_S: Final = PATIENCE_S
"""Seconds for which the air may be dead: then the understudy performs. A line that has begun may take as long again."""
REST_S: Final = 20.0
"""A lead that was over its time twice in a row is asked for a reaction again after so long."""

AskLead = Callable[[StepRequest, OnText], Awaitable[Step]]


class OverTimeError(ServiceError):
    """A lead did not begin to speak in time."""


@dataclass(eq=False)
class DeadAir:
    """Tracks since when nobody leads, and until when a lead that was too slow is left alone.

    While it does not run, a lead that is late is waited for.
    """

    _clock: Clock
    _line_time: LineTime = field(default_factory=LineTime)
    """Knows how long a line of the lead is waited for, and is told of those that came too late."""
    _rests_until_s: float = field(default=-math.inf, init=False)
    _in_a_row: int = field(default=0, init=False)
    """Reactions that were over their time since the last one that was not."""
    _left: "_PendingAnswer | None" = field(default=None, init=False)
    """The last request that was left behind."""
    _tasks: TaskGroup | None = field(default=None, init=False)
    _lost_s: float | None = field(default=None, init=False)
    _lost: anyio.Event = field(default_factory=anyio.Event, init=False)

    @property
    def is_resting(self) -> bool:
        """Whether reactions are the understudy's: the lead was over its time, and has not answered since."""
        still_asked = self._left is not None and not self._left.over.is_set()
        return still_asked or self._clock.now() < self._rests_until_s

    @property
    def is_dead(self) -> bool:
        """Whether it is time for the understudy: the lead rests, or has been away for long enough."""
        return self.is_resting or (self._lost_s is not None and self._clock.now() - self._lost_s >= AWAY_S)

    def note_lost(self) -> None:
        """Start the time without a lead, if it has not started."""
        if self._lost_s is None:
            since_s = AWAY_S if self._in_a_row else 0.0  # somebody stands in already for one that was late
            self._lost_s = self._clock.now() - since_s
            self._lost.set()

    def note_found(self) -> None:
        """End the time without a lead."""
        self._lost_s = None

    async def wait_for_absence(self) -> None:
        """Wait until nobody has led for so long that the understudy performs."""
        while True:
            await self._lost.wait()
            self._lost = anyio.Event()
            lost_s = self._lost_s
            if lost_s is None:
                continue
            await self._clock.sleep(lost_s + AWAY_S - self._clock.now())
            if self._lost_s == lost_s:
                return

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Run the requests to leads, for ever: one may have to outlive its turn."""
        async with anyio.create_task_group() as tasks:
            self._tasks = tasks
            task_status.started()
            try:
                await anyio.sleep_forever()
            finally:
                self._tasks = None

    async def ask_in_time(self, name: str, request: StepRequest, ask: AskLead, meter: CallMeter) -> Step:
        """Return a lead's answer to a reaction; a lead that says no word of it in time rests until it has answered.

        Its request is not closed then, for a server that reads goes on reading: the next one would wait behind that,
        and would be over its time as well. What it still writes is heard by nobody.

        Raises:
            OverTimeError: when no word came in time, or its line did not end in twice that.
            ServiceError: when the lead failed.
        """
        if self._tasks is None:  # it is being started anew
            return await ask(request, meter)
        asking = _PendingAnswer(request, ask, meter, self._line_time)
        away_s = self._line_time.patience_s
        self._tasks.start_soon(asking.run)
        try:
            with self._clock.move_on_after(away_s):
                await asking.over.wait()
            if meter.has_text:
                with self._clock.move_on_after(away_s):
                    await asking.over.wait()
            if asking.over.is_set():
                self._in_a_row = 0
                return asking.answer()
            self._leave(asking)
        finally:
            asking.end()
        if meter.has_text:
            raise OverTimeError(
                own("{name} did not end its line within {within_s:.0f} s.", name=name, within_s=2 * away_s)
            )
        raise OverTimeError(own("{name} did not begin to speak within {away_s:.0f} s.", name=name, away_s=away_s))

    def _leave(self, asking: "_PendingAnswer") -> None:
        asking.is_left = True
        self._left = asking
        self._in_a_row += 1
        if self._in_a_row > 1:
            self._rests_until_s = self._clock.now() + REST_S


@dataclass(eq=False)
class _PendingAnswer:
    """A request to a lead, which may be left behind: then nobody hears it, and its first words are enough."""

    _request: StepRequest
    _ask: AskLead
    _meter: CallMeter
    _line_time: LineTime
    is_left: bool = False
    over: anyio.Event = field(default_factory=anyio.Event)
    _scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    _step: Step | None = None
    _failure: ServiceError | None = None

    async def run(self) -> None:
        """Ask the lead, and keep its answer or failure."""
        request = replace(self._request, enough=lambda: self.is_left or self._request.enough())
        try:
            with self._scope:
                self._step = await self._ask(request, self._meter)
            if self.is_left and self._step is not None:
                self._line_time.took(self._meter.since_asked_s, mode=self._step.usage.mode)
        except ServiceError as error:
            self._failure = error
        finally:
            self.over.set()

    def answer(self) -> Step:
        """Return the lead's step; raise ServiceError when it failed."""
        if self._step is None:
            raise self._failure or EndpointGone(own("The lead is being started anew."))
        return self._step

    def end(self) -> None:
        """Close the request, unless it was left behind; either way nobody hears more of it."""
        self._meter.mute()
        if not self.is_left:
            self._scope.cancel()
