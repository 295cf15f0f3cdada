"""The model at an endpoint while it can be asked, and the one place where it is asked and measured."""

from collections import deque
from collections.abc import Callable
from dataclasses import KW_ONLY, field
from statistics import median
from typing import Final

import anyio

from performer.core.clock import Clock
from performer.core.cues import Rank
from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.models.call_meter import CallMeter
from performer.models.driver.driver import Driver
from performer.models.endpoint.prompt_cache import PromptCacheTracker
from performer.models.endpoint.request_gate import RequestGate
from performer.models.model import FinalAnswer, Step, StepRequest

OnCall = Callable[[str, StepRequest, Step | None, CallMeter], None]
"""Called after each call with the model's name and place, the question, its step (None: it failed or was cut), and its
measure."""
_KEPT: Final = 50
"""Answers that count: a model is as quick as it was lately."""
_FEW_TOKENS: Final = 4
"""Shorter answers show little of how quick the others were written."""


@dataclass(eq=False)
class ModelAccess:
    """Asks the model of one endpoint, and knows what its server has read last."""

    place: str
    gate: RequestGate
    clock: Clock
    _: KW_ONLY
    on_call: OnCall | None = None
    shares_memory: bool = True
    """Whether its models have no memory of their own, as those of a hosted server have."""
    model: Driver | None = field(default=None, init=False)
    is_up: bool = field(default=False, init=False)
    """Whether the model can be asked: it is there, and loaded."""
    asked_again: anyio.Event = field(default_factory=anyio.Event, init=False)
    """Set when the model is asked anything; replaced by who waits for it."""

    def __post_init__(self) -> None:
        self.warmth = PromptCacheTracker(self.clock)

    @property
    def knows_opening(self) -> bool:
        """Whether the server still knows how a reaction begins: nobody else has asked the same model since."""
        return self.model is not None and self.warmth.knows and self.gate.asked_last.get(self.model.name) is self

    async def ask(self, model: Driver, request: StepRequest, meter: CallMeter) -> Step:
        """Ask a model behind the gate; the server reads this question in the place of what it knew."""
        self.warmth.knows = False
        self.gate.asked_last[model.name] = self
        self.asked_again.set()
        meter.restart()
        step: Step | None = None
        try:
            step = await model.step(request, meter)
        finally:
            if self.on_call:
                self.on_call(f"{model.name} {self.place}", request, step, meter)
        return step

    async def ask_beside(self, request: StepRequest, within_s: float) -> tuple[Step, float]:
        """Return the answer to a question below the show, and its seconds behind the gate.

        The answer is empty when it took longer than `within_s`. A failure says nothing of what the show would get: the
        endpoint stays up. Raise ServiceError when the asking fails, or the model is another one by now, and
        RequestPreempted when somebody's question comes meanwhile: that ends it, for whoever asked waits.
        """
        model = self.model

        async def ask() -> tuple[Step, float]:
            if model is None or model is not self.model or not self.is_up:
                raise ServiceError(own("{place} is gone.", place=self.place))
            step: Step = FinalAnswer(text="")
            meter = CallMeter(self.clock)
            with self.clock.move_on_after(within_s):
                step = await self.ask(model, request, meter)
            return step, meter.took_s

        return await self.gate.let(request, ask, yields_to=Rank.DIRECT)


@dataclass(eq=False)
class EndpointFigures:
    """Counts the answers and failures of one endpoint while the show runs, and keeps the times of the last answers."""

    answers: int = 0
    failures: int = 0
    """Steps and look-ups that failed."""
    last_error: str = ""
    """The last failure, though it may be over."""
    load_s: float | None = None
    """Seconds until it was ready, the last time it was not."""
    _took_s: deque[float] = field(default_factory=lambda: deque(maxlen=_KEPT))
    _tokens_per_s: deque[float] = field(default_factory=lambda: deque(maxlen=_KEPT))

    @property
    def answer_s(self) -> float | None:
        """Seconds that an answer takes, the median of the last ones; None before the first."""
        return round(median(self._took_s), 2) if self._took_s else None

    @property
    def tokens_per_s(self) -> float | None:
        """Tokens that it writes in a second, likewise; None where the server does not tell."""
        return round(median(self._tokens_per_s), 1) if self._tokens_per_s else None

    def count_answer(self, step: Step, took_s: float) -> None:
        """Add an answer that came whole."""
        self.answers += 1
        self._took_s.append(took_s)
        usage = step.usage
        if usage.answer_s > 0 and usage.answer_tokens >= _FEW_TOKENS:
            self._tokens_per_s.append(usage.answer_tokens / usage.answer_s)

    def count_failure(self, why: str) -> None:
        """Add a failure."""
        self.failures += 1
        self.last_error = why
