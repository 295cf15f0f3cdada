"""The outcome: all that a run of the bench found out."""

from dataclasses import asdict, dataclass
from typing import Any

from performer.bench.show.goals import Goal, goals
from performer.bench.show.plan import Plan
from performer.bench.show.profile import Profile, profile_of
from performer.bench.show.take import Take


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """Takes, what they are worth, and which goals were reached."""

    plan: Plan
    takes: tuple[Take, ...]
    """Beside the game: the performer's first, then the baselines'."""
    profiles: tuple[Profile, ...]
    """Of the takes, in their order."""
    stills: tuple[Profile, ...]
    """The performer's beside still pictures."""
    goals: tuple[Goal, ...]

    @property
    def are_met(self) -> bool:
        """Whether no goal was missed."""
        return all(goal.is_met is not False for goal in self.goals)


def outcome_of(plan: Plan, takes: tuple[Take, ...], stills: tuple[Take, ...]) -> Outcome:
    """Measure the takes: the performer's first, then whoever it is compared with."""
    profiles = tuple(profile_of(take) for take in takes)
    still = tuple(profile_of(take) for take in stills)
    reached = goals(profiles[0], list(profiles[1:]), list(still))
    return Outcome(plan=plan, takes=takes, profiles=profiles, stills=still, goals=reached)


def as_values(outcome: Outcome) -> dict[str, Any]:
    """Write an outcome as JSON can hold it; nothing in it depends on the machine, where the model does not."""
    return {
        "plan": asdict(outcome.plan),
        "goals": [{**asdict(goal), "met": goal.is_met} for goal in outcome.goals],
        "profiles": [asdict(profile) for profile in outcome.profiles],
        "stills": [asdict(profile) for profile in outcome.stills],
        "lines": [asdict(line) for line in outcome.takes[0].lines],
    }
