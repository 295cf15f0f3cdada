"""Overheard: a model whose prompts are noted, so that a line that only repeats them is known."""

from performer.bench.brain.turns import REACTIONS
from performer.cues import Cue, kind
from performer.models.model import AssistantMessage, ChatMessage, Model, OnText, Step, StepRequest, SystemMessage


class Overheard:
    """Passes everything on; notes what is ours in it: rules, and the examples of a reaction.

    In a conversation, and in the further steps of a turn, the model's own messages are what it said before.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._cue: Cue | None = None
        self._noted: dict[str, None] = {}

    @property
    def name(self) -> str:
        """Name the model."""
        return self._model.name

    @property
    def sees(self) -> bool:
        """Tell whether the model takes pictures."""
        return self._model.sees

    @property
    def prompts(self) -> tuple[str, ...]:
        """All that was noted, each once."""
        return tuple(self._noted)

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model; raises as it does."""
        begins = request.cue is not self._cue
        self._cue = request.cue
        has_examples = begins and request.cue is not None and kind(request.cue) in REACTIONS
        for message in request.messages:
            if _is_ours(message, has_examples=has_examples):
                self._noted[message.text] = None
        return await self._model.step(request, on_text)


def _is_ours(message: ChatMessage, *, has_examples: bool) -> bool:
    return isinstance(message, SystemMessage) or (has_examples and isinstance(message, AssistantMessage))
