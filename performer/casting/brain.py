"""Who thinks: the model that leads, who stands in, and who puts pictures into words."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass

from performer.cadence import Cadence
from performer.clock import Clock
from performer.events import EventStream
from performer.frames import Frame
from performer.models.address import ollama_url
from performer.models.describe import Describer
from performer.models.gate import Gate, Gated
from performer.models.lead import Candidate, Lead
from performer.models.model import Model
from performer.models.ollama.choice import choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.scripted import Scripted
from performer.models.settings import ModelSettings
from performer.models.spec import OllamaSpec, ScriptedSpec, UnderstudySpec, parse_model
from performer.models.understudy import Understudy
from performer.roles import Role


@dataclass(frozen=True, kw_only=True)
class Brain:
    """Who thinks: the model of the turns, what else it needs to run, and who puts pictures into words."""

    model: Model
    lead: Lead | None
    """To be run beside the show when an Ollama leads."""
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


async def cast_brain(clock: Clock, stream: EventStream, settings: ModelSettings, stack: AsyncExitStack) -> Brain:
    """Make the model that is asked for; what it opens is closed with the stack."""
    understudy = Understudy(clock)
    cadence = Cadence(clock, stream)
    match parse_model(settings.spec):
        case UnderstudySpec():
            return Brain(model=understudy, lead=None, describe=_describing(understudy, understudy), cadence=cadence)
        case ScriptedSpec(file=file):
            scripted = Scripted(file, clock)
            return Brain(model=scripted, lead=None, describe=_describing(understudy, understudy), cadence=cadence)
        case OllamaSpec() as spec:
            lead = await _ollama_lead(clock, stream, as_asked(settings, spec), understudy, cadence, stack)
            # Who waits at the gate is not slow: the cadence measures behind it.
            gated = Gated(lead, Gate())
            return Brain(model=gated, lead=lead, describe=_describing(gated, understudy), cadence=cadence)


async def _ollama_lead(
    clock: Clock,
    stream: EventStream,
    settings: ModelSettings,
    understudy: Understudy,
    cadence: Cadence,
    stack: AsyncExitStack,
) -> Lead:
    server = await stack.enter_async_context(OllamaServer(settings.url, clock, wanted=settings.name))

    async def candidate() -> Candidate:
        return cadence.timed(Ollama(server, await choose(server, settings), settings, clock))

    return Lead(candidate, understudy, policy=settings.understudy, clock=clock, events=stream)


def as_asked(settings: ModelSettings, spec: OllamaSpec) -> ModelSettings:
    """Let the name and address of a spec win over the settings'."""
    return settings.model_copy(
        update={"name": spec.name or settings.name, "url": ollama_url(spec.url) if spec.url else settings.url}
    )


def _describing(model: Model, understudy: Understudy) -> Callable[[Frame, str], Awaitable[str]]:
    """Have pictures described by the model, or by plain statistics when it cannot see."""
    by_model, by_statistics = Describer(model), Describer(understudy)

    async def describe(frame: Frame, question: str) -> str:
        describer = by_model if model.sees else by_statistics
        return await describer.describe(frame.jpeg, frame.digest, question)

    return describe
