"""The bench: has the performer and its baselines perform the same show, one after the other."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from performer.bench.show import baselines, rig
from performer.bench.show.microphone import Track, write_track
from performer.bench.show.outcome import Outcome, outcome_of
from performer.bench.show.plan import Plan
from performer.bench.show.reel import STILLS
from performer.bench.show.take import Take
from performer.config import Config
from performer.frames.arcade.game import Arcade
from performer.models.spec import parse_model

ALONE: Final = "alone"
WITH_STREAMER: Final = "with streamer"
_BASELINES: Final[dict[str, rig.Begin]] = {
    "every 5 s": baselines.every(5.0),
    "every 15 s": baselines.every(15.0),
}
SILENT: Final = "silent"


def show_minutes(plan: Plan) -> float:
    """Tell how long all takes last together; so long a real model takes."""
    takes = 1 + plan.microphone + len(_BASELINES) + len(STILLS)
    return round(takes * plan.minutes, 1)


async def run(plan: Plan, config: Config, tell: Callable[[str], None] = lambda _words: None) -> Outcome:
    """Give every take; `tell` is told which one is on.

    Whether it speaks at the right moment is judged while nobody else does: nobody can react to what happens while the
    streamer has the floor. Whether it leaves them the floor is judged in a second take.

    Raises:
        PerformerError: when the model cannot be asked.
    """
    config = as_planned(plan, config)
    track = write_track(plan.seed, plan.seconds) if plan.microphone else Track()
    tell("the performer, beside the game")
    takes = [await rig.beside_the_game(plan, config, ALONE, rig.perform, Track())]
    if plan.microphone:
        tell("the performer, beside the game and a streamer")
        take = await rig.beside_the_game(plan, config, WITH_STREAMER, rig.perform, track)
        takes.append(replace(take, gives_way=True))
    others = []
    for name, begin in _BASELINES.items():
        tell(f"{name}, beside the game")
        others.append(await rig.beside_the_game(plan, config, name, begin, track))
    others.append(Take(name=SILENT, seconds=plan.seconds, arcade=Arcade(plan.seed), track=track))
    stills = []
    for kind in STILLS:
        tell(f"the performer, beside a {kind} picture")
        stills.append(await rig.beside_nothing(plan, config, kind, rig.perform))
    return outcome_of(plan, takes, others, stills)


def as_planned(plan: Plan, config: Config) -> Config:
    """Let the plan's model and talkativeness win over the configuration's.

    Raises:
        ConfigError: when the plan names no model.
    """
    parse_model(plan.model)
    model = config.model.model_copy(update={"spec": plan.model})
    pacing = config.pacing.model_copy(update={"talkativeness": plan.talkativeness})
    return config.model_copy(update={"pacing": pacing, "model": model, "models": ()})
