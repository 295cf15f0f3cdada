"""The bench: has a model perform as in a show, and then by the plainest prompt, beside the same game."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final

from anyio.abc import TaskGroup

from performer.bench.brain import questions
from performer.bench.brain.bare import bare
from performer.bench.brain.casting import Cast, Casting
from performer.bench.brain.clips import Clips
from performer.bench.brain.outcome import Outcome, outcome_of
from performer.bench.brain.overheard import Overheard
from performer.bench.brain.plan import Plan
from performer.bench.brain.take import BrainTake
from performer.bench.brain.turns import turns_of
from performer.bench.show import rig
from performer.bench.show.brains import Ready
from performer.bench.show.house import House
from performer.bench.show.reel import ReelSource, arcade_reel
from performer.bench.show.wiring import NewActs, performer, wired
from performer.config import Config
from performer.frames import FrameSource
from performer.frames.arcade.game import Arcade

PERFORMER: Final = "performer"
BARE: Final = "bare prompt"
CLIPS: Final = "clips"


def minutes(plan: Plan) -> float:
    """Tell how long all takes last together; so long a real model takes."""
    return plan.minutes * (2 if plan.clips else 1) + plan.bare_minutes


async def run(
    plan: Plan, config: Config, casting: Casting, tell: Callable[[str], None] = lambda _words: None
) -> Outcome:
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
    takes = [await _take(plan, config, casting, PERFORMER, plan.minutes, performer, count=plan.questions)]
    if plan.bare_minutes:
        tell("the bare prompt, beside the game")
        takes.append(await _take(plan, config, casting, BARE, plan.bare_minutes, bare))
    if plan.clips:
        tell("the performer, beside the clips")
        takes.append(await _take(plan, config, casting, CLIPS, plan.minutes, performer))
    return outcome_of(plan, takes)


async def _take(
    plan: Plan, config: Config, casting: Casting, name: str, minutes: float, acts: NewActs, *, count: int = 0
) -> BrainTake:
    seconds = minutes * 60
    async with casting() as cast:
        overheard = Overheard(cast.ready.brain.model)
        ready = replace(cast.ready, brain=replace(cast.ready.brain, model=overheard))
        start = _start(plan, ready, cast, acts, name=name, count=count, seconds=seconds)
        recorder = await rig.recorded(ready, config, seconds, start)
        model, why = cast.role()
        return BrainTake(
            take=recorder.take(name, seconds, arcade=None if name == CLIPS else Arcade(plan.seed)),
            turns=turns_of(recorder.happened, tells_cold=acts is performer, tells_mode=cast.is_model),
            prompts=overheard.prompts,
            questions=count,
            model=model,
            why=why,
            load_s=ready.load_s,
            missing=dict(cast.tape.missing) if cast.tape else {},
            asked=dict(cast.tape.asked) if cast.tape else {},
        )


def _start(
    plan: Plan, ready: Ready, cast: Cast, acts: NewActs, *, name: str, count: int, seconds: float
) -> Callable[[House, TaskGroup], Awaitable[None]]:
    async def start(house: House, playing: TaskGroup) -> None:
        source = _source(plan, house, name, seconds)
        show = wired(
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
        playing.start_soon(partial(questions.ask, house.clock, show.director, count, seconds))

    return start


def _source(plan: Plan, house: House, name: str, seconds: float) -> FrameSource:
    rate_hz = house.config.frames.rate_hz
    if name == CLIPS:
        return Clips(house.clock, plan.clips, rate_hz=rate_hz, each_s=seconds / len(plan.clips))
    return ReelSource(house.clock, arcade_reel(plan.seed, rate_hz))
