"""The outcome: all that a run of the brain bench found out."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from performer.bench.brain.goals import goals
from performer.bench.brain.plan import Plan
from performer.bench.brain.profile import Profile, profile_of
from performer.bench.brain.take import BrainTake
from performer.bench.show.goals import Goal
from performer.bench.show.take import Line

_SAMPLE: Final = 10


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A spoken line, and what had happened by then."""

    at_s: float
    kind: str
    text: str
    event: str = ""
    """The marked event nearest before it; empty where there was none."""
    event_s: float | None = None
    """How long before."""
    by_understudy: bool = False
    """Whether it is none of the model's."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """Takes, what they are worth, and which goals were reached."""

    plan: Plan
    takes: tuple[BrainTake, ...]
    """The performer's beside the arcade first."""
    profiles: tuple[Profile, ...]
    """Of the takes, in their order."""
    goals: tuple[Goal, ...]
    """For the first take."""
    sample: tuple[Sample, ...]
    """The first ten lines of the first take, none left out."""

    @property
    def are_met(self) -> bool:
        """Whether no goal was missed."""
        return all(goal.is_met is not False for goal in self.goals)


def outcome_of(plan: Plan, takes: Sequence[BrainTake]) -> Outcome:
    """Measure all takes, the performer's beside the arcade first."""
    profiles = tuple(profile_of(take) for take in takes)
    return Outcome(
        plan=plan,
        takes=tuple(takes),
        profiles=profiles,
        goals=goals(profiles[0], busy=plan.busy),
        sample=tuple(_sample(line, takes[0]) for line in takes[0].take.lines[:_SAMPLE]),
    )


def as_values(outcome: Outcome) -> dict[str, Any]:
    """Write an outcome as JSON can hold it."""
    plan = {**asdict(outcome.plan), "clips": [str(clip) for clip in outcome.plan.clips]}
    return {
        "plan": plan,
        "goals": [{**asdict(goal), "met": goal.is_met} for goal in outcome.goals],
        "profiles": [asdict(profile) for profile in outcome.profiles],
        "sample": [asdict(each) for each in outcome.sample],
        "replayed": {take.take.name: {"asked": take.asked, "missing": take.missing} for take in outcome.takes},
        "lines": {take.take.name: [asdict(line) for line in take.take.lines] for take in outcome.takes},
        "turns": {take.take.name: [asdict(turn) for turn in take.turns] for take in outcome.takes},
    }


def _sample(line: Line, take: BrainTake) -> Sample:
    at_s = line.span.begin_s
    before = [event for moment in take.take.moments for event in moment.events if event.at_s <= at_s]
    by_understudy = line.turn in take.understudys
    sample = Sample(at_s=round(at_s, 2), kind=line.kind, text=line.text, by_understudy=by_understudy)
    if not before:
        return sample
    return replace(sample, event=before[-1].text, event_s=round(at_s - before[-1].at_s, 2))
