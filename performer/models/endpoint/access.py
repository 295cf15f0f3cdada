"""The model at an endpoint while it can be asked, and the one place where it is asked and measured."""

from dataclasses import dataclass, field

import anyio

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.models.call_meter import CallMeter
from performer.models.endpoint.prompt_cache import PromptCacheTracker
from performer.models.endpoint.request_gate import RequestGate
from performer.models.model import Candidate, FinalAnswer, Step, StepRequest


@dataclass(eq=False, kw_only=True)
class ModelAccess:
    """Asks the model of one endpoint, and knows what its server has read last."""

    place: str
    gate: RequestGate
    clock: Clock
    warmth: PromptCacheTracker
    model: Candidate | None = None
    is_up: bool = False
    """Whether the model can be asked: it is there, and loaded."""
    asked_again: anyio.Event = field(default_factory=anyio.Event)
    """Set when the model is asked anything; replaced by who waits for it."""

    @property
    def knows_opening(self) -> bool:
        """Whether the server still knows how a reaction begins: nobody else has asked the same model since."""
        return self.model is not None and self.warmth.knows and self.gate.asked_last.get(self.model.name) is self

    async def ask(self, model: Candidate, request: StepRequest, meter: CallMeter) -> Step:
        """Ask a model behind the gate; the server reads this question in the place of what it knew."""
        self.warmth.knows = False
        self.gate.asked_last[model.name] = self
        self.asked_again.set()
        meter.restart()
        return await model.step(request, meter)

    async def ask_beside(self, request: StepRequest, within_s: float) -> tuple[Step, float]:
        """Return the answer to a question below the show, and its seconds behind the gate.

        The answer is empty when it took longer than `within_s`. A failure says nothing of what the show would get: the
        endpoint stays up.

        Raises:
            ServiceError: when the asking fails, or the model is another one by now.
        """
        model = self.model

        async def ask() -> tuple[Step, float]:
            if model is None or model is not self.model or not self.is_up:
                raise ServiceError(f"{self.place} is gone.")
            step: Step = FinalAnswer(text="")
            meter = CallMeter(self.clock)
            with self.clock.move_on_after(within_s):
                step = await self.ask(model, request, meter)
            return step, meter.took_s

        return await self.gate.let(request, ask)
