"""Thinking: a model that answers at once, given the pace of one that does not."""

import re
from random import Random
from typing import Final

from performer.core.clock import Clock
from performer.models.model import Model, OnText, Step, StepRequest

THINK_S: Final = 0.6
"""Until the first token; what a vision model of 4 B on a graphics card that has room takes for a small picture."""
TOKENS_PER_S: Final = 20.0
_JITTER: Final = 0.25
"""Of the first token's time, up and down."""
_TOKEN = re.compile(r"\s*\S{1,4}|\s+\Z")
"""About four characters, as the usual tokenisers have it for English."""


class SlowModel:
    """Has a model's words come as a real one's would: after a while, and one by one.

    Args:
        clock: Whose time passes.
        model: Asked when the first token is due; the time that it takes itself comes on top.
        seed: Of the jitter, which is drawn apart from the show's chance.
        think_s: Until the first token, on average.
    """

    def __init__(self, clock: Clock, model: Model, *, seed: int, think_s: float = THINK_S) -> None:
        self.name = model.name
        self.sees = model.sees
        self._clock = clock
        self._model = model
        self._chance = Random(f"thinking {seed}")
        self._think_s = think_s

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Think, and then speak at a model's pace; raises as the model does."""
        await self._clock.sleep(self._think_s * self._chance.uniform(1 - _JITTER, 1 + _JITTER))
        pieces: list[str] = []
        step = await self._model.step(request, pieces.append)
        for token in _TOKEN.findall("".join(pieces)):
            on_text(token)
            await self._clock.sleep(1 / TOKENS_PER_S)
        return step
