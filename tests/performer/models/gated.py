"""A model behind a gate, without the endpoint that the show puts there."""

from functools import partial

from performer.models.endpoint.request_gate import RequestGate
from performer.models.model import Model, OnText, Step, StepRequest


class GatedModel:
    def __init__(self, model: Model, gate: RequestGate) -> None:
        self.name, self.sees = model.name, model.sees
        self._model = model
        self._gate = gate

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        return await self._gate.let(request, partial(self._model.step, request, on_text))
