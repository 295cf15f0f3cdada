"""The rig: the real director, eyes, turn, guard and speaker, in front of pictures that are known beforehand."""

from collections.abc import Awaitable, Callable

import anyio
from anyio.abc import TaskGroup

from performer.bench.show.brains import brain, clock_for
from performer.bench.show.detector import detected
from performer.bench.show.house import House
from performer.bench.show.microphone import Track
from performer.bench.show.plan import Plan
from performer.bench.show.recorder import Recorder
from performer.bench.show.reel import Reel, ReelSource, Still, arcade_reel, still_reel
from performer.bench.show.take import Take
from performer.clock import Clock, VirtualClock
from performer.config import Config
from performer.cues import Cue
from performer.director import Director
from performer.ears import Ears
from performer.eyes import Eyes
from performer.frames import Frame
from performer.frames.arcade.game import Arcade
from performer.models.describe import Describer
from performer.models.model import Model
from performer.pacing import TalkPacing
from performer.scene import Scene
from performer.supervisor import Serve
from performer.turn import Performer

Begin = Callable[[House, Model, Reel, TaskGroup], Awaitable[None]]
"""Starts whoever performs in the task group; everybody else is there already."""


async def beside_the_game(plan: Plan, config: Config, name: str, begin: Begin, track: Track) -> Take:
    """Have somebody perform beside the arcade, while a streamer says what the track says."""
    reel = arcade_reel(plan.seed, config.frames.rate_hz)
    recorder = await _recorded(plan, config, begin, reel, plan.seconds, track)
    return recorder.take(name, plan.seconds, arcade=Arcade(plan.seed), track=track)


async def beside_nothing(plan: Plan, config: Config, kind: Still, begin: Begin) -> Take:
    """Have somebody perform beside a picture of which there is nothing to say; nobody else speaks."""
    reel = still_reel(kind, plan.seed, config.frames.rate_hz)
    recorder = await _recorded(plan, config, begin, reel, plan.seconds, Track())
    return recorder.take(kind, plan.seconds)


async def _recorded(plan: Plan, config: Config, begin: Begin, reel: Reel, seconds: float, track: Track) -> Recorder:
    async with brain(plan, config.model) as made:
        clock = clock_for(plan)
        house = House(clock, config, track)
        model = made(clock, house.cadence)
        async with anyio.create_task_group() as playing:
            await house.open(playing)
            await begin(house, model, reel, playing)
            await _let_pass(clock, seconds)
            playing.cancel_scope.cancel()
    return house.recorder


async def perform(house: House, model: Model, reel: Reel, playing: TaskGroup) -> None:
    """Start the performer as it is: eyes, ears, scene, director and turn, wired as in a show."""
    for run in _performer(house, model, reel):
        await playing.start(run)


def _performer(house: House, model: Model, reel: Reel) -> tuple[Serve, ...]:
    clock, stream, config = house.clock, house.stream, house.config
    scene = Scene(clock, stream, config.scene, fresh_s=config.turn.freshness_s, shrink=lambda: house.cadence.shrink)
    describer = Describer(model)

    async def in_words(frame: Frame, _cue: Cue) -> str:
        return await describer.describe(frame.jpeg, frame.digest)

    async def answer(frame: Frame, question: str) -> str:
        return await describer.describe(frame.jpeg, frame.digest, question)

    acting = Performer(
        clock,
        stream,
        config.turn,
        model=model,
        describe=in_words,
        toolbox=house.toolbox(scene.picture, answer),
        guard=house.guard,
        scene=scene,
    )
    pacing = TalkPacing(clock, stream, config.pacing, interval=lambda: house.cadence.interval)
    director = Director(
        clock, stream, config.director, performer=acting, mouth=house.speaker, pacing=pacing, floor=house.floor
    )
    eyes = Eyes(
        clock,
        stream,
        source=ReelSource(clock, reel),
        scene=scene,
        on_change=director.cue,
        on_sight=director.sight,
        on_still=pacing.still,
        frozen_s=config.frames.frozen_s,
    )
    ears = Ears(
        clock,
        stream,
        source=detected(clock, house.track),
        floor=house.floor,
        mouth=house.speaker,
        give_way=director.give_way,
        echo_margin_db=None,
    )
    return (scene.run, eyes.run, ears.run, director.run)


async def _let_pass(clock: Clock, seconds: float) -> None:
    if isinstance(clock, VirtualClock):
        await clock.advance(seconds)
    else:
        await clock.sleep(seconds)
