"""The models of a show, as the settings choose them: those that may lead, the describer of pictures, and the judge."""

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import field, replace
from functools import partial
from typing import Final

from performer.core.clock import Clock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.model_names import is_same_model
from performer.core.own_text import capitalize_first, join_own, own
from performer.core.status import Fix, Health, Role
from performer.core.values import dataclass
from performer.guard.settings import GuardSettings
from performer.models.address import make_ollama_url
from performer.models.builtin.understudy import Understudy
from performer.models.captions import PictureCaptioner
from performer.models.driver.driver import Driver
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.endpoint.access import OnCall
from performer.models.endpoint.endpoint import Endpoint
from performer.models.endpoint.request_gate import RequestGates
from performer.models.judge import ModelJudge
from performer.models.load.control import LoadControl
from performer.models.load.line_time import LineTime
from performer.models.model import Model
from performer.models.ollama.choice import choose, parse_keep_alive_s
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.openai.driver import OpenAI
from performer.models.openai.server import choose as choose_openai
from performer.models.openai.server import make_openai_server
from performer.models.scripted import Scripted
from performer.models.selection.lead import Lead
from performer.models.settings import (
    EndpointSettings,
    ModelSettings,
    OllamaSpec,
    OpenAISpec,
    ScriptedSpec,
    UnderstudySpec,
    list_lead_settings,
    parse_model,
)

FindSettings = Callable[[], ModelSettings]
"""Returns how a model is to be asked, as it is set by then."""


@dataclass(frozen=True)
class EndpointFactory:
    """Makes the endpoints of one show."""

    clock: Clock
    stack: AsyncExitStack
    """Closes what the endpoints open."""
    quirks: ServerQuirks = field(default_factory=ServerQuirks)
    gates: RequestGates = field(default_factory=RequestGates)
    pulls_at: str = ""
    """The address of `find_pull_url`, for the remedies."""

    async def make(self, find: FindSettings | ModelSettings, on_call: OnCall | None = None) -> Endpoint:
        """Make the endpoint of a spec; nothing is asked of its server yet.

        The settings are found again whenever its model is; of another spec or address they do not become others'.
        """
        follow = _follow(find)
        match parse_model(follow().spec):
            case OllamaSpec() as at_ollama:
                return await self.make_ollama(lambda: apply_spec(follow(), at_ollama), on_call)
            case OpenAISpec() as spec:
                return await self._make_openai(follow, spec, on_call)
            case UnderstudySpec() | ScriptedSpec():
                raise ConfigError(f"model: '{follow().spec}' is at no address, so it cannot be one of several.")

    async def make_ollama(
        self, find: FindSettings | ModelSettings, on_call: OnCall | None = None, *, is_beside: bool = False
    ) -> Endpoint:
        """Make the endpoint of an Ollama's model; one that is asked beside its others takes no turn of theirs."""
        follow = _follow(find)
        server = await self.stack.enter_async_context(make_ollama_server(follow(), self.clock, self.pulls_at))

        async def candidate() -> Driver:
            settings = follow()
            server.wanted, endpoint.kept_s = settings.name, parse_keep_alive_s(settings.keep_alive)
            choice = await choose(server, settings)
            choice = replace(choice, reason="as configured", better="") if is_beside else choice
            return Ollama(server, choice, settings, self.clock, self.quirks)

        gate = self.gates.beside(server.url) if is_beside else self.gates.at(server.url)
        endpoint = Endpoint(server.url, gate, self.clock, choose=candidate, on_call=on_call)
        return endpoint

    async def _make_openai(self, follow: FindSettings, spec: OpenAISpec, on_call: OnCall | None) -> Endpoint:
        server = await self.stack.enter_async_context(make_openai_server(spec, follow(), self.clock))

        async def candidate() -> Driver:
            settings = follow()
            choice = await choose_openai(server, spec.name, settings)
            return OpenAI(server, choice, settings, self.clock, self.quirks)

        gate, is_hosted = self.gates.at(server.url), _is_hosted(server.url)
        return Endpoint(server.url, gate, self.clock, choose=candidate, shares_memory=not is_hosted, on_call=on_call)


def _follow(find: FindSettings | ModelSettings) -> FindSettings:
    return (lambda: find) if isinstance(find, ModelSettings) else find


def _is_hosted(url: str) -> bool:
    """Whether its models have memory of their own: a public server encrypts, one's own PC hardly ever."""
    return url.startswith("https:")


def apply_spec(settings: ModelSettings, spec: OllamaSpec) -> ModelSettings:
    """Return the settings with the name and address of a spec, where it has them."""
    return settings.model_copy(
        update={"name": spec.name or settings.name, "url": make_ollama_url(spec.url) if spec.url else settings.url}
    )


def make_ollama_server(asked: ModelSettings, clock: Clock, pulls_at: str) -> OllamaServer:
    """Make the client of an Ollama, whose remedies are for the model that it is asked for; a context manager."""
    return OllamaServer(asked.url, clock, wanted=asked.name, is_usual=asked.url == pulls_at)


def find_pull_url(model: ModelSettings, models: Sequence[EndpointSettings]) -> str:
    """Find the address at which `pull` finds its Ollama unasked; empty where that depends on which one answers.

    An address in a spec does not count: it may be this start's alone.
    """
    asked = [(each, parse_model(each.spec)) for each in list_lead_settings(model, models)]
    places = {"" if spec.url else each.url for each, spec in asked if isinstance(spec, OllamaSpec)} or {model.url}
    return places.pop() if len(places) == 1 else ""


_ANSWER_TOKENS: Final = 16
"""`unsafe`, a line's end and some codes, or Yes or No."""
_CONTEXT_TOKENS: Final = 2048
"""A sentence and a policy; little memory for a model that sits beside the lead."""


async def make_judge(
    factory: EndpointFactory, stream: EventStream, guard: GuardSettings, model: ModelSettings
) -> ModelJudge | None:
    """Make the judge that the guard's settings ask for; raise ConfigError when its address is none."""
    if not guard.judge:
        return None
    judge = guard.judge
    endpoint = await factory.make_ollama(lambda: _make_judge_settings(judge, model), is_beside=True)
    return ModelJudge(endpoint, factory.clock, stream, within_s=guard.judge_s)


def _make_judge_settings(judge: str, model: ModelSettings) -> ModelSettings:
    """Return the lead's settings, but for a short answer without chance: nothing but a verdict."""
    spec = parse_model(f"ollama:{judge.removeprefix('ollama:')}")
    assert isinstance(spec, OllamaSpec)
    own = {"mode": "native", "think": False, "describe": "", "temperature": 0.0, "num_predict": _ANSWER_TOKENS}
    asked = apply_spec(model.model_copy(update=own), spec)
    if is_same_model(asked.name, model.name):
        return asked  # another length of context would have its server load the lead anew
    return asked.model_copy(update={"num_ctx": _CONTEXT_TOKENS})


@dataclass(frozen=True, kw_only=True)
class ModelTeam:
    """The models of a show: the one of the turns with what it needs to run, and the one that describes pictures."""

    model: Model
    lead: Lead | None
    """To be run beside the show when a real model leads."""
    captioner: PictureCaptioner
    load: LoadControl
    """Decides how often it is asked and with how large pictures; steady when nothing runs on the graphics card."""
    line_time: LineTime = field(default_factory=LineTime)
    """The time that a line takes here."""

    def roles(self) -> tuple[Role, ...]:
        """Return who performs right now, and who describes pictures, if a model does nothing else."""
        if self.captioner.own is None:
            return (self.role(),)
        return (self.role(), self._describing_role())

    def _describing_role(self) -> Role:
        """Return who describes pictures; the lead, or plain facts, stand in for the model that is to."""
        why = self.captioner.why
        return Role(part="words", plays=self.captioner.name, why=why, state="partly" if why else "works")

    def renew(self) -> None:
        """Ask each model from now on as the settings are by now."""
        if self.lead:
            self.lead.renew()
        if self.captioner.own:
            self.captioner.own.renew()

    def role(self) -> Role:
        """Return who performs right now."""
        if self.lead is None:
            return Role(part="brain", plays=self.model.name)
        fix = Fix(op="models.look", label=own("Look again")) if self.lead.why_down else None
        if self.lead.coming:
            why = join_own("; ", [self.lead.why_down, self.lead.reason])
            return Role(part="brain", plays=self.lead.coming, why=why, state="partly")
        if not self.lead.leads:
            return Role(part="brain", plays=self.lead.name, why=self.lead.reason, state=self.lead.state, fix=fix)
        line, is_rarer = self.line_time.why, self.load.interval > self.line_time.interval
        remarks = join_own("; ", [self.lead.reason, self.lead.doing, self.load.why if is_rarer else ""])
        why = join_own(" ", [line, capitalize_first(remarks)]) if line else remarks
        return Role(part="brain", plays=self.lead.name, why=why, state=self.lead.state, fix=fix)

    def why_down(self) -> str:
        """Return why the wanted model does not perform at this moment; empty while it does."""
        return self.lead.why_down if self.lead else ""

    def health(self) -> tuple[Health, ...]:
        """Return the state of each endpoint, the one that only describes last; none where no real model leads."""
        leading = self.lead.health() if self.lead else ()
        return (*leading, self.captioner.own.helper_health("describes")) if self.captioner.own else leading


def _find_lead_settings(model: ModelSettings, models: Sequence[EndpointSettings], at: int) -> ModelSettings:
    return list_lead_settings(model, models)[at]


async def build_model_team(
    factory: EndpointFactory, stream: EventStream, settings: ModelSettings, models: Sequence[EndpointSettings] = ()
) -> ModelTeam:
    """Build the model that is asked for, or the several that may lead.

    Raise ConfigError when a script cannot be read, or an address or the name of a key is none.
    """
    clock, load = factory.clock, LoadControl(stream)
    understudy = Understudy(clock)
    alone = PictureCaptioner(understudy, understudy, events=stream)
    match None if models else parse_model(settings.spec):
        case UnderstudySpec():
            return ModelTeam(model=understudy, lead=None, captioner=alone, load=load)
        case ScriptedSpec(file=file):  # a script has no steps for pictures
            return ModelTeam(model=Scripted(file, clock), lead=None, captioner=alone, load=load)
        case _:
            many = len(list_lead_settings(settings, models))
            endpoints = [
                await factory.make(partial(_find_lead_settings, settings, models, at), load.take) for at in range(many)
            ]
            lead = Lead(clock, endpoints, understudy, policy=settings.understudy, events=stream)
            own = await factory.make(lambda: settings.for_description or settings) if settings.describe else None
            captioner = PictureCaptioner(lead, understudy, own=own, events=stream)
            return ModelTeam(model=lead, lead=lead, captioner=captioner, load=load, line_time=lead.line_time)
