"""The tool by which the model plans its own later lines, within bounds: most of what it plans is on a viewer's word."""

from datetime import timedelta
from typing import Final, Literal

from performer.agent.schedule.parser import ParsedTime
from performer.agent.schedule.plan import Plan, PlanRequest, format_span
from performer.agent.schedule.scheduler import Scheduler
from performer.core.cues import MOST_PROMPT, AnswerCue, Cue, OperatorCue, ScheduleCue, find_answered_line
from performer.core.errors import ConfigError, ServiceError, ToolRefusedError
from performer.core.own_text import own
from performer.tools.result import TextPart, make_own_text
from performer.tools.tool import Tool, ToolCall

_LEAST: Final = timedelta(hours=1)
"""Between two times of a plan that is not the streamer's own: nobody has the performer say something every minute."""
_LOOKED_AT: Final = 20


def make_schedule_tools(timetable: Scheduler) -> list[Tool]:
    """Make the tool; none where the settings let the model plan nothing."""

    async def schedule(
        _call: ToolCall,
        action: Literal["add", "list", "remove"] = "add",
        when: str = "",
        text: str = "",
        number: int = 0,
    ) -> TextPart | str:
        """Plan to bring something up here later, such as a reminder that somebody asked for; or list or remove plans.

        Args:
            action: What to do.
            when: For add: "in 10 minutes", "at 21:30", "tomorrow 9:00", "every day at 9", or a date and time.
            text: For add: what to bring up then, in one sentence.
            number: For remove: the plan's number, as the list has it.
        """
        try:
            if action == "list":
                return await _list_plans(timetable, _call)
            if action == "remove":
                return await _remove_plan(timetable, _call, number)
            return await _add_plan(timetable, _call, when, text)
        except (ConfigError, ServiceError) as error:
            raise ToolRefusedError(own("schedule: {error}", error=error)) from None

    is_on = timetable.settings.enabled and timetable.settings.model_plans
    return [Tool.of(schedule, chars=MOST_PROMPT, answers_as_ours=True)] if is_on else []


async def _add_plan(timetable: Scheduler, call: ToolCall, when: str, text: str) -> TextPart:
    is_own = _is_streamers(call)
    if _was_planned(call.cue):
        raise ToolRefusedError(own("schedule: what was planned plans nothing more. Say it now, or let it go."))
    if not is_own:
        _check_rare(timetable.understood(when))
    by = find_answered_line(call.cue)
    wish = PlanRequest(
        when=when,
        prompt=text,
        channel=call.channel,
        by_id=by.author_id if by else "",
        by_name=by.author if by else "",
        is_own=is_own,
    )
    plan, shown = await timetable.add(wish, most_here=None if is_own else timetable.settings.model_plans)
    return make_own_text(f"Planned as number {plan.number}: {shown}.")


async def _list_plans(timetable: Scheduler, call: ToolCall) -> str:
    here = [plan for plan in await timetable.plans() if plan.channel == call.channel]
    return (
        "\n".join(f"{plan.number}: {timetable.shown(plan)}: {plan.prompt}" for plan in here)
        or "Nothing is planned here."
    )


async def _remove_plan(timetable: Scheduler, call: ToolCall, number: int) -> TextPart:
    found = next((plan for plan in await timetable.plans() if plan.number == number), None)
    if found is None or not _may_remove(found, call):
        raise ToolRefusedError(
            own("schedule: there is no plan {number} here that is yours to remove. List them first.", number=number)
        )
    await timetable.remove(number)
    return make_own_text(f"Plan {number} is gone.")


def _may_remove(plan: Plan, call: ToolCall) -> bool:
    """Return whether a turn may let a plan go: the streamer's own plans need the streamer's own word."""
    return plan.channel == call.channel and (not plan.is_own or _is_streamers(call))


def _is_streamers(call: ToolCall) -> bool:
    """Return whether a call comes of nothing but the streamer's own word."""
    return isinstance(call.cue, OperatorCue) and call.may == "outside"


def _was_planned(cue: Cue | None) -> bool:
    return isinstance(cue, ScheduleCue) or (isinstance(cue, AnswerCue) and _was_planned(cue.origin))


def _check_rare(when: ParsedTime) -> None:
    """Refuse what would come too often."""
    at = when.first
    for _ in range(_LOOKED_AT):
        later = when.rhythm.after(at, at)
        if later is None:
            return
        if later - at < _LEAST:
            raise ToolRefusedError(
                own(
                    "schedule: nothing comes more often than every {span} on a viewer's word.", span=format_span(_LEAST)
                )
            )
        at = later
