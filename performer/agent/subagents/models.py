"""Who writes for sub-agents: whoever leads, the model that puts pictures into words, or one of a profile's own."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Final

from performer.agent.profiles.profile import AgentProfile
from performer.agent.profiles.registry import DESCRIBE
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.models.builtin.understudy import Understudy
from performer.models.endpoint.endpoint import Endpoint
from performer.models.model import Model, OnText, Step, StepRequest
from performer.models.scripted import Scripted
from performer.models.selection.build import EndpointFactory, ModelTeam
from performer.models.selection.lead import Lead
from performer.models.settings import EndpointSettings, ModelSettings, ScriptedSpec, list_lead_settings, parse_model

_NOBODY: Final = own("No model leads now.")


@dataclass(frozen=True)
class SubAgentModels:
    """Finds the model that a profile asks for."""

    lead: Lead | Model | None
    """Who leads, while a real model does; or a script, for one that is played. None: an understudy alone plays."""
    describes: Endpoint | None = field(default=None, kw_only=True)
    """The small model that only describes pictures, if there is one; else the lead is asked."""
    own: Mapping[str, Endpoint | Model] = field(default_factory=dict, kw_only=True)
    """The models of profiles, by what these say of them."""

    @property
    def endpoints(self) -> Mapping[str, Endpoint]:
        """Return the endpoints of profiles' own, by their specs; each has to be run beside the show."""
        return {spec: each for spec, each in self.own.items() if isinstance(each, Endpoint)}

    def __call__(self, spec: str) -> Model:
        """Return the model of what a profile says: whoever leads (empty), `describe`, or else as model.spec.

        One that is gone by the time it is asked raises then.

        Raises:
            ServiceError: when it is not there now.
        """
        if spec in self.own:
            return _require_up(self.own[spec])
        if spec and self.describes and self.describes.is_up:
            return self.describes
        if self.lead is None or (isinstance(self.lead, Lead) and not self.lead.leads):
            raise ServiceError(_NOBODY)
        return _LeadWithoutUnderstudy(self.lead) if isinstance(self.lead, Lead) else self.lead


def _require_up(model: Endpoint | Model) -> Model:
    if isinstance(model, Endpoint) and not model.is_up:
        raise ServiceError(model.trouble or own("{model} is loading.", model=model.name or model.place))
    return model


@dataclass(frozen=True)
class _LeadWithoutUnderstudy:
    """The lead, without its understudy: that has no words for a task."""

    _lead: Lead

    @property
    def name(self) -> str:
        return self._lead.name

    @property
    def sees(self) -> bool:
        return self._lead.sees

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        if not self._lead.leads:
            raise ServiceError(_NOBODY)
        step = await self._lead.step(request, on_text)
        self._lead.rest()
        return step


async def make_subagent_models(
    clock: Clock,
    profiles: Iterable[AgentProfile],
    settings: ModelSettings,
    models: Sequence[EndpointSettings],
    *,
    team: ModelTeam,
    factory: EndpointFactory,
) -> SubAgentModels:
    """Make the models that profiles ask for; what is opened is closed with the factory, and nothing is asked yet.

    One is asked as the table of `models` that has its spec says, or else as the section [model] (`settings`).

    Raises:
        ConfigError: when a profile, or its model, cannot be.
    """
    own: dict[str, Endpoint | Model] = {}
    for spec in sorted({each.model for each in profiles if each.model and each.model != DESCRIBE}):
        match parse_model(spec):
            case ScriptedSpec(file=file):
                own[spec] = Scripted(file, clock)
            case _:
                own[spec] = await factory.make(partial(_complete_settings, spec, settings, models))
    lead = team.lead or (None if isinstance(team.model, Understudy) else team.model)
    return SubAgentModels(lead, describes=team.captioner.own, own=own)


def _complete_settings(spec: str, settings: ModelSettings, models: Sequence[EndpointSettings]) -> ModelSettings:
    """Return how a model is asked: as the one of that spec that may lead; else as [model] has it, without its key."""
    own = {"spec": spec, "name": "", "mode": "auto", "key_variable": ""}
    same = next((each for each in list_lead_settings(settings, models) if each.spec == spec), None)
    return (same or settings.model_copy(update=own)).model_copy(update={"describe": ""})
