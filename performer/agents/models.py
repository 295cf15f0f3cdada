"""Who writes for sub-agents: whoever leads, the model that puts pictures into words, or one of a prototype's own."""

from collections.abc import Mapping
from typing import Final

from performer.errors import ServiceError
from performer.models.endpoint import Endpoint
from performer.models.lead import Lead
from performer.models.model import Model, OnText, Step, StepRequest
from performer.models.sole import Sole

_NOBODY: Final = "No model leads now."


class AgentModels:
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
        self._lead = _Leading(lead) if isinstance(lead, Lead) else lead
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
            return _there(self._own[spec])
        if spec and self._describes and self._describes.is_up:
            return Sole(self._describes)
        if self._lead is None or (isinstance(self._lead, _Leading) and not self._lead.leads):
            raise ServiceError(_NOBODY)
        return self._lead


def _there(model: Endpoint | Model) -> Model:
    if not isinstance(model, Endpoint):
        return model
    if model.is_up:
        return Sole(model)
    raise ServiceError(model.trouble or f"{model.name or model.place} is loading.")


class _Leading:
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
