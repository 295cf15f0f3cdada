"""The rig: somebody performs in front of pictures that are known beforehand, and it is recorded."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from anyio import create_task_group
from anyio.abc import TaskGroup

from performer.agent.pacing.talkativeness import Talkativeness
from performer.cli.bench.show.ground_truth import DrawnReel, ReelSource, Still, draw_game_reel, draw_still_reel
from performer.cli.bench.show.microphone import MicTrack
from performer.cli.bench.show.stand_ins import THINK_S, ReadyModel, open_model
from performer.cli.bench.show.take import Take, TakeRecorder
from performer.cli.bench.show.take_stage import TakeStage
from performer.cli.bench.show.wiring import wire_show
from performer.config.config import Config
from performer.core.clock import Clock, VirtualClock
from performer.core.events.stream import EventSubscription
from performer.models.selection.build import ModelTeam
from performer.vision.demo_game.game import DemoGame


@dataclass(frozen=True, kw_only=True)
class ShowPlan:
    """Who performs, for how long, and beside what; the same plan gives the same takes, with a model of our own."""

    model: str = "understudy"
    """As the settings write it: understudy, scripted:FILE or ollama[:NAME[@URL]]."""
    minutes: float = 10.0
    seed: int = 1
    talkativeness: Talkativeness = "medium"
    think_s: float = THINK_S
    """Until the first token of a model that would answer at once."""
    microphone: bool = True
    """Whether a streamer speaks beside the show."""

    @property
    def seconds(self) -> float:
        """How long each take lasts."""
        return self.minutes * 60


Begin = Callable[[TakeStage, ModelTeam, DrawnReel, TaskGroup], Awaitable[None]]
"""Starts whoever performs in the task group; everybody else is there already."""


async def record_beside_game(plan: ShowPlan, config: Config, name: str, begin: Begin, track: MicTrack) -> Take:
    """Have somebody perform beside the arcade, while a streamer says what the track says."""
    reel = draw_game_reel(plan.seed, config.frames.rate_hz)
    recorder = await _record_take(plan, config, begin, reel, plan.seconds, track)
    return recorder.take(name, plan.seconds, arcade=DemoGame(plan.seed), track=track)


async def record_beside_still(plan: ShowPlan, config: Config, kind: Still, begin: Begin) -> Take:
    """Have somebody perform beside a picture of which there is nothing to say; nobody else speaks."""
    reel = draw_still_reel(kind, plan.seed, config.frames.rate_hz)
    recorder = await _record_take(plan, config, begin, reel, plan.seconds, MicTrack())
    return recorder.take(kind, plan.seconds)


async def _record_take(
    plan: ShowPlan, config: Config, begin: Begin, reel: DrawnReel, seconds: float, track: MicTrack
) -> TakeRecorder:
    async with open_model(config, seed=plan.seed, think_s=plan.think_s) as ready:

        async def start(house: TakeStage, playing: TaskGroup) -> None:
            await begin(house, ready.brain, reel, playing)

        return await record_show(ready, config, seconds, start, track)


async def record_show(
    ready: ReadyModel,
    config: Config,
    seconds: float,
    start: Callable[[TakeStage, TaskGroup], Awaitable[None]],
    track: MicTrack | None = None,
) -> TakeRecorder:
    """Let so many seconds of a show pass.

    Args:
        ready: Who thinks, and the clock.
        config: The show's.
        seconds: How long it lasts.
        start: Starts whoever performs, in the house and the task group that it is given.
        track: What a streamer says.
    """
    house = TakeStage(ready.clock, config, track or MicTrack())
    async with create_task_group() as playing:
        playing.start_soon(_pass_on, ready.news.lossy("show"), house)
        await house.open(playing)
        await start(house, playing)
        await _let_pass(ready.clock, seconds)
        playing.cancel_scope.cancel()
    return house.recorder


async def perform(house: TakeStage, brain: ModelTeam, reel: DrawnReel, playing: TaskGroup) -> None:
    """Start the performer as it is: eyes, ears, scene, director and turn, wired as in a show."""
    for run in wire_show(house, brain, ReelSource(house.clock, reel)).services:
        await playing.start(run)


async def _pass_on(news: EventSubscription, house: TakeStage) -> None:
    """Have the show hear what is said of its brain."""
    with news:
        async for published in news:
            house.stream.publish(published.event)


async def _let_pass(clock: Clock, seconds: float) -> None:
    if isinstance(clock, VirtualClock):
        await clock.advance(seconds)
    else:
        await clock.sleep(seconds)
