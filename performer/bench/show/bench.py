"""The bench: has the performer and its baselines perform the same show, one after the other."""

from collections.abc import Callable
from typing import Final

from performer.bench.show import baselines, rig
from performer.bench.show.outcome import Outcome, outcome_of
from performer.bench.show.plan import Plan
from performer.bench.show.reel import STILLS
from performer.config import Config

PERFORMER: Final = "performer"
_BASELINES: Final[dict[str, rig.Begin]] = {
    "every 5 s": baselines.every(5.0),
    "every 15 s": baselines.every(15.0),
    "silent": baselines.nobody,
}


async def run(plan: Plan, config: Config, tell: Callable[[str], None] = lambda _words: None) -> Outcome:
    """Give every take; `tell` is told which one is on.

    Raises:
        PerformerError: when the model cannot be asked.
    """
    config = as_planned(plan, config)
    takes = []
    for name, begin in {PERFORMER: rig.perform, **_BASELINES}.items():
        tell(f"{name}, beside the game")
        takes.append(await rig.beside_the_game(plan, config, name, begin))
    stills = []
    for kind in STILLS:
        tell(f"{PERFORMER}, beside a {kind} picture")
        stills.append(await rig.beside_nothing(plan, config, kind, rig.perform))
    return outcome_of(plan, tuple(takes), tuple(stills))


def as_planned(plan: Plan, config: Config) -> Config:
    """Let the plan's model and talkativeness win over the configuration's."""
    model = config.model.model_copy(update={"spec": plan.model})
    pacing = config.pacing.model_copy(update={"talkativeness": plan.talkativeness})
    return config.model_copy(update={"model": model, "pacing": pacing})
