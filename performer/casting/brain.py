"""Who thinks: the models that may lead, who stands in, and who puts pictures into words."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

from performer.cadence import Cadence
from performer.casting.endpoint import EndpointMaker
from performer.clock import Clock
from performer.events import EventStream
from performer.frames import Frame
from performer.models.describe import Describer
from performer.models.health import Health
from performer.models.lead import Lead
from performer.models.manners import Manners
from performer.models.model import Model
from performer.models.scripted import Scripted
from performer.models.settings import EndpointSettings, ModelSettings, who_may_lead
from performer.models.spec import ScriptedSpec, UnderstudySpec, parse_model
from performer.models.understudy import Understudy
from performer.roles import Role


@dataclass(frozen=True, kw_only=True)
class Brain:
    """Who thinks: the model of the turns, what else it needs to run, and who puts pictures into words."""

    model: Model
    lead: Lead | None
    """To be run beside the show when a real model leads."""
    describe: Callable[[Frame, str], Awaitable[str]]
    cadence: Cadence
    """How often it may be asked and with how large pictures; steady when nothing runs on the graphics card."""

    def role(self) -> Role:
        """Tell who performs right now."""
        if self.lead is None:
            return Role(part="brain", plays=self.model.name)
        if self.lead.coming:
            why = f"{self.lead.reason}; it is loading, and the {self.lead.name} plays until then"
            return Role(part="brain", plays=self.lead.coming, why=why)
        why = "; ".join(filter(None, [self.lead.reason, self.cadence.why]))
        return Role(part="brain", plays=self.lead.name, why=why)

    def health(self) -> tuple[Health, ...]:
        """Tell how each endpoint is; none is needed where no real model leads."""
        return self.lead.health() if self.lead else ()


async def cast_brain(
    clock: Clock,
    stream: EventStream,
    settings: ModelSettings,
    stack: AsyncExitStack,
    *,
    models: Sequence[EndpointSettings] = (),
    manners: Manners | None = None,
) -> Brain:
    """Make the model that is asked for, or the several that may lead; what it opens is closed with the stack.

    Raises:
        ConfigError: when a script cannot be read, or an address or the name of a key is none.
    """
    understudy = Understudy(clock)
    cadence = Cadence(clock, stream)
    match None if models else parse_model(settings.spec):
        case UnderstudySpec():
            return Brain(model=understudy, lead=None, describe=_describing(understudy, understudy), cadence=cadence)
        case ScriptedSpec(file=file):
            scripted = Scripted(file, clock)
            return Brain(model=scripted, lead=None, describe=_describing(understudy, understudy), cadence=cadence)
        case _:
            maker = EndpointMaker(clock, cadence, manners or Manners(), stack)
            endpoints = [await maker.make(each) for each in who_may_lead(settings, models)]
            lead = Lead(endpoints, understudy, policy=settings.understudy, events=stream)
            return Brain(model=lead, lead=lead, describe=_describing(lead, understudy), cadence=cadence)


def _describing(model: Model, understudy: Understudy) -> Callable[[Frame, str], Awaitable[str]]:
    """Have pictures described by the model, or by plain statistics when it cannot see."""
    by_model, by_statistics = Describer(model), Describer(understudy)

    async def describe(frame: Frame, question: str) -> str:
        describer = by_model if model.sees else by_statistics
        return await describer.describe(frame.jpeg, frame.digest, question)

    return describe
