"""The goals: what a companion has to reach beside a streamer, and whether it did."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from performer.bench.show.profile import Profile

Bound = Literal["at least", "at most"]
_HOLDS: Final[dict[Bound, Callable[[float, float], bool]]] = {"at least": operator.ge, "at most": operator.le}


@dataclass(frozen=True, kw_only=True)
class Goal:
    """A bound for one figure."""

    key: str
    """The figure's name in the table."""
    value: float | None
    bound: Bound
    limit: float

    @property
    def is_met(self) -> bool | None:
        """Whether it was reached; None when there was nothing to measure."""
        return None if self.value is None else _HOLDS[self.bound](self.value, self.limit)

    @property
    def words(self) -> str:
        """Tell it in words."""
        return {True: "met", False: "not met", None: "nothing to measure"}[self.is_met]


def goals(performer: Profile, intervals: list[Profile], stills: list[Profile]) -> tuple[Goal, ...]:
    """Compare the performer with what it has to reach.

    Args:
        performer: Beside the game.
        intervals: Those who speak at fixed intervals, beside the same game.
        stills: The performer, beside still pictures.
    """
    f1 = performer.triggers.f1
    ahead = round(f1 - max((each.triggers.f1 for each in intervals), default=0.0), 4)
    return (
        Goal(key="f1", value=f1, bound="at least", limit=0.65),
        Goal(key="ahead", value=ahead, bound="at least", limit=0.2),
        Goal(key="false_triggers", value=false_triggers_per_min([performer, *stills]), bound="at most", limit=0.2),
        Goal(key="duplicates", value=performer.repetition.duplicates, bound="at most", limit=0.02),
        Goal(key="rep_3", value=performer.repetition.rep_3, bound="at most", limit=0.10),
        Goal(key="talk_over", value=performer.courtesy.talk_over, bound="at most", limit=0.03),
        Goal(key="starts_while_active", value=performer.courtesy.starts_while_active, bound="at most", limit=0.01),
        Goal(key="stop_p95_s", value=performer.courtesy.stop_p95_s, bound="at most", limit=0.3),
        Goal(key="stale_spoken", value=performer.pace.stale_spoken, bound="at most", limit=0),
    )


def false_triggers_per_min(profiles: list[Profile]) -> float | None:
    """Tell how many lines a minute began while there was nothing to say, in all of some takes."""
    idle = sum(each.idle_minutes for each in profiles)
    return round(sum(each.false_triggers for each in profiles) / idle, 4) if idle else None
