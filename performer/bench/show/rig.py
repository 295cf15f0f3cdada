"""The rig: somebody performs in front of pictures that are known beforehand, and it is recorded."""

from collections.abc import Awaitable, Callable

from anyio import create_task_group
from anyio.abc import TaskGroup

from performer.bench.show.brains import Ready, ready_brain
from performer.bench.show.house import House
from performer.bench.show.microphone import Track
from performer.bench.show.plan import Plan
from performer.bench.show.recorder import Recorder
from performer.bench.show.reel import Reel, ReelSource, Still, arcade_reel, still_reel
from performer.bench.show.take import Take
from performer.bench.show.wiring import wired
from performer.casting import Brain
from performer.clock import Clock, VirtualClock
from performer.config import Config
from performer.events import Reader
from performer.frames.arcade.game import Arcade

Begin = Callable[[House, Brain, Reel, TaskGroup], Awaitable[None]]
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
    async with ready_brain(config, seed=plan.seed, think_s=plan.think_s) as ready:

        async def start(house: House, playing: TaskGroup) -> None:
            await begin(house, ready.brain, reel, playing)

        return await recorded(ready, config, seconds, start, track)


async def recorded(
    ready: Ready,
    config: Config,
    seconds: float,
    start: Callable[[House, TaskGroup], Awaitable[None]],
    track: Track | None = None,
) -> Recorder:
    """Let so many seconds of a show pass.

    Args:
        ready: Who thinks, and the clock.
        config: The show's.
        seconds: How long it lasts.
        start: Starts whoever performs, in the house and the task group that it is given.
        track: What a streamer says.
    """
    house = House(ready.clock, config, track or Track())
    async with create_task_group() as playing:
        playing.start_soon(_pass_on, ready.news.lossy("show"), house)
        await house.open(playing)
        await start(house, playing)
        await _let_pass(ready.clock, seconds)
        playing.cancel_scope.cancel()
    return house.recorder


async def perform(house: House, brain: Brain, reel: Reel, playing: TaskGroup) -> None:
    """Start the performer as it is: eyes, ears, scene, director and turn, wired as in a show."""
    for run in wired(house, brain, ReelSource(house.clock, reel)).services:
        await playing.start(run)


async def _pass_on(news: Reader, house: House) -> None:
    """Have the show hear what is said of its brain."""
    with news:
        async for published in news:
            house.stream.publish(published.event)


async def _let_pass(clock: Clock, seconds: float) -> None:
    if isinstance(clock, VirtualClock):
        await clock.advance(seconds)
    else:
        await clock.sleep(seconds)
