"""The outcome: all that a run of the bench found out."""

from collections.abc import Sequence
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
    """Beside the game: the performer's, alone and then with a streamer, and the baselines'."""
    profiles: tuple[Profile, ...]
    """Of the takes, in their order."""
    stills: tuple[Profile, ...]
    """The performer's beside still pictures."""
    goals: tuple[Goal, ...]

    @property
    def are_met(self) -> bool:
        """Whether no goal was missed."""
        return all(goal.is_met is not False for goal in self.goals)


def outcome_of(plan: Plan, own: Sequence[Take], others: Sequence[Take], stills: Sequence[Take]) -> Outcome:
    """Measure all takes.

    Args:
        plan: What was asked.
        own: The performer's beside the game: alone, and with a streamer if there was one.
        others: The baselines', beside the same game and streamer.
        stills: The performer's beside still pictures.
    """
    mine, theirs, still = (tuple(profile_of(take) for take in takes) for takes in (own, others, stills))
    return Outcome(
        plan=plan,
        takes=(*own, *others),
        profiles=(*mine, *theirs),
        stills=still,
        goals=goals(mine[0], mine[-1], theirs, still),
    )


def as_values(outcome: Outcome) -> dict[str, Any]:
    """Write an outcome as JSON can hold it; nothing in it depends on the machine, where the model does not."""
    return {
        "plan": asdict(outcome.plan),
        "goals": [{**asdict(goal), "met": goal.is_met} for goal in outcome.goals],
        "profiles": [asdict(profile) for profile in outcome.profiles],
        "stills": [asdict(profile) for profile in outcome.stills],
        "moments": [{"begin_s": each.begin_s, "name": each.name} for each in outcome.takes[0].moments],
        "lines": {take.name: [asdict(line) for line in take.lines] for take in outcome.takes},
    }
