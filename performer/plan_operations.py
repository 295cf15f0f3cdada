"""The operations of the control socket that are about the schedule: what is planned, one more, one less."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from performer.arguments import MOST_NAME, Arguments, flag, number, one_of, place, text
from performer.errors import ConfigError
from performer.guard import Drop, Guard
from performer.guard.labels import plain_rule
from performer.instants import iso_of
from performer.schedule.plan import MOST_PROMPT, Plan, Wish
from performer.schedule.timetable import Timetable
from performer.schedule.when import MOST_CHARS

_MISSED: Final = ("once", "skip")


class PlanOperations:
    """`schedule.add schedule.list schedule.remove schedule.understood`: what is added here is the streamer's own.

    Args:
        timetable: Keeps to the plans.
        guard: Looks at what a plan is about, for it will be read back to people.
    """

    def __init__(self, timetable: Timetable, guard: Guard) -> None:
        self._timetable = timetable
        self._guard = guard

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
        wish = Wish(
            when=text(arguments, "when", most=MOST_CHARS),
            prompt=self._past_the_guard(text(arguments, "text", most=MOST_PROMPT)),
            channel=place(arguments, "channel"),
            by_id=_optional(arguments, "by_id"),
            by_name=_optional(arguments, "by"),
            is_own=flag(arguments, "is_own") if "is_own" in arguments else True,
            catches_up=one_of(arguments, "missed", _MISSED, "once") == "once",
        )
        plan, shown = await self._timetable.add(wish)
        return {"number": plan.number, "understood": shown}

    async def list(self, _arguments: Arguments) -> "list[dict[str, Any]]":
        """Tell all plans, the soonest first."""
        return [self._told(plan) for plan in await self._timetable.plans()]

    async def remove(self, arguments: Arguments) -> str:
        """Let the plan of a `number` go."""
        planned = number(arguments, "number")
        await self._timetable.remove(planned)
        return f"plan {planned} is gone"

    async def understood(self, arguments: Arguments) -> str:
        """Tell what is understood of `when`, and plan nothing."""
        return self._timetable.understood_as(text(arguments, "when", most=MOST_CHARS))

    def _past_the_guard(self, words: str) -> str:
        verdict = self._guard.check(words, limit=len(words), where="schedule")
        if isinstance(verdict, Drop):
            raise ConfigError(f"The guard stops that: {plain_rule(verdict.reason)}.")
        return verdict.text

    def _told(self, plan: Plan) -> dict[str, Any]:
        return {
            "number": plan.number,
            "text": plan.prompt,
            "when": self._timetable.shown(plan),
            "next": iso_of(plan.next_at),
            "zone": plan.zone,
            "channel": plan.channel,
            "by": plan.by_name,
            "by_id": plan.by_id,
            "is_own": plan.is_own,
            "missed": "once" if plan.catches_up else "skip",
        }


def _optional(arguments: Arguments, name: str) -> str:
    return text(arguments, name, most=MOST_NAME) if arguments.get(name) else ""
