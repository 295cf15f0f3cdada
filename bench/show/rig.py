"""The plan of a run, and the recording of a take: a performance in front of pictures that are known beforehand."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from anyio import create_task_group
from anyio.abc import TaskGroup

from bench.show.ground_truth import DrawnReel, ReelSource, Still, draw_game_reel, draw_still_reel
from bench.show.microphone import MicTrack
from bench.show.stand_ins import THINK_S, ReadyModel, open_model
from bench.show.take import Take, TakeRecorder
from bench.show.wiring import TakeStage, wire_show
from performer.agent.pacing.talkativeness import Talkativeness
from performer.config.config import Config
from performer.core.clock import VirtualClock
from performer.core.events.stream import EventSubscription
from performer.models.selection.build import ModelTeam
from performer.models.settings import parse_model
from performer.vision.demo_game.game import DemoGame


@dataclass(frozen=True, kw_only=True)
class ShowPlan:
    """The plan of a run; the same plan gives the same takes, with a model of our own."""

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
        """Return the length of each take."""
        return self.minutes * 60


def apply_plan(config: Config, talkativeness: Talkativeness, spec: str) -> Config:
    """Apply the talkativeness of a plan, and its model if it names one, to a configuration.

    A ConfigError when the spec is of no model.
    """
    planned = config.model_copy(update={"pacing": config.pacing.model_copy(update={"talkativeness": talkativeness})})
    if not spec:
        return planned
    parse_model(spec)
    asked = config.model.model_copy(update={"spec": spec, "name": ""})
    return planned.model_copy(update={"model": asked, "models": ()})


Begin = Callable[[TakeStage, ModelTeam, DrawnReel, TaskGroup], Awaitable[None]]
"""Starts a performer in the task group; all other parts run already."""


async def record_beside_game(plan: ShowPlan, config: Config, name: str, begin: Begin, track: MicTrack) -> Take:
    """Record a performance beside the demo game, while a streamer says what the track says."""
    reel = draw_game_reel(plan.seed, config.frames.rate_hz)
    recorder = await _record_take(plan, config, begin, reel, track)
    return recorder.take(name, plan.seconds, game=DemoGame(plan.seed), track=track)


async def record_beside_still(plan: ShowPlan, config: Config, kind: Still, begin: Begin) -> Take:
    """Record a performance beside a picture about which there is nothing to say; nobody else speaks."""
    reel = draw_still_reel(kind, plan.seed, config.frames.rate_hz)
    recorder = await _record_take(plan, config, begin, reel, MicTrack())
    return recorder.take(kind, plan.seconds)


async def _record_take(plan: ShowPlan, config: Config, begin: Begin, reel: DrawnReel, track: MicTrack) -> TakeRecorder:
    async with open_model(config, seed=plan.seed, think_s=plan.think_s) as ready:

        async def start(stage: TakeStage, playing: TaskGroup) -> None:
            await begin(stage, ready.brain, reel, playing)

        return await record_show(ready, config, plan.seconds, start, track)


async def record_show(
    ready: ReadyModel,
    config: Config,
    seconds: float,
    start: Callable[[TakeStage, TaskGroup], Awaitable[None]],
    track: MicTrack | None = None,
) -> TakeRecorder:
    """Record so many seconds of a show, whose performer `start` starts on the stage and in the task group."""
    stage = TakeStage(ready.clock, config, track or MicTrack())
    async with create_task_group() as playing:
        playing.start_soon(_pass_on, ready.news.lossy("show"), stage)
        await stage.open(playing)
        await start(stage, playing)
        if isinstance(ready.clock, VirtualClock):
            await ready.clock.advance(seconds)
        else:
            await ready.clock.sleep(seconds)
        playing.cancel_scope.cancel()
    return stage.recorder


async def perform(stage: TakeStage, brain: ModelTeam, reel: DrawnReel, playing: TaskGroup) -> None:
    """Start the performer as it is: watcher, listener, scene, director and turn, wired as in a show."""
    for run in wire_show(stage, brain, ReelSource(stage.clock, reel)).services:
        await playing.start(run)


async def _pass_on(news: EventSubscription, stage: TakeStage) -> None:
    """Publish the events of the models in the show's stream."""
    with news:
        async for published in news:
            stage.stream.publish(published.event)
