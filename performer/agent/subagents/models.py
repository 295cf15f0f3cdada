"""Who writes for sub-agents: whoever leads, the model that puts pictures into words, or one of a prototype's own.

Who writes for sub-agents: mostly whoever leads, and a model of its own for each prototype that names one.
"""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import Final

from performer.agent.profiles.registry import DESCRIBE, build_profiles
from performer.config.config import Config
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.models.builtin.understudy import Understudy
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.endpoint.endpoint import Endpoint, SingleEndpoint
from performer.models.endpoint.request_gate import RequestGates
from performer.models.model import Model, OnText, Step, StepRequest
from performer.models.scripted import Scripted
from performer.models.selection.build import EndpointFactory, ModelTeam, find_pull_url
from performer.models.selection.lead import Lead
from performer.models.settings import ModelSettings, ScriptedSpec, list_lead_settings, parse_model

_NOBODY: Final = "No model leads now."


class SubAgentModels:
    """Finds the model that a prototype asks for.

    Args:
        lead: Who leads, while a real model does; or a script, for one that is played. None: an understudy alone plays.
        describes: The small model that only describes pictures, if there is one; else the lead is asked.
        own: The models of prototypes, by what these say of them.
    """

    def __init__(
        self,
        lead: Lead | Model | None,
        *,
        describes: Endpoint | None = None,
        own: Mapping[str, Endpoint | Model] | None = None,
    ) -> None:
        self._lead = _LeadWithoutUnderstudy(lead) if isinstance(lead, Lead) else lead
        self._describes = describes
        self._own = dict(own or {})

    @property
    def endpoints(self) -> Mapping[str, Endpoint]:
        """Those of prototypes' own, by what these say of them; each has to be run beside the show."""
        return {spec: each for spec, each in self._own.items() if isinstance(each, Endpoint)}

    def __call__(self, spec: str) -> Model:
        """Give the model; one that is gone by the time it is asked raises then.

        Args:
            spec: As a prototype says it: empty: whoever leads; `describe`; or else as model.spec.

        Raises:
            ServiceError: when it is not there now.
        """
        if spec in self._own:
            return _require_up(self._own[spec])
        if spec and self._describes and self._describes.is_up:
            return SingleEndpoint(self._describes)
        if self._lead is None or (isinstance(self._lead, _LeadWithoutUnderstudy) and not self._lead.leads):
            raise ServiceError(_NOBODY)
        return self._lead


def _require_up(model: Endpoint | Model) -> Model:
    if not isinstance(model, Endpoint):
        return model
    if model.is_up:
        return SingleEndpoint(model)
    raise ServiceError(model.trouble or f"{model.name or model.place} is loading.")


class _LeadWithoutUnderstudy:
    """The lead, without its understudy: that has no words for a task."""

    def __init__(self, lead: Lead) -> None:
        self._lead = lead

    @property
    def name(self) -> str:
        return self._lead.name

    @property
    def sees(self) -> bool:
        return self._lead.sees

    @property
    def leads(self) -> bool:
        return self._lead.leads

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        if not self._lead.leads:
            raise ServiceError(_NOBODY)
        step = await self._lead.step(request, on_text)
        self._lead.rest()
        return step


async def make_subagent_models(
    clock: Clock, config: Config, brain: ModelTeam, stack: AsyncExitStack, *, gates: RequestGates, manners: ServerQuirks
) -> SubAgentModels:
    """Make the models that prototypes ask for; what is opened is closed with the stack, and nothing is asked yet.

    Raises:
        ConfigError: when a prototype, or its model, cannot be.
    """
    pulls_at = find_pull_url(config.model, config.models)
    maker = EndpointFactory(clock, None, manners, stack, gates, pulls_at=pulls_at)
    wanted = {each.model for each in build_profiles(config.prototypes).values()} - {None, "", DESCRIBE}
    own: dict[str, Endpoint | Model] = {}
    for spec in sorted(filter(None, wanted)):
        match parse_model(spec):
            case ScriptedSpec(file=file):
                own[spec] = Scripted(file, clock)
            case _:
                own[spec] = await maker.make(_settings(spec, config))
    lead = brain.lead or (None if isinstance(brain.model, Understudy) else brain.model)
    return SubAgentModels(lead, describes=brain.witness.own, own=own)


def _settings(spec: str, config: Config) -> ModelSettings:
    """Ask it as one of the same spec is asked that may lead; else as [model] has it, but without its key."""
    leading = next((each for each in list_lead_settings(config.model, config.models) if each.spec == spec), None)
    own = {"spec": spec, "name": "", "mode": "auto", "key_variable": ""}
    return (leading or config.model.model_copy(update=own)).model_copy(update={"describe": ""})
