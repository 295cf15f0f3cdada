"""Plans: what is to be brought up when, for whom and in whose words; and the port of who keeps them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from performer.cues import ScheduleCue
from performer.schedule.rhythm import Rhythm

MOST_PLANS: Final = 200
MOST_PROMPT: Final = 500
"""Characters of what a plan is about."""


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What somebody wants planned."""

    when: str
    """As they wrote it."""
    prompt: str
    channel: str = ""
    by_id: str = ""
    by_name: str = ""
    is_own: bool = False
    catches_up: bool = True


@dataclass(frozen=True, kw_only=True)
class Plan:
    """One line of the schedule."""

    number: int = 0
    """By which it is removed; 0 until it is kept."""
    rhythm: Rhythm
    zone: str
    """Whose clocks count, by name; empty: the system's own."""
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
    next_at: datetime
    """In UTC, as the next one."""
    made_at: datetime


@dataclass(frozen=True, kw_only=True)
class Firing:
    """A time of a plan that has come."""

    plan: Plan
    due_at: datetime
    cue: ScheduleCue | None
    """What is to become a turn, kept until it does; None when the time was missed and is skipped."""
    was_missed: bool = False
    """Whether nobody looked when it came."""
    left_out: int = 0
    """How many more times were missed, which this one stands for; 99 stands for more."""


class PlanStore(Protocol):
    """Keeps plans over restarts and power cuts: what has returned is on the disk."""

    async def add(self, plan: Plan, *, most_here: int | None = None) -> int:
        """Keep a plan and give its number; no other plan ever had it.

        Args:
            plan: The plan.
            most_here: How many that are not the streamer's own may be in its channel, with this one.

        Raises:
            ServiceError: when there are MOST_PLANS already, or so many in its channel.
        """
        ...

    async def plans(self) -> Sequence[Plan]:
        """Give all that have a time before them, the soonest first."""
        ...

    async def remove(self, number: int) -> bool:
        """Let a plan go, and what of it waits for its turn; false when there is none of this number."""
        ...

    async def claim(self, now: datetime, *, at_s: float, most: int) -> Sequence[Firing]:
        """Take the times that have come, the oldest first, in one transaction: none of them is ever given again.

        Args:
            now: What time it is, in UTC.
            at_s: The instant that the cues bear.
            most: How many at once.
        """
        ...

    async def lost(self, now: datetime) -> Sequence[Firing]:
        """Give what had begun and was not finished when the performer ended, until `end_lost`.

        So is what waited for its turn since a time that is missed by now, of a plan that skips those (`was_missed`).
        """
        ...

    async def end_lost(self, now: datetime) -> None:
        """Let go of what `lost` gave for the same `now`: it is over, and was told."""
        ...
