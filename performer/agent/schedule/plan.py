"""Plans: what is to be brought up when, for whom and in whose words; and their times as people read them."""

import re
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Final

from pydantic import Field

from performer.agent.schedule.recurrence import Cron, Every, Recurrence
from performer.agent.schedule.time_zones import find_zone
from performer.agent.schedule.words import WEEKDAYS
from performer.core.cues import ScheduleCue
from performer.core.settings import Live, Settings
from performer.core.values import dataclass

_DAILY: Final = re.compile(r"(?P<minute>\d\d?) (?P<hour>\d\d?) \* \* (?P<days>\*|1-5|[0-6](?:,[0-6])*)", re.ASCII)
_GROUPS: Final = {"*": "day", "1-5": "workday", "0,6": "Saturday and Sunday"}


def format_recurrence(rhythm: Recurrence) -> str:
    """Write how often something comes, to be followed by an instant."""
    match rhythm:
        case Every(minutes=minutes):
            return f"every {format_span(timedelta(minutes=minutes))}, next "
        case Cron(spec=spec) if words := _in_words(spec):
            return f"{words}, next "
        case Cron(spec=spec):
            return f"again and again ({spec}: {rhythm.explained()}), next "
        case _:
            return "once, "


def _in_words(spec: str) -> str:
    """Write a time of some days of the week, as `every Friday at 20:00`; empty for what only cron can write."""
    found = _DAILY.fullmatch(spec)
    if found is None:
        return ""
    at, days = f"{int(found['hour']):02}:{int(found['minute']):02}", found["days"]
    if days in _GROUPS:
        return f"every {_GROUPS[days]} at {at}"
    names = [WEEKDAYS[each].capitalize() for each in sorted((int(day) - 1) % 7 for day in days.split(","))]
    return f"every {', '.join(names[:-1])}{' and ' if len(names) > 1 else ''}{names[-1]} at {at}"


def format_instant(at: datetime, zone: str, now: datetime) -> str:
    """Write an instant by the clocks of a zone, and how far off it is."""
    there = at.astimezone(find_zone(zone))
    seconds = f":{there:%S}" if there.second else ""
    where = zone or f"this computer's time, UTC{there:%z}"
    ahead = f"in {format_span(at - now)}" if at > now else "now"
    return f"{there:%A} {there.day} {there:%B %Y %H:%M}{seconds} ({where}), {ahead}"


def format_span(span: timedelta) -> str:
    """Write a span of time by its two largest units: `3 h 12 min`."""
    left, parts = max(round(span.total_seconds()), 0), []
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)):
        count, left = divmod(left, size)
        if count:
            parts.append(f"{count} {unit}")
        elif parts:
            break
    return " ".join(parts[:2]) or "0 s"


class ScheduleSettings(Settings):
    """What is to be brought up at its time."""

    enabled: Live[bool] = True
    """Bring up what is planned (see the command `schedule`) when its time comes; off, plans stay and nothing fires."""
    zone: Live[str] = Field(default="", max_length=60)
    """By whose clocks a time is read, such as "Europe/Berlin"; empty is this computer's own."""
    model_plans: Live[int] = Field(default=5, ge=0, le=50)
    """So many plans the model may have in one channel, made on somebody's word there; 0 keeps it from planning."""


MOST_PLANS: Final = 200


@dataclass(frozen=True, kw_only=True)
class PlanDetails:
    """What is planned, for whom, and in whose words."""

    prompt: str
    """What it is about."""
    channel: str = ""
    """Where it is to be said; empty: on the stage."""
    by_id: str = ""
    by_name: str = ""
    """Who planned it, as they are called there; a stranger's words."""
    is_own: bool = False
    """Whether the prompt is in the streamer's own words; else it is anybody's."""
    catches_up: bool = True
    """What becomes of a time that was missed: it fires once, later, or is skipped."""


@dataclass(frozen=True, kw_only=True)
class PlanRequest(PlanDetails):
    """What somebody wants planned."""

    when: str
    """As they wrote it."""


@dataclass(frozen=True, kw_only=True)
class Plan(PlanDetails):
    """One line of the schedule."""

    number: int = 0
    """By which it is removed; 0 until it is kept."""
    rhythm: Recurrence
    zone: str
    """Whose clocks count, by name; empty: the system's own."""
    next_at: datetime
    """In UTC, as the next one."""
    made_at: datetime


DETAILS: Final = tuple(each.name for each in fields(PlanDetails))
"""The names of these fields, which are the names of their columns too."""


@dataclass(frozen=True, kw_only=True)
class DuePlan:
    """A time of a plan that has come."""

    plan: Plan
    due_at: datetime
    cue: ScheduleCue | None
    """What is to become a turn, kept until it does; None when the time was missed and is skipped."""
    was_missed: bool = False
    """Whether nobody looked when it came."""
    left_out: int = 0
    """How many more times were missed, which this one stands for; 99 stands for more."""
