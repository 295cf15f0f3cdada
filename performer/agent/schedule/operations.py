"""The operations of the control socket that are about the schedule: what is planned, one more, one less."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, Final

from performer.agent.schedule.plan import Plan, PlanRequest, format_recurrence
from performer.agent.schedule.scheduler import Scheduler
from performer.core.cues import MOST_PROMPT, MOST_WHEN
from performer.core.errors import ConfigError
from performer.core.operations import MOST_NAME, Arguments, read_choice, read_flag, read_number, read_place, read_text
from performer.core.own_text import own
from performer.core.text import format_iso
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.verdict import Dropped, strip_finder

_MISSED: Final = ("once", "skip")
_AHEAD: Final = timedelta(hours=12)
_MOST_TIMES: Final = 12


@dataclass(eq=False)
class ScheduleOperations:
    """`schedule.add schedule.list schedule.remove schedule.understood`: what is added here is the streamer's own."""

    timetable: Scheduler
    guard: Guard

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Name them as the wire does."""
        return {
            "schedule.add": self.add,
            "schedule.list": self.list,
            "schedule.remove": self.remove,
            "schedule.understood": self.understood,
        }

    async def add(self, arguments: Arguments) -> dict[str, Any]:
        """Plan `text` for `when`, to be said in `channel` or on the stage, and tell its number and what was understood.

        A time that is `missed` comes once, later, or is skipped. `by` and `by_id` name who planned it; `is_own` is
        false when the words are not the streamer's own.
        """
        wish = PlanRequest(
            when=read_text(arguments, "when", most=MOST_WHEN),
            prompt=self._past_the_guard(read_text(arguments, "text", most=MOST_PROMPT)),
            channel=read_place(arguments, "channel"),
            by_id=_optional(arguments, "by_id"),
            by_name=_optional(arguments, "by"),
            is_own=read_flag(arguments, "is_own") if "is_own" in arguments else True,
            catches_up=read_choice(arguments, "missed", _MISSED, "once") == "once",
        )
        plan, shown = await self.timetable.add(wish)
        return {"number": plan.number, "understood": shown}

    async def list(self, _arguments: Arguments) -> "list[dict[str, Any]]":
        """Return all plans, the soonest first, each with its `times` of the next twelve hours, twelve at most."""
        return [self._told(plan) for plan in await self.timetable.plans()]

    async def remove(self, arguments: Arguments) -> str:
        """Remove the plan of a `number`."""
        planned = read_number(arguments, "number")
        await self.timetable.remove(planned)
        return own("plan {planned} is gone", planned=planned)

    async def understood(self, arguments: Arguments) -> str:
        """Return how `when` is understood, and plan nothing."""
        return self.timetable.describe_understood(read_text(arguments, "when", most=MOST_WHEN))

    def _past_the_guard(self, words: str) -> str:
        verdict = self.guard.check(words, limit=len(words), where="schedule")
        if isinstance(verdict, Dropped):
            raise ConfigError(own("The guard stops that: {reason}.", reason=strip_finder(verdict.reason)))
        return verdict.text

    def _told(self, plan: Plan) -> dict[str, Any]:
        return {
            "number": plan.number,
            "text": plan.prompt,
            "when": self.timetable.shown(plan),
            "rhythm": format_recurrence(plan.rhythm).removesuffix("next ").rstrip(", "),
            "next": format_iso(plan.next_at),
            "times": [format_iso(each) for each in self.timetable.list_times(plan, _AHEAD, _MOST_TIMES)],
            "zone": plan.zone,
            "channel": plan.channel,
            "by": plan.by_name,
            "by_id": plan.by_id,
            "is_own": plan.is_own,
            "missed": "once" if plan.catches_up else "skip",
        }


def _optional(arguments: Arguments, name: str) -> str:
    return read_text(arguments, name, most=MOST_NAME) if arguments.get(name) else ""
