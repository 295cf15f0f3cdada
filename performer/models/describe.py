"""Words for a picture: an answer to a question about it, from a model that sees."""

from collections import OrderedDict

from performer.cues import Cue
from performer.errors import ServiceError
from performer.models.model import Model, StepRequest, SystemMessage, UserMessage
from performer.prompts import prompt
from performer.untrusted import Prompt, stated

WHAT_IS_THERE = "What is on the screen right now?"
"""The question of who cannot see at all."""
_QUESTION_CHARS = 300
_TURN_TOKENS = 48
"""The most that a turn is told: a sentence of twenty words; it waits for each of them."""
_KEPT = 64
"""Answers that are remembered: what is asked twice about one picture has one answer."""


class Describer:
    """Answers questions about pictures, each question about each picture once."""

    def __init__(self, model: Model, *, kept: int = _KEPT) -> None:
        self._model = model
        self._to_answer = prompt("describe_frame")
        self._for_a_turn = prompt("describe_scene")
        self._kept = kept
        self._answers: OrderedDict[tuple[str, str, bool], str] = OrderedDict()

    async def describe(
        self,
        jpeg: bytes,
        digest: str,
        question: str = WHAT_IS_THERE,
        cue: Cue | None = None,
        *,
        is_for_a_turn: bool = False,
    ) -> str:
        """Answer in a sentence or two; a cue lends the question its rank at the gate.

        What is there for a turn is told in one short sentence, in a player's words.

        Raises:
            ServiceError: when the model cannot see, has nothing to say, or fails.
        """
        asked = (digest, " ".join(question.split()).casefold(), is_for_a_turn)
        known = self._answers.get(asked)
        if known is not None:
            self._answers.move_to_end(asked)
            return known
        role, tokens = (self._for_a_turn, _TURN_TOKENS) if is_for_a_turn else (self._to_answer, None)
        return self._remembered(asked, await self._asked(jpeg, role, question, cue, tokens))

    async def _asked(self, jpeg: bytes, role: Prompt, question: str, cue: Cue | None, tokens: int | None) -> str:
        if not self._model.sees:
            raise ServiceError(f"{self._model.name} cannot see, so there are no words for the picture.", retry=False)
        request = StepRequest(
            messages=(
                SystemMessage(text=role),
                UserMessage(text=stated(question, _QUESTION_CHARS), pictures=(jpeg,)),
            ),
            cue=cue,
            tokens=tokens,
        )
        heard: list[str] = []
        await self._model.step(request, heard.append)
        answer = "".join(heard).strip()
        if not answer:
            raise ServiceError(f"{self._model.name} had no words for the picture.")
        return answer

    def _remembered(self, asked: tuple[str, str, bool], answer: str) -> str:
        self._answers[asked] = answer
        if len(self._answers) > self._kept:
            self._answers.popitem(last=False)
        return answer
