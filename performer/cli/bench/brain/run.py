"""The bench: has a model perform as in a show, and then by the plainest prompt, beside the same game.

The outcome: all that a run of the brain bench found out.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, Final

from anyio.abc import TaskGroup

from performer.cli.bench.brain import plan as questions
from performer.cli.bench.brain.bare import make_bare_performer
from performer.cli.bench.brain.clips import ClipPlaylist
from performer.cli.bench.brain.goals import BrainProfile, compare_goals, measure_profile
from performer.cli.bench.brain.plan import BrainPlan
from performer.cli.bench.brain.take_models import OpenTakeModel, PromptNotingModel, TakeModel
from performer.cli.bench.brain.turns import BrainTake, read_turns
from performer.cli.bench.show import rig
from performer.cli.bench.show.goals import Goal
from performer.cli.bench.show.ground_truth import ReelSource, draw_game_reel
from performer.cli.bench.show.stand_ins import ReadyModel
from performer.cli.bench.show.take import TakeLine
from performer.cli.bench.show.take_stage import TakeStage
from performer.cli.bench.show.wiring import NewActs, make_performer, wire_show
from performer.config.config import Config
from performer.vision.demo_game.game import DemoGame
from performer.vision.frame import FrameSource

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
class BrainOutcome:
    """Takes, what they are worth, and which goals were reached."""

    plan: BrainPlan
    takes: tuple[BrainTake, ...]
    """The performer's beside the arcade first."""
    profiles: tuple[BrainProfile, ...]
    """Of the takes, in their order."""
    goals: tuple[Goal, ...]
    """For the first take."""
    sample: tuple[Sample, ...]
    """The first ten lines of the first take, none left out."""

    @property
    def has_met_goals(self) -> bool:
        """Whether no goal was missed."""
        return all(goal.is_met is not False for goal in self.goals)


def measure_takes(plan: BrainPlan, takes: Sequence[BrainTake]) -> BrainOutcome:
    """Measure all takes, the performer's beside the arcade first."""
    profiles = tuple(measure_profile(take) for take in takes)
    return BrainOutcome(
        plan=plan,
        takes=tuple(takes),
        profiles=profiles,
        goals=compare_goals(profiles[0], busy=plan.busy),
        sample=tuple(_sample(line, takes[0]) for line in takes[0].take.lines[:_SAMPLE]),
    )


def dump_outcome(outcome: BrainOutcome) -> dict[str, Any]:
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


def _sample(line: TakeLine, take: BrainTake) -> Sample:
    at_s = line.span.begin_s
    before = [event for moment in take.take.moments for event in moment.events if event.at_s <= at_s]
    by_understudy = line.turn in take.understudy_turns
    sample = Sample(at_s=round(at_s, 2), kind=line.kind, text=line.text, by_understudy=by_understudy)
    if not before:
        return sample
    return replace(sample, event=before[-1].text, event_s=round(at_s - before[-1].at_s, 2))


PERFORMER: Final = "performer"
BARE: Final = "bare prompt"
CLIPS: Final = "clips"


def sum_minutes(plan: BrainPlan) -> float:
    """Tell how long all takes last together; so long a real model takes."""
    return plan.minutes * (2 if plan.clips else 1) + plan.bare_minutes


async def run(
    plan: BrainPlan, config: Config, casting: OpenTakeModel, tell: Callable[[str], None] = lambda _words: None
) -> BrainOutcome:
    """Give every take; `tell` is told which one is on.

    Args:
        plan: What is asked of the run.
        config: As planned.
        casting: Casts the brain of each take.
        tell: Told what is going on.

    Raises:
        PerformerError: when the model cannot be asked.
    """
    tell("the performer, beside the game")
    takes = [await _take(plan, config, casting, PERFORMER, plan.minutes, make_performer, count=plan.questions)]
    if plan.bare_minutes:
        tell("the bare prompt, beside the game")
        takes.append(await _take(plan, config, casting, BARE, plan.bare_minutes, make_bare_performer))
    if plan.clips:
        tell("the performer, beside the clips")
        takes.append(await _take(plan, config, casting, CLIPS, plan.minutes, make_performer))
    return measure_takes(plan, takes)


async def _take(
    plan: BrainPlan, config: Config, casting: OpenTakeModel, name: str, minutes: float, acts: NewActs, *, count: int = 0
) -> BrainTake:
    seconds = minutes * 60
    async with casting() as cast:
        overheard = PromptNotingModel(cast.ready.brain.model)
        ready = replace(cast.ready, brain=replace(cast.ready.brain, model=overheard))
        start = _start(plan, ready, cast, acts, name=name, count=count, seconds=seconds)
        recorder = await rig.record_show(ready, config, seconds, start)
        model, why = cast.role()
        return BrainTake(
            take=recorder.take(name, seconds, arcade=None if name == CLIPS else DemoGame(plan.seed)),
            turns=read_turns(recorder.happened, tells_cold=acts is make_performer, tells_mode=cast.is_model),
            prompts=overheard.prompts,
            questions=count,
            model=model,
            why=why,
            load_s=ready.load_s,
            missing=dict(cast.tape.missing) if cast.tape else {},
            asked=dict(cast.tape.asked) if cast.tape else {},
        )


def _start(
    plan: BrainPlan, ready: ReadyModel, cast: TakeModel, acts: NewActs, *, name: str, count: int, seconds: float
) -> Callable[[TakeStage, TaskGroup], Awaitable[None]]:
    async def start(house: TakeStage, playing: TaskGroup) -> None:
        source = _source(plan, house, name, seconds)
        show = wire_show(
            house,
            ready.brain,
            source,
            acts=acts,
            reader=cast.reader(house.clock),
            glance=cast.glance(house.clock),
            marker=cast.marker,
        )
        for serve in show.services:
            await playing.start(serve)
        playing.start_soon(partial(questions.ask_questions, house.clock, show.inbox, count, seconds))

    return start


def _source(plan: BrainPlan, house: TakeStage, name: str, seconds: float) -> FrameSource:
    rate_hz = house.config.frames.rate_hz
    if name == CLIPS:
        return ClipPlaylist(house.clock, plan.clips, rate_hz=rate_hz, each_s=seconds / len(plan.clips))
    return ReelSource(house.clock, draw_game_reel(plan.seed, rate_hz))
