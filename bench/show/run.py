"""A run of the show bench: the performer and its baselines perform the same show, one after the other; its report."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

from rich.console import Console

from bench.figures import Outcome, build_sheet, format_counts, format_goals, print_sheet
from bench.show import baselines, rig
from bench.show.goals import ShowProfile, compare_goals, measure_profile
from bench.show.ground_truth import STILLS
from bench.show.microphone import MicTrack, write_track
from bench.show.rig import ShowPlan
from bench.show.take import Take
from performer.config.config import Config
from performer.vision.demo_game.game import DemoGame


@dataclass(frozen=True, kw_only=True)
class ShowOutcome(Outcome):
    """Takes, their measures, and which goals were reached."""

    plan: ShowPlan
    takes: tuple[Take, ...]
    """Beside the game: the performer's, alone and then with a streamer, and the baselines'."""
    profiles: tuple[ShowProfile, ...]
    """Of the takes, in their order."""
    stills: tuple[ShowProfile, ...]
    """The performer's beside still pictures."""

    def describe_stills(self) -> list[str]:
        """Describe how often the performer spoke beside each still picture."""
        return [
            f"Beside a {still.name} picture: {still.false_triggers or 'no'} "
            f"line{'' if still.false_triggers == 1 else 's'} in {still.minutes:g} min."
            for still in self.stills
        ]


def measure_takes(plan: ShowPlan, own: Sequence[Take], others: Sequence[Take], stills: Sequence[Take]) -> ShowOutcome:
    """Measure all takes: the performer's own, alone and with a streamer if there was one, and the baselines'."""
    mine, theirs, still = (tuple(measure_profile(take) for take in takes) for takes in (own, others, stills))
    return ShowOutcome(
        plan=plan,
        takes=(*own, *others),
        profiles=(*mine, *theirs),
        stills=still,
        goals=compare_goals(mine[0], mine[-1], theirs, still),
    )


ALONE: Final = "alone"
WITH_STREAMER: Final = "with streamer"
_BASELINES: Final[dict[str, rig.Begin]] = {
    "every 5 s": baselines.make_metronome(5.0),
    "every 15 s": baselines.make_metronome(15.0),
}
SILENT: Final = "silent"


def sum_minutes(plan: ShowPlan) -> float:
    """Sum up how long all takes last, which a real model needs in real time."""
    takes = 1 + plan.microphone + len(_BASELINES) + len(STILLS)
    return round(takes * plan.minutes, 1)


async def run(plan: ShowPlan, config: Config, tell: Callable[[str], None] = lambda _words: None) -> ShowOutcome:
    """Run every take by a configuration to which the plan is applied; `tell` is told which take is on.

    Whether the performer speaks at the right moment is judged while nobody else speaks: nobody can react to what
    happens while the streamer has the floor. Whether it leaves the streamer the floor is judged in a second take.
    """
    track = write_track(plan.seed, plan.seconds) if plan.microphone else MicTrack()
    tell("the performer, beside the game")
    takes = [await rig.record_beside_game(plan, config, ALONE, rig.perform, MicTrack())]
    if plan.microphone:
        tell("the performer, beside the game and a streamer")
        take = await rig.record_beside_game(plan, config, WITH_STREAMER, rig.perform, track)
        takes.append(replace(take, gives_way=True))
    others = []
    for name, begin in _BASELINES.items():
        tell(f"{name}, beside the game")
        others.append(await rig.record_beside_game(plan, config, name, begin, track))
    others.append(Take(name=SILENT, seconds=plan.seconds, game=DemoGame(plan.seed), track=track))
    stills = []
    for kind in STILLS:
        tell(f"the performer, beside a {kind} picture")
        stills.append(await rig.record_beside_still(plan, config, kind, rig.perform))
    return measure_takes(plan, takes, others, stills)


def print_report(outcome: ShowOutcome, console: Console) -> None:
    """Print the figures beside the baselines', the goals, and how many cues and sentences were dropped."""
    plan, profiles = outcome.plan, outcome.profiles
    title = f"{plan.model}: {plan.minutes:g} minutes beside the arcade, seed {plan.seed}"
    sheet = build_sheet("show", profiles, outcome.goals)
    print_sheet(console, title, [profile.name for profile in profiles], sheet)
    for sentence in outcome.describe_stills():
        console.print(sentence)
    console.print(f"Cues taken: {format_counts(profiles[0].cues_taken)}.")
    console.print(f"Cues dropped: {format_counts(profiles[0].cues_dropped)}.")
    console.print(f"Sentences held back: {format_counts(profiles[0].blocked)}.")
    console.print(format_goals(outcome.goals))


def format_json(outcome: ShowOutcome) -> str:
    """Format an outcome as JSON; the same plan gives the same bytes, unless a real model was asked."""
    values = {
        "plan": asdict(outcome.plan),
        "goals": outcome.dump_goals(),
        "profiles": [asdict(profile) for profile in outcome.profiles],
        "stills": [asdict(profile) for profile in outcome.stills],
        "moments": [{"begin_s": each.begin_s, "name": each.name} for each in outcome.takes[0].moments],
        "lines": {take.name: [asdict(line) for line in take.lines] for take in outcome.takes},
    }
    return json.dumps(values, ensure_ascii=False, indent=1)
