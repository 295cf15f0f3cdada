"""Who thinks: the models that may lead, who stands in, and who puts pictures into words."""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from performer.cadence import Cadence
from performer.casting.endpoint import EndpointMaker, where_pull_goes
from performer.clock import Clock
from performer.events import EventStream
from performer.models.eyewitness import Eyewitness
from performer.models.gate import Gates
from performer.models.health import Health
from performer.models.lead import Lead
from performer.models.manners import Manners
from performer.models.model import Model
from performer.models.scripted import Scripted
from performer.models.settings import EndpointSettings, ModelSettings, who_may_lead
from performer.models.spec import ScriptedSpec, UnderstudySpec, parse_model
from performer.models.tempo import Tempo
from performer.models.understudy import Understudy
from performer.roles import Role


@dataclass(frozen=True, kw_only=True)
class Brain:
    """Who thinks: the model of the turns, what else it needs to run, and who puts pictures into words."""

    model: Model
    lead: Lead | None
    """To be run beside the show when a real model leads."""
    witness: Eyewitness
    cadence: Cadence
    """How often it may be asked and with how large pictures; steady when nothing runs on the graphics card."""
    tempo: Tempo = field(default_factory=Tempo)
    """How long a line takes here."""

    def roles(self) -> tuple[Role, ...]:
        """Tell who performs right now, and who describes pictures, if that is somebody's only part."""
        if self.witness.own is None:
            return (self.role(),)
        return (self.role(), Role(part="words", plays=self.witness.name, why=self.witness.why))

    def role(self) -> Role:
        """Tell who performs right now."""
        if self.lead is None:
            return Role(part="brain", plays=self.model.name)
        if self.lead.coming:
            doing = self.lead.doing or "it is loading"
            why = f"{self.lead.reason}; {doing}, and the {self.lead.name} plays until then"
            return Role(part="brain", plays=self.lead.coming, why=why)
        why = "; ".join(filter(None, [self.lead.reason, self.lead.doing, self.tempo.why, self.cadence.why]))
        return Role(part="brain", plays=self.lead.name, why=why)

    def health(self) -> tuple[Health, ...]:
        """Tell how each endpoint is, the one that only describes last; none is needed where no real model leads."""
        leading = self.lead.health() if self.lead else ()
        return (*leading, Health.of_helper(self.witness.own, "describes")) if self.witness.own else leading


async def cast_brain(
    clock: Clock,
    stream: EventStream,
    settings: ModelSettings,
    stack: AsyncExitStack,
    *,
    models: Sequence[EndpointSettings] = (),
    manners: Manners | None = None,
    gates: Gates | None = None,
) -> Brain:
    """Make the model that is asked for, or the several that may lead; what it opens is closed with the stack.

    Raises:
        ConfigError: when a script cannot be read, or an address or the name of a key is none.
    """
    understudy = Understudy(clock)
    cadence, learnt = Cadence(clock, stream), manners or Manners()
    alone = Eyewitness(understudy, understudy, events=stream)
    match None if models else parse_model(settings.spec):
        case UnderstudySpec():
            return Brain(model=understudy, lead=None, witness=alone, cadence=cadence)
        case ScriptedSpec(file=file):  # a script has no steps for pictures
            return Brain(model=Scripted(file, clock), lead=None, witness=alone, cadence=cadence)
        case _:
            gates, pulls_at = gates or Gates(), where_pull_goes(settings, models)
            maker = EndpointMaker(clock, cadence, learnt, stack, gates, pulls_at=pulls_at)
            endpoints = [await maker.make(each) for each in who_may_lead(settings, models)]
            lead = Lead(clock, endpoints, understudy, policy=settings.understudy, events=stream)
            describer = settings.of_description
            untimed = EndpointMaker(clock, None, learnt, stack, gates, pulls_at=pulls_at)
            own = await untimed.make(describer) if describer else None
            witness = Eyewitness(lead, understudy, own=own, events=stream)
            tempo = Tempo(lambda: lead.finding.line_s if lead.finding else None)
            return Brain(model=lead, lead=lead, witness=witness, cadence=cadence, tempo=tempo)
