"""Who writes for sub-agents: mostly whoever leads, and a model of its own for each prototype that names one."""

from contextlib import AsyncExitStack

from performer.agents.models import AgentModels
from performer.casting.brain import Brain
from performer.casting.endpoint import EndpointMaker, where_pull_goes
from performer.clock import Clock
from performer.config import Config
from performer.models.endpoint import Endpoint
from performer.models.gate import Gates
from performer.models.manners import Manners
from performer.models.model import Model
from performer.models.scripted import Scripted
from performer.models.settings import ModelSettings, who_may_lead
from performer.models.spec import ScriptedSpec, parse_model
from performer.models.understudy import Understudy
from performer.prototypes import DESCRIBE, prototypes


async def cast_helpers(
    clock: Clock, config: Config, brain: Brain, stack: AsyncExitStack, *, gates: Gates, manners: Manners
) -> AgentModels:
    """Make the models that prototypes ask for; what is opened is closed with the stack, and nothing is asked yet.

    Raises:
        ConfigError: when a prototype, or its model, cannot be.
    """
    pulls_at = where_pull_goes(config.model, config.models)
    maker = EndpointMaker(clock, None, manners, stack, gates, pulls_at=pulls_at)
    wanted = {each.model for each in prototypes(config.prototypes).values()} - {None, "", DESCRIBE}
    own: dict[str, Endpoint | Model] = {}
    for spec in sorted(filter(None, wanted)):
        match parse_model(spec):
            case ScriptedSpec(file=file):
                own[spec] = Scripted(file, clock)
            case _:
                own[spec] = await maker.make(_settings(spec, config))
    lead = brain.lead or (None if isinstance(brain.model, Understudy) else brain.model)
    return AgentModels(lead, describes=brain.witness.own, own=own)


def _settings(spec: str, config: Config) -> ModelSettings:
    """Ask it as one of the same spec is asked that may lead; else as [model] has it, but without its key."""
    leading = next((each for each in who_may_lead(config.model, config.models) if each.spec == spec), None)
    own = {"spec": spec, "name": "", "mode": "auto", "key_variable": ""}
    return (leading or config.model.model_copy(update=own)).model_copy(update={"describe": ""})
