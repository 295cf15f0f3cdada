"""The timetable: looks by the minute at what is planned, and has what is due brought up, each time once."""

import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, replace
from datetime import datetime, timedelta
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.agent.schedule.parser import ParsedTime, parse_time
from performer.agent.schedule.plan import (
    DETAILS,
    DuePlan,
    Plan,
    PlanRequest,
    ScheduleSettings,
    format_instant,
    format_recurrence,
    format_span,
)
from performer.agent.schedule.store import SqlPlanStore
from performer.agent.schedule.time_zones import find_system_name, find_zone
from performer.core.clock import Clock
from performer.core.cues import MOST_PROMPT, ScheduleCue
from performer.core.errors import ConfigError, ServiceError
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream
from performer.core.events.turns import CueDropped
from performer.core.own_text import own
from performer.core.status import Role
from performer.core.storage import Store
from performer.core.values import dataclass

_log = logging.getLogger(__name__)

_LOOK_EVERY_S: Final = 60.0
_CROWDED_S: Final = 5.0
"""How soon it looks again when so much waits for its turn that nothing more is taken."""
_SERVICE: Final = own("schedule")


@dataclass(eq=False)
class Scheduler:
    """Keeps to the plans while `run` runs; they are added, shown and removed at any time.

    Raises:
        ConfigError: when there is no such time zone.
    """

    clock: Clock
    stream: EventStream
    settings: ScheduleSettings
    database: Store
    _: KW_ONLY
    give: Callable[[ScheduleCue], None]
    """Takes a cue that is kept already."""
    room: Callable[[], int]
    """Tells how many more of them may wait for their turn."""

    def __post_init__(self) -> None:
        find_zone(self.settings.zone)
        self._store = SqlPlanStore(self.database)
        self._changed = anyio.Event()
        self._is_down = False
        self._has_begun = False
        self._planned: Sequence[Plan] = ()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Report what the last run lost, then give what is due until cancelled.

        It has to have started before any kept cue of the last run is taken.
        """
        if not self._has_begun:  # once: what is performed now looks lost to whoever starts again in the midst of it
            self._has_begun = True
            await self._tell_lost()
        await self.plans()
        task_status.started()
        while True:
            self._changed = anyio.Event()
            wait_s = await self._look() if self.settings.enabled else math.inf
            with self.clock.move_on_after(wait_s):
                await self._changed.wait()

    @property
    def zone(self) -> str:
        """By which times are read that name none; empty: the system's, which has no name."""
        return self.settings.zone or find_system_name()

    def look_again(self) -> None:
        """Look at the plans again: the settings have changed.

        Raises:
            ConfigError: when there is no such time zone.
        """
        find_zone(self.settings.zone)
        self._changed.set()

    def understood(self, when: str) -> ParsedTime:
        """Read a time by this timetable's clocks; raise ConfigError as `parse_time` does."""
        return parse_time(when, self.clock.utc(), self.zone)

    def describe_understood(self, when: str) -> str:
        """Return a time as it is understood, in words; raises as `parse_time` does."""
        return self.understood(when).shown(self.clock.utc())

    async def add(self, wish: PlanRequest, *, most_here: int | None = None) -> tuple[Plan, str]:
        """Keep what somebody wants planned; return it with its number, and what was understood of its time.

        `most_here` is how many that are not the streamer's own may be in its channel, with this one.

        Raises:
            ConfigError: when its time is not understood or over, or it says nothing or too much.
            ServiceError: when there are too many, or the disk has failed.
        """
        now = self.clock.utc()
        when = self.understood(wish.when)
        plan = _plan(wish, when, now)
        number = await self._store.add(plan, most_here=most_here)
        self._changed.set()
        return replace(plan, number=number), when.shown(now)

    async def plans(self) -> Sequence[Plan]:
        """Return all that have a time before them, the soonest first."""
        self._planned = await self._store.plans()
        return self._planned

    def list_times(self, plan: Plan, ahead: timedelta, most: int) -> Sequence[datetime]:
        """Return when a plan fires in the time ahead, in UTC: so many times at most."""
        end, times = self.clock.utc() + ahead, list[datetime]()
        due: datetime | None = plan.next_at
        while due is not None and due <= end and len(times) < most:
            times.append(due)
            due = plan.rhythm.after(due, due)
        return times

    async def remove(self, number: int) -> None:
        """Remove a plan, and what of it waits for its turn.

        Raises:
            ConfigError: when there is none of this number.
            ServiceError: when the disk has failed.
        """
        if not await self._store.remove(number):
            raise ConfigError(own("There is no plan {number}. List them first.", number=number))

    def roles(self) -> tuple[Role, ...]:
        """Return how much was planned at the last look and what comes next; nothing where nothing is planned."""
        if not self._planned:
            return ()
        count = len(self._planned)
        plays = (
            f"{count} plan{'s' if count > 1 else ''}" if self.settings.enabled else own("none: schedule.enabled is off")
        )
        why = own("next: {planned}", planned=self.shown(self._planned[0]))
        return (Role(part="plans", plays=plays, why=why, state="works" if self.settings.enabled else "off"),)

    def shown(self, plan: Plan) -> str:
        """Write a plan's rhythm and its next time for people."""
        return f"{format_recurrence(plan.rhythm)}{format_instant(plan.next_at, plan.zone, self.clock.utc())}"

    async def _tell_lost(self) -> None:
        """Report before it is noted as told: a performer that is killed in between tells it twice, and not never."""
        now = self.clock.utc()
        try:
            for firing in await self._store.lost(now):
                late = format_span(now - firing.due_at)
                ended = "the performer ended while it was at it; it is not tried again"
                self._drop(firing, f"it was missed by {late}, and is skipped" if firing.was_missed else ended)
            await self._store.end_lost(now)
        except ServiceError as error:
            self._tell_down(error)

    async def _look(self) -> float:
        """Put what is due into the queue, and return in how many seconds to look again."""
        try:
            room = self.room()
            due = await self._store.claim(self.clock.utc(), at_s=self.clock.now(), most=room) if room > 0 else ()
            for firing in due:
                self._fire(firing)
            if self._is_down:
                self._is_down = False
                self.stream.publish(ServiceUp(service=_SERVICE))
            return await self._wait_s() if room > len(due) else _CROWDED_S
        except ServiceError as error:
            self._tell_down(error)
            return _LOOK_EVERY_S

    async def _wait_s(self) -> float:
        """Return the seconds to the next time, a minute at most: clocks are set, and computers sleep."""
        plans = await self.plans()
        if not plans:
            return _LOOK_EVERY_S
        ahead_s = (plans[0].next_at - self.clock.utc()).total_seconds()
        return min(max(ahead_s, 0.0), _LOOK_EVERY_S)

    def _fire(self, firing: DuePlan) -> None:
        late = format_span(self.clock.utc() - firing.due_at)
        more = f", and {firing.left_out} more times" if firing.left_out else ""
        if firing.cue is None:
            self._drop(firing, f"it was missed by {late}{more}, and is skipped")
            return
        if firing.was_missed:
            _log.info("Plan %d was missed by %s%s; it is brought up now, once.", firing.plan.number, late, more)
        self.give(firing.cue)

    def _drop(self, firing: DuePlan, reason: str) -> None:
        _log.info("Plan %d of %s: %s.", firing.plan.number, f"{firing.due_at:%Y-%m-%d %H:%M} UTC", reason)
        self.stream.publish(CueDropped(kind="schedule", reason=reason, text=firing.plan.prompt))

    def _tell_down(self, error: ServiceError) -> None:
        if not self._is_down:
            self._is_down = True
            self.stream.publish(ServiceDown(service=_SERVICE, reason=str(error)))


def _plan(wish: PlanRequest, when: ParsedTime, now: datetime) -> Plan:
    prompt = " ".join(wish.prompt.split())
    if not 0 < len(prompt) <= MOST_PROMPT:
        raise ConfigError(
            own(
                "What is planned has {prompt} characters. Expected 1 to {most_prompt}.",
                prompt=len(prompt),
                most_prompt=MOST_PROMPT,
            )
        )
    details = {name: getattr(wish, name) for name in DETAILS} | {"prompt": prompt}
    return Plan(**details, rhythm=when.rhythm, zone=when.zone, next_at=when.first, made_at=now)
